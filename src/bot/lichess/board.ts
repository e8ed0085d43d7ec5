import type { Color } from 'chessops/types';
import { current, type Game, playUci, uciMoves } from '../../chess/game.ts';
import { extendHistory, historyOf, outcomeOf } from '../../chess/history.ts';
import { after, fenOf, legalMoves, type Position, parsePosition, startPosition } from '../../chess/position.ts';
import type { GameFull, GameState } from '../../lichess/play.ts';
import type { JobOf } from '../../service/jobs.ts';
import { isPlayable } from './challenges.ts';
import { VARIANTS } from './settings.ts';

/** A game of Lichess as we see it: everything is read off the full list of its moves. */

/** Undefined for what we do not know how to play. */
export function startOf({ variant, initialFen }: Pick<GameFull, 'variant' | 'initialFen'>): Position | undefined {
  if (!VARIANTS.some(known => known === variant) || !isPlayable(initialFen)) return undefined;
  if (initialFen === 'startpos') return startPosition();
  const position = parsePosition(initialFen);
  return position.ok ? position.value : undefined;
}

/** Undefined where Lichess has played what we hold to be impossible. */
export const gameOf = (start: Position, { moves }: Pick<GameState, 'moves'>): Game | undefined => playUci(start, moves);

/** Undefined in games of other people. */
export function colorOf({ white, black }: Pick<GameFull, Color>, me: string): Color | undefined {
  if (white.id === me) return 'white';
  return black.id === me ? 'black' : undefined;
}

/** Half-moves. Maia looks at eight positions; games may last longer than a job takes moves. */
const RECENT = 16;

export function questionOf(game: Game): JobOf<'maia'>['input'] {
  const since = Math.max(0, game.moves.length - RECENT);
  return { fen: fenOf(game.positions[since] as Position), moves: uciMoves(game).slice(since) };
}

export const leftOf = ({ wtime, btime }: GameState, color: Color): number => (color === 'white' ? wtime : btime);
export const incrementOf = ({ winc, binc }: GameState, color: Color): number => (color === 'white' ? winc : binc);
export const offersDraw = ({ wdraw, bdraw }: GameState, color: Color): boolean => (color === 'white' ? wdraw : bdraw);
export const asksTakeback = ({ wtakeback, btakeback }: GameState, color: Color): boolean =>
  color === 'white' ? wtakeback : btakeback;

/** Clocks run from the second move of the game on, which is each side's first. */
export const clocksRun = ({ moves }: Pick<GameState, 'moves'>): boolean => moves.length >= 2;

/** Whether a draw can be claimed: the position has stood on the board three times, or will once this is played. */
export function isThreefold(game: Game, uci: string): boolean {
  const history = historyOf(game);
  if (outcomeOf(history) === 'repetition') return true;
  const move = legalMoves(current(game)).find(one => one.uci === uci)?.move;
  return move !== undefined && outcomeOf(extendHistory(history, after(current(game), move))) === 'repetition';
}
