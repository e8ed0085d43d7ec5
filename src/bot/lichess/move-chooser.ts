import type { Logger } from 'pino';
import { type Clock, later } from '../../base/clock.ts';
import { Fault, throwIfAborted, toFault } from '../../base/fault.ts';
import { drawMove, type MoveShare } from '../../base/random.ts';
import { current, type Game } from '../../chess/game.ts';
import { legalMoves, moveOf } from '../../chess/position.ts';
import { type Score, worth } from '../../chess/score.ts';
import { type AnalysisService, type JobKind, type JobOf, type JobResults, knownRating } from '../../service/jobs.ts';
import { glanceJob } from '../glance.ts';
import { questionOf } from './board.ts';
import { instantMove } from './instant.ts';
import type { Forecast } from './policy.ts';
import type { LichessSettings } from './settings.ts';
import { entropyOf } from './think.ts';

/** What is played, and what is thought of the position. */

export interface MoveChooser {
  service: AnalysisService;
  settings: Pick<LichessSettings, 'model' | 'temperature' | 'guard'>;
  log: Logger;
  clock: Clock;
  /** From 0 up to, but not including, 1. */
  random: () => number;
}

export interface Asking {
  game: Game;
  /** Whose moves are played, and against whom. */
  rating: number;
  opponentRating: number;
  /** Moves that Lichess has refused. */
  refused: ReadonlySet<string>;
  /** For the queue of the analysis: a game waits for no other. */
  owner: string;
  signal: AbortSignal;
  patienceMs: number;
}

export interface Choice {
  uci: string;
  legal: number;
  /** Of what people would play; 0 where nobody was asked. */
  entropy: number;
  /** None where nobody was asked. */
  forecast: Forecast | undefined;
}

/** Before the analysis is asked once more; it may have crashed, and then it comes back within a second or two. */
const AGAIN_MS = 250;

/** Always a legal move, whatever becomes of the analysis; a fault only if the signal is aborted, or if there is no move. */
export async function choose(asking: Asking, mind: MoveChooser): Promise<Choice> {
  const { game, refused, signal, patienceMs } = asking;
  const all = legalMoves(current(game)).map(({ uci }) => uci);
  const left = all.filter(uci => !refused.has(uci));
  const [only] = left;
  if (only === undefined) throw new Fault('internal', 'there is no move to be played');
  const plain = (uci: string): Choice => ({ uci, legal: all.length, entropy: 0, forecast: undefined });
  if (all.length === 1) return plain(only);
  const until = mind.clock.now() + patienceMs;
  for (;;) {
    try {
      return await ask(asking, mind, until - mind.clock.now());
    } catch (error) {
      throwIfAborted(signal);
      const { message } = toFault(error);
      if (mind.clock.now() + AGAIN_MS < until) {
        mind.log.debug(`Lichess: ${asking.owner} is asked about again: ${message}`);
        await mind.clock.sleep(AGAIN_MS, signal);
        continue;
      }
      mind.log.warn(`Lichess: ${asking.owner} goes on without an analysis: ${message}`);
      const instant = instantMove(game);
      return plain(instant !== undefined && !refused.has(instant) ? instant : only);
    }
  }
}

async function ask(asking: Asking, mind: MoveChooser, ms: number): Promise<Choice> {
  const { game, refused } = asking;
  const input = questionOf(game);
  const params = {
    rating: knownRating(asking.rating),
    opponentRating: knownRating(asking.opponentRating),
    temperature: 1,
  };
  const { moves, wdl } = await within(ms, asking, mind, {
    kind: 'maia',
    input,
    ...(mind.settings.model && { model: mind.settings.model }),
    params,
    cache: true,
  });
  // Maia only knows legal moves; that this is so is looked at once more before anything is sent.
  const playable = moves.filter(({ uci }) => moveOf(current(game), uci) && !refused.has(uci));
  const uci = await guarded(tempered(playable, mind.settings.temperature), asking, mind, ms);
  if (uci === undefined || !wdl) throw new Fault('internal', 'Maia has no move');
  return { uci, legal: moves.length, entropy: entropyOf(moves), forecast: { ply: game.moves.length, ...wdl } };
}

/** Sharper below 1; the same as a temperature of the model itself. */
export function tempered(moves: readonly MoveShare[], temperature: number): MoveShare[] {
  if (temperature === 1) return [...moves];
  const best = Math.max(...moves.map(({ probability }) => probability));
  if (temperature === 0) return moves.filter(({ probability }) => probability === best).slice(0, 1);
  return moves.map(({ uci, probability }) => ({ uci, probability: (probability / best) ** (1 / temperature) }));
}

/** So many of people's moves may turn out to be blunders before the best one is played instead. */
const GUARDED_TRIES = 4;
/** Of the time there is for the whole answer. */
const GUARD_SHARE = 0.5;

/** A move as people play it, unless Stockfish calls it a blunder that the owner does not want. */
async function guarded(
  moves: readonly MoveShare[],
  asking: Asking,
  mind: MoveChooser,
  ms: number,
): Promise<string | undefined> {
  const { guard } = mind.settings;
  const first = drawMove(moves, mind.random());
  if (guard === undefined || first === undefined) return first;
  const { game } = asking;
  const side = current(game).turn;
  const until = mind.clock.now() + ms * GUARD_SHARE;
  try {
    const glance = (searchmoves?: string[]) => {
      const { params, ...job } = glanceJob(questionOf(game));
      return within(until - mind.clock.now(), asking, mind, {
        ...job,
        params: { ...params, ...(searchmoves && { searchmoves }) },
      });
    };
    const { score: best, best: move } = await glance();
    let left = [...moves];
    for (let tries = 0; best && tries < GUARDED_TRIES; tries++) {
      const uci = tries === 0 ? first : drawMove(left, mind.random());
      if (uci === undefined) break;
      const { score } = await glance([uci]);
      if (score && worth(best, side) - worth(score, side) <= guard) return uci;
      left = left.filter(one => one.uci !== uci);
    }
    return move && moves.some(({ uci }) => uci === move.uci) ? move.uci : first;
  } catch (error) {
    throwIfAborted(asking.signal);
    mind.log.debug(`Lichess: ${asking.owner} goes on unguarded: ${toFault(error).message}`);
    return first;
  }
}

/** Stockfish's opinion at a glance; none where it does not come in time. */
export async function glance(
  asking: Pick<Asking, 'game' | 'owner' | 'signal'>,
  mind: MoveChooser,
  ms: number,
): Promise<Score | undefined> {
  try {
    return (await within(ms, asking, mind, glanceJob(questionOf(asking.game)))).score ?? undefined;
  } catch (error) {
    throwIfAborted(asking.signal);
    mind.log.debug(`Lichess: ${asking.owner} has no second opinion: ${toFault(error).message}`);
    return undefined;
  }
}

/** As urgent as a running clock, and given up when it is of no more use. */
async function within<K extends JobKind>(
  ms: number,
  { owner, signal }: Pick<Asking, 'owner' | 'signal'>,
  { service, clock }: MoveChooser,
  job: JobOf<K>,
): Promise<JobResults[K]> {
  const late = new AbortController();
  const fault = new Fault('deadline', `the analysis took longer than ${Math.round(ms)} ms`);
  const callOff = later(clock, Math.max(0, ms), () => late.abort(fault));
  try {
    return await service.run<K>(job, { priority: 'move', owner, signal: AbortSignal.any([signal, late.signal]) });
  } finally {
    callOff();
  }
}
