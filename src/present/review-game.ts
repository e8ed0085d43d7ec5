import type { Color } from 'chessops/types';
import type { ReviewedOpening, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { capital, clean, cut, isolated } from '../base/text.ts';
import { RESULTS } from '../chess/game.ts';
import type { Outcome } from '../chess/history.ts';
import { fenOf, other, parsePosition, startPosition } from '../chess/position.ts';
import { nameOf } from '../chess/words.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import { chances, percentAtEnd } from './review-move.ts';

/** Who played a game, how it ended, and what its clocks tell. */

/** Lichess allows 20 characters, chess.com 25; longer ones are people's full names. */
const LONGEST_NAME = 30;
const HEADERS = {
  white: { name: 'White', rating: 'WhiteElo', title: 'WhiteTitle' },
  black: { name: 'Black', rating: 'BlackElo', title: 'BlackTitle' },
} as const satisfies Record<Color, Record<string, string>>;

type Headers = Pick<ReviewReport, 'headers'>;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A header as it may be shown; undefined where it says nothing. */
function shown(text: string | undefined, longest: number): string | undefined {
  const short = cut(clean(text ?? ''), longest);
  return VISIBLE.test(short) && !/^[?*-]+$/.test(short) ? short : undefined;
}

function given({ headers }: Headers, color: Color): string | undefined {
  const name = shown(headers[HEADERS[color].name], LONGEST_NAME);
  return name && /^(white|black)$/i.test(name) ? undefined : name;
}

/** What the two are called in sentences: by their names where these tell them apart, else by their colours. */
export function namesOf(report: Headers, voice: ReportVoice = ENGLISH_VOICE): Record<Color, string> {
  const [white, black] = [given(report, 'white'), given(report, 'black')];
  const same = white?.toLowerCase() === black?.toLowerCase();
  const called = (color: Color, name: string | undefined) => {
    if (!name || same) return nameOf(color, voice);
    return isolated(name);
  };
  return { white: called('white', white), black: called('black', black) };
}

/** The rating in the headers, which is not always the one that a player was compared with. */
export function ratingOf({ headers }: Headers, color: Color): number | undefined {
  const text = headers[HEADERS[color].rating]?.trim() ?? '';
  return /^[1-9]\d{2,3}$/.test(text) ? Number(text) : undefined;
}

/** `GM`, `BOT` */
export const titleOf = ({ headers }: Headers, color: Color): string | undefined =>
  shown(headers[HEADERS[color].title], 4);

/** `alice (1612)` */
function withRating(report: Headers, color: Color, voice: ReportVoice = ENGLISH_VOICE): string {
  const rating = ratingOf(report, color);
  const name = namesOf(report, voice)[color];
  return rating === undefined ? name : `${name} (${rating})`;
}

/** What can end a game that is not over on the board. */
const AGREED = ['resignation', 'agreement', 'time', 'abandonment', 'adjudication', 'rules'] as const;
type Cause = Outcome | (typeof AGREED)[number];

/** How a game ended: by the board where that decides, else by its headers. */
type Finish =
  | { kind: 'win'; winner: Color; by: Cause | undefined }
  | { kind: 'draw'; by: Cause | undefined }
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
  if (result === '1/2-1/2') return { kind: 'draw', by: ending ?? causeOf(headers.Termination, 'agreement') };
  const winner = result === '1-0' ? 'white' : 'black';
  return { kind: 'win', winner, by: causeOf(headers.Termination, 'resignation') };
}

/** Above the moments of a game. */
export const momentsTitle = (report: ToldGame, voice: ReportVoice = ENGLISH_VOICE): string =>
  finishOf(report).kind === 'win' ? voice.say('game.decided') : voice.say('game.mattered');

/**
 * Who ran out of time. In a draw that is the side to move, whose clock was running, if the other has nothing left to
 * mate with; else it is unknown why it is a draw.
 */
function flaggedOf(report: ToldGame): Color | undefined {
  const finish = finishOf(report);
  if (finish.kind === 'open' || finish.by !== 'time') return undefined;
  if (finish.kind === 'win') return other(finish.winner);
  const last = report.plies.at(-1);
  if (!last) return undefined;
  const final = parsePosition(last.fen);
  return final.ok && final.value.hasInsufficientMaterial(last.color) ? other(last.color) : undefined;
}

/** `Normal` with no mate on the board leaves only what the two have agreed upon. */
function causeOf(termination: string | undefined, normal: Cause): Cause | undefined {
  if (!termination) return undefined;
  // chess.com: "alice won by resignation". The name may say anything.
  const words = termination.replace(/^.*\bwon\b/s, '');
  if (/^\s*normal\s*$/i.test(words)) return normal;
  return TERMINATIONS.find(([pattern]) => pattern.test(words))?.[1];
}

const LONGEST_OPENING = 70;
const LONGEST_HEADLINE = 200;
const START = fenOf(startPosition());

type Beginning = Pick<ReviewReport, 'opening' | 'start'>;

/** `alice (1612) beat bob (1588) by checkmate in 34 moves. Italian Game: Two Knights Defense.` */
export const headline = (report: ToldGame & Beginning, voice: ReportVoice = ENGLISH_VOICE): string =>
  cut(headlines(report, voice).join(' '), LONGEST_HEADLINE);

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

export interface TimeControl {
  /** Seconds for the whole game, or for its first part. */
  initial: number;
  increment: number;
}

/** `600+5`, `900`, `40/5400+30:1800+30`. Undefined where it says nothing, or where every move has a time of its own. */
export function timeControlOf({ headers }: Pick<ReviewReport, 'headers'>): TimeControl | undefined {
  const text = headers.TimeControl?.trim() ?? '';
  const [, moves, initial, increment = '0'] = /^(?:(\d{1,3})\/)?(\d{1,6})(?:\+(\d{1,4}))?(?::|$)/.exec(text) ?? [];
  if (initial === undefined || Number(initial) === 0 || moves === '1') return undefined;
  return { initial: Number(initial), increment: Number(increment) };
}

/** What the mover had left when they began to think; undefined where the clocks are not written down. */
export const clockBefore = (plies: readonly ReviewedPly[], { ply }: ReviewedPly): number | undefined =>
  plies[ply - 3]?.clock;

/**
 * What a move took. Unknown without the increment, and of a player's first move: some servers start the clock after
 * it. Unknown, too, where a clock gained more than the increment: the player was given time.
 */
export function secondsTaken(report: Pick<ReviewReport, 'headers' | 'plies'>, ply: ReviewedPly): number | null {
  const control = timeControlOf(report);
  const before = clockBefore(report.plies, ply);
  if (!control || before === undefined || ply.clock === undefined) return null;
  const taken = before + control.increment - ply.clock;
  return taken >= 0 && Number.isFinite(taken) ? taken : null;
}

/** A player who runs out of time with chances like these has lost to the clock alone. */
const PLAYABLE = 50;

/** The chances of the player who ran out of time and did not stand worse; undefined where the clock decided nothing. */
export function lostByClock(report: ReviewReport): { color: Color; standing: number } | undefined {
  const color = flaggedOf(report);
  const standing = color ? percentAtEnd(report, color) : null;
  return color && standing !== null && standing >= PLAYABLE ? { color, standing } : undefined;
}

/** `jacob won on time, standing at 2 %.` */
export function clockWords(report: ReviewReport, voice: ReportVoice = ENGLISH_VOICE): string | undefined {
  const lost = lostByClock(report);
  if (!lost) return undefined;
  const [names, { color, standing }] = [namesOf(report, voice), lost];
  return finishOf(report).kind === 'win'
    ? voice.say('game.won-on-time', { name: names[other(color)], standing: chances(100 - standing, voice) })
    : voice.say('game.ran-out-of-time', { name: names[color], standing: chances(standing, voice) });
}
