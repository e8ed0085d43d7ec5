import { Fault } from '../../../base/fault.ts';
import { drawMove } from '../../../base/probability.ts';
import { uciMoves } from '../../../chess/game.ts';
import { fenOf, other, startPosition } from '../../../chess/position.ts';
import type { AnalysisService, JobOptions } from '../../../service/jobs.ts';
import { glanceJob, isBetter } from '../../glance.ts';
import { gameOf, type PlayState } from './state.ts';

/** The player waits for the reply. */
const URGENT = { priority: 'interactive', deadlineMs: 60_000 } as const;

interface MaiaOptions {
  service: AnalysisService;
  /** From 0 up to, but not including, 1. */
  random?: () => number;
}

type Urgency = Pick<JobOptions, 'owner' | 'meter' | 'signal'>;

const inputOf = (state: PlayState) => ({ fen: fenOf(startPosition()), moves: uciMoves(gameOf(state)) });

/** As people of the rating play: each move as often as they do. */
export async function maiasMove(state: PlayState, { service, random = Math.random }: MaiaOptions, urgency: Urgency) {
  const { rating } = state;
  const params = { rating, opponentRating: rating, temperature: 1 };
  const job = { kind: 'maia' as const, input: inputOf(state), params, cache: true };
  const { moves } = await service.run(job, { ...URGENT, ...urgency });
  const uci = drawMove(moves, random());
  if (uci === undefined) throw new Fault('internal', `Maia has no move after ${state.moves.join(' ')}`);
  return uci;
}

/** Whether Maia takes a draw: it does when it is not better. */
export async function takesDraw(state: PlayState, { service }: MaiaOptions, urgency: Urgency): Promise<boolean> {
  const { score } = await service.run(glanceJob(inputOf(state)), { ...URGENT, ...urgency });
  return score !== null && !isBetter(score, other(state.color));
}
