import type { Color } from 'chessops/types';
import type { ReviewedOpening, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { capital, clean, cut } from '../base/text.ts';
import { RESULTS } from '../chess/game.ts';
import type { Outcome } from '../chess/history.ts';
import { fenOf, other, parsePosition, startPosition } from '../chess/position.ts';
import { nameOf } from '../chess/words.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import { namesOf, withRating } from './review-players.ts';

/** What can end a game that is not over on the board. */
const AGREED = ['resignation', 'agreement', 'time', 'abandonment', 'adjudication', 'rules'] as const;
type Cause = Outcome | (typeof AGREED)[number];

/** How a game ended: by the board where that decides, else by its headers. */
type Finish =
  | { kind: 'win'; winner: Color; by?: Cause }
  | { kind: 'draw'; by?: Cause }
  /** Still going on, or its result is not written down. */
  | { kind: 'open' };

/** `Termination` as Lichess, chess.com and the PGN standard write it, the more telling words first. */
const TERMINATIONS: readonly [RegExp, Cause][] = [
  [/time/i, 'time'],
  [/resign/i, 'resignation'],
  [/abandon/i, 'abandonment'],
  [/agree/i, 'agreement'],
  [/adjudicat/i, 'adjudication'],
  [/rules/i, 'rules'],
  [/repetition/i, 'repetition'],
  [/insufficient/i, 'dead'],
  [/stalemate/i, 'stalemate'],
  [/fifty|50/i, 'fifty-moves'],
];

/** A game as far as its result goes: that needs no engine. */
interface ToldGame extends Pick<ReviewReport, 'ending' | 'headers'> {
  plies: readonly Pick<ReviewedPly, 'color' | 'moveNumber' | 'fen'>[];
}

export function finishOf({ ending, headers, plies }: ToldGame): Finish {
  const last = plies.at(-1);
  if (ending === 'checkmate' && last) return { kind: 'win', winner: last.color, by: ending };
  if (ending === 'stalemate' || ending === 'dead') return { kind: 'draw', by: ending };
  const result = RESULTS.find(one => one === headers.Result?.trim());
  // A third repetition or a fiftieth move ends a game only if it is claimed.
  if (!result) return ending ? { kind: 'draw', by: ending } : { kind: 'open' };
  if (result === '1/2-1/2') return { kind: 'draw', ...because(ending ?? causeOf(headers.Termination, 'agreement')) };
  return {
    kind: 'win',
    winner: result === '1-0' ? 'white' : 'black',
    ...because(causeOf(headers.Termination, 'resignation')),
  };
}

/** Above the moments of a game. */
export const momentsTitle = (report: ToldGame, voice: ReportVoice = ENGLISH_VOICE): string =>
  finishOf(report).kind === 'win' ? voice.say('game.decided') : voice.say('game.mattered');

/**
 * Who ran out of time. In a draw that is the side to move, whose clock was running, if the other has nothing left to
 * mate with; else it is unknown why it is a draw.
 */
export function flaggedOf(report: ToldGame): Color | undefined {
  const finish = finishOf(report);
  if (finish.kind === 'open' || finish.by !== 'time') return undefined;
  if (finish.kind === 'win') return other(finish.winner);
  const last = report.plies.at(-1);
  if (!last) return undefined;
  const final = parsePosition(last.fen);
  return final.ok && final.value.hasInsufficientMaterial(last.color) ? other(last.color) : undefined;
}

const because = (by: Cause | undefined): { by?: Cause } => (by ? { by } : {});

/** `Normal` with no mate on the board leaves only what the two have agreed upon. */
function causeOf(termination: string | undefined, normal: Cause): Cause | undefined {
  if (!termination) return undefined;
  // chess.com: "alice won by resignation". The name may say anything.
  const words = termination.replace(/^.*\bwon\b/s, '');
  if (/^\s*normal\s*$/i.test(words)) return normal;
  return TERMINATIONS.find(([pattern]) => pattern.test(words))?.[1];
}

const LONGEST_OPENING = 70;
const LONGEST = 200;
const START = fenOf(startPosition());

type Beginning = Pick<ReviewReport, 'opening' | 'start'>;

/** `alice (1612) beat bob (1588) by checkmate in 34 moves. Italian Game: Two Knights Defense.` */
export const headline = (report: ToldGame & Beginning, voice: ReportVoice = ENGLISH_VOICE): string =>
  cut(headlines(report, voice).join(' '), LONGEST);

/** The same as two sentences, the second only where the opening has a name. */
export function headlines(report: ToldGame & Beginning, voice: ReportVoice = ENGLISH_VOICE): string[] {
  const opening = openingWords(report, voice);
  const sentence = `${playedOut(report, voice)}${flagWords(report, voice)}.`;
  return opening ? [sentence, `${opening}${opening.endsWith('…') ? '' : '.'}`] : [sentence];
}

/** Why a game that ran out of time is a draw. */
function flagWords(report: ToldGame, voice: ReportVoice): string {
  const flagged = finishOf(report).kind === 'draw' ? flaggedOf(report) : undefined;
  if (!flagged) return '';
  const names = namesOf(report, voice);
  return voice.say('game.flagged', { loser: names[flagged], other: names[other(flagged)] });
}

function playedOut(report: ToldGame, voice: ReportVoice): string {
  const finish = finishOf(report);
  const length = lengthWords(report, voice);
  const who = (color: Color) => withRating(report, color, voice);
  const both = { white: who('white'), black: who('black') };
  switch (finish.kind) {
    case 'win': {
      const loser = other(finish.winner);
      const what = voice.say('game.won', { winner: both[finish.winner], loser: both[loser] });
      return wonBy(finish.by, { what, length, loser: namesOf(report, voice)[loser] }, voice);
    }
    case 'draw':
      return drawnBy(flaggedOf(report) ? undefined : finish.by, { what: voice.say('game.drew', both), length }, voice);
    case 'open':
      return voice.say('game.open', { ...both, length });
  }
}

/** The same without names, for pictures that have them: `White won by checkmate in 34 moves`. */
export function resultWords(report: ToldGame, voice: ReportVoice = ENGLISH_VOICE): string {
  const finish = finishOf(report);
  const length = lengthWords(report, voice);
  switch (finish.kind) {
    case 'win': {
      const what = voice.say('game.side-won', { winner: nameOf(finish.winner, voice) });
      return wonBy(finish.by, { what, length, loser: nameOf(other(finish.winner), voice) }, voice);
    }
    case 'draw': {
      const flagged = flaggedOf(report);
      // There is no room to say why that is no loss.
      return flagged
        ? voice.say('game.drawn-on-time', { length, loser: nameOf(flagged, voice) })
        : drawnBy(finish.by, { what: voice.say('game.draw'), length }, voice);
    }
    case 'open':
      return capital(length);
  }
}

/** What wins a game, and what draws one; of any other cause nothing is told. */
const WINS = ['checkmate', 'resignation', 'time', 'abandonment', 'adjudication', 'rules'] as const;
const DRAWS = [
  ...(['stalemate', 'dead', 'fifty-moves', 'repetition', 'agreement'] as const),
  ...(['time', 'adjudication', 'rules', 'abandonment'] as const),
];

const wonBy = (by: Cause | undefined, won: Record<'what' | 'length' | 'loser', string>, voice: ReportVoice): string =>
  voice.say(`win.${WINS.find(one => one === by) ?? 'unknown'}`, won);

const drawnBy = (by: Cause | undefined, drawn: Record<'what' | 'length', string>, voice: ReportVoice): string =>
  voice.say(`draw.${DRAWS.find(one => one === by) ?? 'unknown'}`, drawn);

/** In how many moves a game was won or drawn, or after how many it was left. */
function lengthWords(report: ToldGame, voice: ReportVoice): string {
  const [first, last] = [report.plies[0], report.plies.at(-1)];
  if (!first || !last) return voice.say('game.no-moves');
  const moves = last.moveNumber - first.moveNumber + 1;
  const key = { win: 'game.won-in', draw: 'game.drawn-in', open: 'game.unfinished' } as const;
  return voice.say(key[finishOf(report).kind], { moves });
}

function openingWords({ opening, start }: Beginning, voice: ReportVoice): string {
  if (opening) return openingName(opening);
  return start === START ? '' : voice.say('game.from-position');
}

/** Its name, or its code where it has none. Of a long name the last variations are left out. */
export function openingName({ name, eco }: ReviewedOpening): string {
  const parts = (clean(name) || clean(eco)).split(', ');
  while (parts.length > 1 && parts.join(', ').length > LONGEST_OPENING) parts.pop();
  return cut(parts.join(', '), LONGEST_OPENING);
}
