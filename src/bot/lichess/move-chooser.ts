import type { Logger } from 'pino';
import { type Clock, later } from '../../base/clock.ts';
import { Fault, throwIfAborted, toFault } from '../../base/fault.ts';
import { drawMove, type MoveShare } from '../../base/probability.ts';
import { staticScore } from '../../chess/evaluator.ts';
import { current, type Game, uciMoves } from '../../chess/game.ts';
import { after, fenOf, legalMoves, moveOf, type Position } from '../../chess/position.ts';
import { knownRating } from '../../chess/rating.ts';
import { type Score, worth } from '../../chess/score.ts';
import type { AnalysisService, JobKind, JobOf, JobResults } from '../../service/jobs.ts';
import { glanceJob } from '../glance.ts';
import type { Forecast } from './draw-resign.ts';
import type { LichessSettings } from './settings.ts';
import { entropyOf } from './think-time.ts';

export interface MoveChooserContext {
  service: AnalysisService;
  settings: Pick<LichessSettings, 'model' | 'temperature' | 'guard'>;
  log: Logger;
  clock: Clock;
  /** From 0 up to, but not including, 1. */
  random: () => number;
}

export interface MoveQuestion {
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

export interface ChosenMove {
  uci: string;
  legal: number;
  /** Of Maia's move probabilities; 0 without Maia. */
  entropy: number;
  /** Undefined without Maia. */
  forecast: Forecast | undefined;
}

/** Half-moves. Maia looks at eight positions; games may last longer than a job takes moves. */
const RECENT = 16;

export function jobInput(game: Game): JobOf<'maia'>['input'] {
  const since = Math.max(0, game.moves.length - RECENT);
  return { fen: fenOf(game.positions[since] as Position), moves: uciMoves(game).slice(since) };
}

/** Before the analysis is asked once more; it may have crashed, and then it comes back within a second or two. */
const AGAIN_MS = 250;

/** Always a legal move, even if the analysis fails. A fault only if the signal is aborted, or if there is no move. */
export async function chooseMove(asking: MoveQuestion, chooser: MoveChooserContext): Promise<ChosenMove> {
  const { game, refused, signal, patienceMs } = asking;
  const all = legalMoves(current(game)).map(({ uci }) => uci);
  const left = all.filter(uci => !refused.has(uci));
  const [only] = left;
  if (only === undefined) throw new Fault('internal', 'there is no move to be played');
  const plain = (uci: string): ChosenMove => ({ uci, legal: all.length, entropy: 0, forecast: undefined });
  if (all.length === 1) return plain(only);
  const until = chooser.clock.now() + patienceMs;
  for (;;) {
    try {
      return await ask(asking, chooser, until - chooser.clock.now());
    } catch (error) {
      throwIfAborted(signal);
      const { message } = toFault(error);
      if (chooser.clock.now() + AGAIN_MS < until) {
        chooser.log.debug(`Lichess: ${asking.owner} is asked about again: ${message}`);
        await chooser.clock.sleep(AGAIN_MS, signal);
        continue;
      }
      chooser.log.warn(`Lichess: ${asking.owner} goes on without an analysis: ${message}`);
      const instant = instantMove(game);
      return plain(instant !== undefined && !refused.has(instant) ? instant : only);
    }
  }
}

async function ask(asking: MoveQuestion, chooser: MoveChooserContext, ms: number): Promise<ChosenMove> {
  const { game, refused } = asking;
  const input = jobInput(game);
  const params = {
    rating: knownRating(asking.rating),
    opponentRating: knownRating(asking.opponentRating),
    temperature: 1,
  };
  const { moves, wdl } = await within(ms, asking, chooser, {
    kind: 'maia',
    input,
    ...(chooser.settings.model && { model: chooser.settings.model }),
    params,
    cache: true,
  });
  // Maia only knows legal moves; that this is so is looked at once more before anything is sent.
  const playable = moves.filter(({ uci }) => moveOf(current(game), uci) && !refused.has(uci));
  const uci = await guarded(tempered(playable, chooser.settings.temperature), asking, chooser, ms);
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

/** After so many blunders among Maia's moves Stockfish's best move is played. */
const GUARDED_TRIES = 4;
/** Of the time there is for the whole answer. */
const GUARD_SHARE = 0.5;

/** A move as people play it, unless Stockfish calls it a blunder that the owner does not want. */
async function guarded(
  moves: readonly MoveShare[],
  asking: MoveQuestion,
  chooser: MoveChooserContext,
  ms: number,
): Promise<string | undefined> {
  const { guard } = chooser.settings;
  const first = drawMove(moves, chooser.random());
  if (guard === undefined || first === undefined) return first;
  const { game } = asking;
  const side = current(game).turn;
  const until = chooser.clock.now() + ms * GUARD_SHARE;
  try {
    const glance = (searchmoves?: string[]) => {
      const { params, ...job } = glanceJob(jobInput(game));
      return within(until - chooser.clock.now(), asking, chooser, {
        ...job,
        params: { ...params, ...(searchmoves && { searchmoves }) },
      });
    };
    const { score: best, best: move } = await glance();
    let left = [...moves];
    for (let tries = 0; best && tries < GUARDED_TRIES; tries++) {
      const uci = tries === 0 ? first : drawMove(left, chooser.random());
      if (uci === undefined) break;
      const { score } = await glance([uci]);
      if (score && worth(best, side) - worth(score, side) <= guard) return uci;
      left = left.filter(one => one.uci !== uci);
    }
    return move && moves.some(({ uci }) => uci === move.uci) ? move.uci : first;
  } catch (error) {
    throwIfAborted(asking.signal);
    chooser.log.debug(`Lichess: ${asking.owner} goes on unguarded: ${toFault(error).message}`);
    return first;
  }
}

/** Stockfish's opinion at a glance; none where it does not come in time. */
export async function glance(
  asking: Pick<MoveQuestion, 'game' | 'owner' | 'signal'>,
  chooser: MoveChooserContext,
  ms: number,
): Promise<Score | undefined> {
  try {
    return (await within(ms, asking, chooser, glanceJob(jobInput(asking.game)))).score ?? undefined;
  } catch (error) {
    throwIfAborted(asking.signal);
    chooser.log.debug(`Lichess: ${asking.owner} has no second opinion: ${toFault(error).message}`);
    return undefined;
  }
}

/** As urgent as a running clock, and given up when it is of no more use. */
async function within<K extends JobKind>(
  ms: number,
  { owner, signal }: Pick<MoveQuestion, 'owner' | 'signal'>,
  { service, clock }: MoveChooserContext,
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

/**
 * A sensible move without an engine, for when the analysis fails and the clock runs out: it mates, takes, and hangs
 * nothing.
 */
export function instantMove(game: Game): string | undefined {
  const position = current(game);
  let best: { uci: string; value: number } | undefined;
  for (const { uci, move } of legalMoves(position)) {
    const value = valueFor(position, after(position, move));
    if (!best || value > best.value) best = { uci, value };
  }
  return best?.uci;
}

/** What a position is worth once the other side has taken what there is to take, in one move. */
function valueFor({ turn }: Position, next: Position): number {
  const men = next.board.occupied.size();
  const taken = legalMoves(next).map(({ move }) => after(next, move));
  const worst = taken.filter(({ board }) => board.occupied.size() < men);
  return Math.min(worth(staticScore(next), turn), ...worst.map(position => worth(staticScore(position), turn)));
}
