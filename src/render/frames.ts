import type { Color, Square } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { staticScore } from '../chess/evaluator.ts';
import { type Game, type GameResult, uciMoves } from '../chess/game.ts';
import { historyOf, type Outcome, outcomeOf } from '../chess/history.ts';
import { ENDINGS, other, type Position } from '../chess/position.ts';
import type { Score } from '../chess/score.ts';
import { clamp } from './geometry.ts';
import type { Glyph } from './glyphs.ts';
import { type BarValue, type Player, type Points, type Scale, type Scene, type Step, sceneOf } from './scene.ts';

/** How long the pictures of a game are shown. Milliseconds, where nothing else is said. */

export const DELAY = { usual: 700, min: 100, max: 10_000 };
/** For moves made at once, and for long thinks. */
const BY_CLOCK = { min: 250, max: 2500 };
/** The last one, before it begins again. */
export const HELD_MS = 3000;

/** How the bar moves: in so many steps at the most, each this long, and in no more than half of the time there is. */
export const STEP_MS = 50;
const STEPS = 4;

/** A larger gain is no increment but the time for the next forty moves. Seconds. */
const MAX_INCREMENT = 60;

/** Seconds on the clock of the side that moved, after each half-move. */
type Clocks = readonly (number | undefined)[];

/** What each half-move took. PGN does not tell the increment; the largest gain on a clock is taken for it. */
export function timeSpent(clocks: Clocks): (number | undefined)[] {
  const used = clocks.map((now, ply) => {
    const before = clocks[ply - 2];
    return now === undefined || before === undefined || now - before > MAX_INCREMENT ? undefined : before - now;
  });
  const increment = Math.max(0, ...used.map(time => (time === undefined ? 0 : -time)));
  return used.map(time => (time === undefined ? undefined : time + increment));
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * One delay a position, for a game of so many half-moves. A position is shown as long as the next move takes; by the
 * clock that is the usual time for a move that took as long as most did, and twice that for one that took four times as
 * long: a think is felt, and does not last as long.
 */
export function delays(plies: number, delay: number | 'clock', clocks: Clocks): number[] {
  const spent = delay === 'clock' ? timeSpent(clocks) : [];
  const typical = median(spent.filter(time => time !== undefined && time > 0) as number[]);
  const shown = Array.from({ length: plies }, (_, ply) => {
    if (delay !== 'clock') return delay;
    const time = spent[ply];
    if (time === undefined || typical === undefined) return DELAY.usual;
    return Math.round(clamp(DELAY.usual * Math.sqrt(time / typical), BY_CLOCK.min, BY_CLOCK.max));
  });
  return [...shown, HELD_MS];
}

/** Where the bar is after each step from one share to another, the last step included: fast at first, then slower. */
export function glide(from: number, to: number, delay: number): number[] {
  const steps = Math.max(1, Math.min(STEPS, Math.floor(delay / 2 / STEP_MS)));
  return Array.from({ length: steps }, (_, step) => to + (from - to) * (1 - (step + 1) / steps) ** 2);
}

/** Pixels of the board's edge, if nothing is said. */
export const GIF_SIZE = 480;

/** What is known about a half-move once it is made. */
export interface MoveNote {
  score?: Score;
  /** Seconds left to the side that moved. */
  clock?: number;
  glyph?: Glyph;
}

/** A game to be shown move by move. */
export interface GameScene extends Pick<Scene, 'orientation' | 'size' | 'theme' | 'surroundings'> {
  game: Game;
  /** One a half-move. Where a move has no score, the bar shows what can be said without an engine. */
  notes?: readonly MoveNote[];
  /** Strips above and below the board; clocks come from the notes. */
  players?: Record<Color, Omit<Player, 'clock' | 'points'>>;
  /** If the game is over and the board does not say so. */
  result?: GameResult;
  /** Win rate if nothing is said. */
  bar?: Scale | 'none';
  /** Milliseconds a move, or as long as the players thought, within bounds. */
  delay?: number | 'clock';
}

export interface Frame {
  scene: Scene;
  delay: number;
}

export const POINTS: Record<GameResult, Record<Color, Points>> = {
  '1-0': { white: '1', black: '0' },
  '0-1': { white: '0', black: '1' },
  '1/2-1/2': { white: '½', black: '½' },
};

/** The king's own squares when castling. */
const stepsOf = (game: Game): Step[] =>
  uciMoves(game).map(uci => ({
    from: parseSquare(uci.slice(0, 2)) as Square,
    to: parseSquare(uci.slice(2, 4)) as Square,
  }));

/**
 * Without an engine a score knows nothing of the move that takes back. The game does: an exchange counts when it is
 * over, or else the bar would swing by a queen and back.
 */
function settled({ positions, moves }: Game, steps: readonly Step[], ply: number): Position {
  const menOn = (at: number) => positions[at]?.board.occupied.size();
  let at = ply;
  while (at > 0 && at < moves.length && menOn(at) !== menOn(at - 1) && steps[at]?.to === steps[at - 1]?.to) at++;
  return positions[at] as Position;
}

/** One a position. */
function scoresOf(game: Game, steps: readonly Step[], notes: readonly MoveNote[]): Score[] {
  return game.positions.map((_, ply) => notes[ply - 1]?.score ?? staticScore(settled(game, steps, ply)));
}

const onTheBoard = (outcome: Outcome): boolean => (ENDINGS as readonly Outcome[]).includes(outcome);

/** How a game ended. A draw that has to be claimed counts only if the result says that it was one. */
export function endOf(game: Game, told?: GameResult): { outcome?: Outcome; result?: GameResult } {
  const outcome = outcomeOf(historyOf(game));
  if (!outcome || (told !== '1/2-1/2' && !onTheBoard(outcome))) return told ? { result: told } : {};
  if (outcome !== 'checkmate') return { outcome, result: '1/2-1/2' };
  return { outcome, result: game.positions.at(-1)?.turn === 'white' ? '0-1' : '1-0' };
}

/** The clocks at each position: what was left after a side's last move; at first, after its first. */
function clocksOf({ positions }: Game, notes: readonly MoveNote[]): Partial<Record<Color, number>>[] {
  const mover = (ply: number): Color => other((positions[ply + 1] as Position).turn);
  const clocks: Partial<Record<Color, number>> = {};
  for (const [ply, { clock }] of notes.entries())
    if (clock !== undefined && ply < positions.length - 1) clocks[mover(ply)] ??= clock;
  return positions.map((_, at) => {
    const clock = notes[at - 1]?.clock;
    if (clock !== undefined) clocks[mover(at - 1)] = clock;
    return { ...clocks };
  });
}

/** One picture a position, the start included. */
export function framesOf(scene: GameScene): Frame[] {
  const { game, notes = [], players, bar = 'winrate', delay = DELAY.usual, result: told, ...look } = scene;
  const last = game.moves.length;
  const steps = stepsOf(game);
  const scores = bar === 'none' ? [] : scoresOf(game, steps, notes);
  const clocks = clocksOf(game, notes);
  const { outcome, result } = endOf(game, told);
  const times = delays(
    last,
    delay,
    notes.map(({ clock }) => clock),
  );

  const valueAt = (ply: number, { turn }: Position): BarValue =>
    ply === last && outcome ? { kind: 'result', outcome, turn } : { kind: 'score', score: scores[ply] as Score };

  const playerAt = (ply: number, color: Color): Player => {
    const clock = clocks[ply]?.[color];
    return {
      ...(players?.[color] ?? { name: '' }),
      ...(clock === undefined ? {} : { clock }),
      ...(ply === last && result ? { points: POINTS[result][color] } : {}),
    };
  };

  return game.positions.map((position, ply) => {
    const lastMove = steps[ply - 1];
    const glyph = notes[ply - 1]?.glyph;
    return {
      delay: times[ply] as number,
      scene: sceneOf(position, {
        ...look,
        ...(lastMove ? { lastMove } : {}),
        ...(lastMove && glyph ? { badges: [{ square: lastMove.to, glyph }] } : {}),
        ...(bar === 'none' ? {} : { bar: { value: valueAt(ply, position), scale: bar } }),
        ...(players ? { players: { white: playerAt(ply, 'white'), black: playerAt(ply, 'black') } } : {}),
      }),
    };
  });
}
