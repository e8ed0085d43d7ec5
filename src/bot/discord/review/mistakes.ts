import type { Color } from 'chessops/types';
import type { Moment, ReviewedPly, ReviewReport } from '../../../analysis/review/report.ts';
import { isolated } from '../../../base/text.ts';
import { nameOf } from '../../../chess/words.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { namesOf } from '../../../present/review-game.ts';
import { momentCaption } from '../../../present/review-moments.ts';
import { bestLine, markOf, percentAfter, percentBefore } from '../../../present/review-move.ts';
import { momentScene } from '../../../present/review-scene.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import { REVIEW_GLYPH_COLOURS } from '../../../render/glyphs.ts';
import { SIZE } from '../../../render/scene.ts';
import type { ThemeName } from '../../../render/theme.ts';
import { escapeMarkdown, escapeSentence } from '../core/escape-markdown.ts';
import type { Reply } from '../core/reply.ts';

/** The moves of a game that a review finds fault with, in the order in which they were played. */
export const mistakesOf = ({ plies }: ReviewReport): ReviewedPly[] => plies.filter(({ judgement }) => judgement);

/** As many of them as there is room for: the worst, in the same order. */
export function worstMistakes(report: ReviewReport, most: number): ReviewedPly[] {
  const mistakes = mistakesOf(report);
  const worst = mistakes.toSorted((a, b) => (b.lost ?? 0) - (a.lost ?? 0)).slice(0, most);
  return mistakes.filter(ply => worst.includes(ply));
}

const PICTURE = 'mistake.png';
const LONGEST = { sentence: 1000, name: 60 };
/** Half-moves of the engine's line: five moves, which is what people follow without a board. */
const LINE = 10;

interface MistakeView {
  ply: ReviewedPly;
  /** From 1 on, of how many. */
  place: number;
  of: number;
  side: Color;
  theme: ThemeName;
  voice: Voice;
}

/** The board before the move, what was played and what was best; and both in words. */
export async function mistakePage(report: ReviewReport, view: MistakeView): Promise<Reply> {
  const { ply, place, of, side, theme, voice } = view;
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
        image: { url: `attachment://${PICTURE}` },
        footer: { text: voice.say('review.place', { place, of }) },
      },
    ],
    files: [{ name: PICTURE, bytes: png, alt }],
  };
}

/** What a move changed; a judged one has been looked at before and after. */
function momentOf(report: ReviewReport, ply: ReviewedPly): Moment {
  const [before, after] = [percentBefore(report, ply), percentAfter(ply)];
  if (before === null || after === null) throw new RangeError(`half-move ${ply.ply} has not been evaluated`);
  return { ply: ply.ply, before, after };
}
