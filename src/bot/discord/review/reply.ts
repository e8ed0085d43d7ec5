import { COLORS, type Color } from 'chessops/types';
import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Moment, ReviewedPly, ReviewReport } from '../../../analysis/review/report.ts';
import { capital, cut, isolated } from '../../../base/text.ts';
import { nameOf } from '../../../chess/words.ts';
import type { PgnGame } from '../../../input/pgn.ts';
import { annotatedPgn } from '../../../present/annotated-pgn.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { reviewedScene } from '../../../present/game-scene.ts';
import { momentsTitle, namesOf } from '../../../present/review-game.ts';
import { momentCaption } from '../../../present/review-moments.ts';
import { bestLine, markOf, percentAfter, percentBefore } from '../../../present/review-move.ts';
import { historyScene, momentScene } from '../../../present/review-scene.ts';
import { playerRows, reviewWords, sourceWords } from '../../../present/review-words.ts';
import { type ReviewQuestion, reviewedGame } from '../../../questions/review.ts';
import { gameGif } from '../../../render/animation.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import type { GameScene } from '../../../render/frames.ts';
import { REVIEW_GLYPH_COLOURS } from '../../../render/glyphs.ts';
import { historyPicture } from '../../../render/history.ts';
import { SIZE } from '../../../render/scene.ts';
import { escapeMarkdown, escapeSentence } from '../core/escape-markdown.ts';
import type { Attachment, Reply } from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';
import { mistakesOf, parseState, reviewRows } from './buttons.ts';

/** A review as a message: all of it, one mistake, or the game as an animation. */

/** The state of a move with which nothing is wrong shows the summary. */
export async function showReview(
  id: string,
  question: ReviewQuestion,
  report: ReviewReport,
  text: string,
  requester: Requester,
): Promise<Reply> {
  const state = parseState(text, question.side);
  const { page, side } = state;
  const { voice, settings } = requester;
  if (page.kind === 'gif') {
    const scene = { ...reviewedScene(reviewedGame(question), report), orientation: side, theme: settings.theme };
    return { ...(await gifReply(scene)), rows: reviewRows(id, report, state, voice) };
  }
  const mistake = page.kind === 'move' ? mistakesOf(report).find(({ ply }) => ply === page.ply) : undefined;
  if (mistake)
    return { ...(await mistakePage(report, mistake, side, requester)), rows: reviewRows(id, report, state, voice) };
  const rows = reviewRows(id, report, { page: { kind: 'summary' }, side }, voice);
  return { ...(await summaryPage(reviewedGame(question), report, requester)), rows };
}

/** A game as an animation. */
export async function gifReply(scene: GameScene, signal?: AbortSignal): Promise<Reply> {
  const { gif, alt } = await gameGif(scene, undefined, { signal });
  return { files: [{ name: 'game.gif', bytes: gif, alt }] };
}

const GRAPH = 'evaluation.png';

async function summaryPage({ tree }: PgnGame, report: ReviewReport, requester: Requester): Promise<Reply> {
  const graph = await graphOf(report, requester);
  const pgn = pgnFile(namesOf(report), annotatedPgn(tree, report));
  return { embeds: [summaryEmbed(report, graph?.name, requester.voice)], files: [...(graph ? [graph] : []), pgn] };
}

/** Where nothing has happened there is nothing to draw. */
async function graphOf(
  report: ReviewReport,
  { settings: { theme }, voice }: Requester,
): Promise<Attachment | undefined> {
  if (report.plies.length === 0) return undefined;
  const { png, alt } = await historyPicture(historyScene(report, { theme, surroundings: 'dark' }, { voice }));
  return { name: GRAPH, bytes: png, alt };
}

const LONGEST_FILE_NAME = 30;

/** A game as a file that is called after its players, in letters that every system takes: `alice-bob.pgn`. */
const pgnFile = ({ white, black }: Record<Color, string>, text: string): Attachment => ({
  name: `${plain(white)}-${plain(black)}.pgn`,
  bytes: Buffer.from(text),
});

/** What is left of a name without accents and signs; `player` where that is nothing. */
function plain(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-');
  return letters.slice(0, LONGEST_FILE_NAME).replace(/^-+|-+$/g, '') || 'player';
}

/**
 * https://discord.com/developers/docs/resources/message#embed-object-embed-limits: 1024 in a field. All of it together
 * stays below the 6000 that embeds may have, whatever the players are called.
 */
const LONGEST = { summary: 500, field: 1024, footer: 800, sentence: 1000, name: 60 };

const sentence = (text: string): string => escapeSentence(text, LONGEST.summary);

/** A whole review in words, with room for its picture. */
function summaryEmbed(report: ReviewReport, picture: string | undefined, voice: Voice): APIEmbed {
  const { headline, phases, clock, moments, praise, lessons } = reviewWords(report, voice);
  const numbered = moments.map((moment, index) => `**${index + 1}** · ${sentence(moment)}`);
  const footer = sourceWords(report, voice).map(line => `${line}.`);
  return {
    description: `**${sentence(headline)}**`,
    fields: [
      ...COLORS.flatMap(color => playerField(report, color, voice)),
      ...field(voice.say('review.phases'), phases.map(sentence)),
      ...field(momentsTitle(report, voice), [...clock.map(sentence), ...numbered, ...praise.map(sentence)]),
      ...field(voice.say('review.lessons'), lessons.map(sentence)),
    ],
    ...(picture && { image: { url: `attachment://${picture}` } }),
    ...(footer.length > 0 && { footer: { text: cut(footer.join(' '), LONGEST.footer) } }),
  };
}

/** Beside each other where there is room, below each other on a phone. */
function playerField(report: ReviewReport, color: Color, voice: Voice): APIEmbedField[] {
  const rows = playerRows(report, voice);
  if (rows.length === 0) return [];
  const [name, side] = [namesOf(report, voice)[color], nameOf(color, voice)];
  return [
    {
      name: name === side ? side : `${isolated(escapeMarkdown(name, LONGEST.name))} (${side})`,
      value: rows.map(row => `${capital(row.name)}: **${row[color]}**`).join('\n'),
      inline: true,
    },
  ];
}

/** As many lines as fit, the first ones first; no field where there is nothing to say. */
function field(name: string, lines: readonly string[]): APIEmbedField[] {
  let value = '';
  for (const line of lines) {
    const longer = value === '' ? line : `${value}\n${line}`;
    if (longer.length > LONGEST.field) break;
    value = longer;
  }
  return value === '' ? [] : [{ name, value }];
}

const MISTAKE = 'mistake.png';
/** Half-moves of the engine's line: five moves, which is what people follow without a board. */
const LINE = 10;

/** The board before the move, what was played and what was best; and both in words. */
async function mistakePage(
  report: ReviewReport,
  ply: ReviewedPly,
  side: Color,
  { voice, settings: { theme } }: Requester,
): Promise<Reply> {
  const mistakes = mistakesOf(report);
  const moment = momentOf(report, ply);
  // What would stand below the board is said beside it, where it can be read aloud and copied.
  const { caption, ...scene } = momentScene(report, moment, { theme, surroundings: 'dark', size: SIZE.usual }, voice);
  const { png, alt } = await boardPicture({ ...scene, orientation: side });
  const [mark, line] = [markOf(ply), bestLine(ply, LINE)];
  const [name, color] = [namesOf(report, voice)[ply.color], nameOf(ply.color, voice)];
  const who = name === color ? name : `${isolated(escapeMarkdown(name, LONGEST.name))} (${color})`;
  return {
    embeds: [
      {
        ...(ply.judgement && {
          title: voice.say('review.mistake', { judgement: voice.say(`judgement.${ply.judgement}`), who }),
        }),
        ...(mark && { color: Number.parseInt(REVIEW_GLYPH_COLOURS[theme][mark].slice(1), 16) }),
        description: escapeSentence(caption ?? momentCaption(report, moment, voice), LONGEST.sentence),
        ...(line && {
          fields: [{ name: voice.say('review.line'), value: escapeSentence(line, LONGEST.sentence) }],
        }),
        image: { url: `attachment://${MISTAKE}` },
        footer: { text: voice.say('review.place', { place: mistakes.indexOf(ply) + 1, of: mistakes.length }) },
      },
    ],
    files: [{ name: MISTAKE, bytes: png, alt }],
  };
}

/** What a move changed; a judged one has been looked at before and after. */
function momentOf(report: ReviewReport, ply: ReviewedPly): Moment {
  const [before, after] = [percentBefore(report, ply), percentAfter(ply)];
  if (before === null || after === null) throw new RangeError(`half-move ${ply.ply} has not been evaluated`);
  return { ply: ply.ply, before, after };
}
