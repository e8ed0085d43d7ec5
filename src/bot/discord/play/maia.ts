import { uciMoves } from '../../../chess/game.ts';
import { fenOf, other, startPosition } from '../../../chess/position.ts';
import { turnScore } from '../../../chess/score.ts';
import { Fault } from '../../../engine/fault.ts';
import type { AnalysisService, JobOptions } from '../../../service/jobs.ts';
import { gameOf, type PlayState } from './state.ts';

/** The other side of the board. */

/** Somebody sits in front of it and waits. */
const URGENT = { priority: 'interactive', deadlineMs: 60_000 } as const;

export interface Opponent {
  service: AnalysisService;
  /** From 0 up to, but not including, 1. */
  random?: () => number;
}

export type Urgency = Pick<JobOptions, 'owner' | 'signal'>;

const inputOf = (state: PlayState) => ({ fen: fenOf(startPosition()), moves: uciMoves(gameOf(state)) });

/** As people of the rating play: each move as often as they do. */
export async function maiasMove(state: PlayState, { service, random = Math.random }: Opponent, urgency: Urgency) {
  const { rating } = state;
  const params = { rating, opponentRating: rating, temperature: 1 };
  const job = { kind: 'maia' as const, input: inputOf(state), params, cache: true };
  const { moves } = await service.run(job, { ...URGENT, ...urgency });
  const uci = sample(moves, random());
  if (uci === undefined) throw new Fault('internal', `Maia has no move after ${state.moves.join(' ')}`);
  return uci;
}

interface Likely {
  uci: string;
  probability: number;
}

/** By a number from 0 to 1 on the pile of all probabilities, which need not reach 1 exactly. */
export function sample(moves: readonly Likely[], at: number): string | undefined {
  let left = at * moves.reduce((sum, { probability }) => sum + probability, 0);
  const chosen = moves.find(({ probability }) => {
    left -= probability;
    return left < 0;
  });
  return (chosen ?? moves.at(-1))?.uci;
}

/** A glance is enough to know whether one would like to go on. */
const GLANCE = 12;
/** In centipawns: with so little more nobody is better. */
const BETTER = 25;

/** Whether Maia takes a draw: it does when it is not better. */
export async function takesDraw(state: PlayState, { service }: Opponent, urgency: Urgency): Promise<boolean> {
  const limit = { kind: 'depth' as const, depth: GLANCE };
  const params = { limit, multipv: 1, deterministic: false };
  const job = { kind: 'eval' as const, input: inputOf(state), params, cache: true };
  const { score } = await service.run(job, { ...URGENT, ...urgency });
  if (!score) return false;
  const own = turnScore(score, other(state.color));
  return own.kind === 'mate' ? own.mate < 0 : own.cp <= BETTER;
}
