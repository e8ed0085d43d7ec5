import { DEFAULTS, type ExpectedParams } from '../src/analysis/expected/params.ts';
import type { Config } from '../src/app/config.ts';
import { type Game, uciMoves } from '../src/chess/game.ts';
import { fenOf, type Position } from '../src/chess/position.ts';
import { parseGame } from '../src/input/moves.ts';
import type { ForkedService } from '../src/service/forked.ts';
import type { JobOf } from '../src/service/jobs.ts';
import { withService } from './support.ts';

export const PARAMS: ExpectedParams = { ...DEFAULTS, depth: 12 };

/** A position that expected win rates are asked for. Openings are played, so that Maia knows the moves before. */
export interface Question {
  name: string;
  game: Game;
}

function question(name: string, start: string, moves = ''): Question {
  const game = parseGame(start, moves);
  if (!game.ok) throw new Error(`${name}: ${game.message}`);
  return { name, game: game.value };
}

/**
 * Two openings past their first ten half-moves, two middlegames, two endgames; quiet and sharp, either side to move.
 */
export const questions = (): Question[] => [
  question('Two Knights', 'startpos', 'e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5 Bb5+ c6 dxc6 bxc6'),
  question('Ruy Lopez, exchange', 'startpos', 'e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4'),
  question(
    'minority attack',
    'startpos',
    'd4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 Be7 e3 O-O Bd3 Nbd7 Qc2 Re8 Nf3 Nf8 O-O c6 Rab1 a5 a3 Ng6 b4 axb4 axb4',
  ),
  question('Sozin attack', 'r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 14'),
  question('rooks, four against three', '8/5pk1/1R4p1/7p/r3P2P/5PP1/6K1/8 b - - 2 42'),
  question('bishop against knight', '8/pp3k1p/2p1n1p1/3p1p2/3P1P2/2P1B1P1/PP3K1P/8 w - - 4 31'),
];

/** Two more, in which few moves hold. */
export const sharpQuestions = (): Question[] => [
  question('pawn on b2', 'r3r1k1/2p2ppp/p1p1bn2/8/1q2P3/2NPQN2/PPP3PP/R4RK1 b - - 2 15'),
  question('rooks, passive', '1r6/8/4k3/R4p2/4pP2/4P1P1/5K2/8 b - - 0 45'),
];

/** What starts all engines, and is no question. */
export const warmUpQuestion = (): Question => question('start', 'startpos');

type Switches = Partial<Pick<JobOf<'expected'>, 'cache' | 'deterministic' | 'trace'>>;

export const expectedJob = (
  { game }: Question,
  params: ExpectedParams,
  { cache = false, deterministic = false, trace = false }: Switches = {},
): JobOf<'expected'> => ({
  kind: 'expected',
  input: { fen: fenOf(game.positions[0] as Position), moves: uciMoves(game) },
  params,
  cache,
  deterministic,
  trace,
});

/**
 * A process whose engines all run. Every measurement has one of its own: a warm hash would give the next an advantage.
 */
export const withWarmService = <T>(
  work: (service: ForkedService) => Promise<T>,
  changes: Partial<Config> = {},
): Promise<T> =>
  withService(async service => {
    const job = expectedJob(warmUpQuestion(), { ...PARAMS, depth: 5 });
    // The first may be over before the second of Maia's workers has loaded the model.
    for (let round = 0; round < 2; round++) await service.run(job);
    return work(service);
  }, changes);
