import { afterEach } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { LichessBot, type LichessBotOptions } from '../../../src/bot/lichess/bot.ts';
import type { FinishedGame } from '../../../src/bot/lichess/game-info.ts';
import { DEFAULT_LICHESS_SETTINGS, type LichessSettings } from '../../../src/bot/lichess/settings.ts';
import { current, type Game, playUci } from '../../../src/chess/game.ts';
import { legalMoves, sanOf } from '../../../src/chess/position.ts';
import { cp, type Score } from '../../../src/chess/score.ts';
import { LichessClient } from '../../../src/lichess/client.ts';
import type { AnalysisService, Job, JobOptions } from '../../../src/service/jobs.ts';
import { openStore } from '../../store/open.ts';
import type { Loopback } from '../../support/lichess/loopback.ts';
import { positionOf, seeded } from '../../support/positions.ts';
import { silent } from '../../support/settings.ts';

/** The bot on the Lichess of the tests, with an analysis that costs nothing. */

type Wdl = { win: number; draw: number; loss: number };

export interface Opinions {
  /** How likely a move is to be played, by UCI; equal if nothing is said. */
  likes?: (game: Game, uci: string) => number;
  wdl?: (game: Game) => Wdl;
  /** Stockfish's. */
  score?: (game: Game, searched: string[] | undefined) => Score;
  /** Before an answer is given. */
  wait?: (job: Job, options: JobOptions) => Promise<void> | void;
}

interface FakeAnalysis extends AnalysisService {
  asked: { job: Job; options: JobOptions }[];
}

const EVEN: Wdl = { win: 0.4, draw: 0.2, loss: 0.4 };

export function fakeAnalysis({ likes = () => 1, wdl = () => EVEN, score = () => cp(0), wait }: Opinions = {}) {
  const answerTo = (job: Job): object => {
    if (!('input' in job)) throw new Fault('internal', `nobody asks for ${job.kind} here`);
    const game = playUci(positionOf(job.input.fen), job.input.moves);
    if (!game) throw new Fault('bad-input', 'moves: these moves cannot be played from this position.');
    const position = current(game);
    const moves = legalMoves(position).map(({ uci, move }) => ({ uci, san: sanOf(position, move) }));
    const weights = moves.map(({ uci }) => likes(game, uci));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const probable = moves.map((move, index) => ({ ...move, probability: (weights[index] ?? 0) / sum }));
    switch (job.kind) {
      case 'maia':
        return { kind: 'maia', moves: probable, wdl: wdl(game) };
      case 'eval': {
        const searched = job.params.searchmoves;
        return { kind: 'eval', score: score(game, searched), best: moves[0] ?? null };
      }
      default:
        return { kind: job.kind, moves: moves.map(move => ({ ...move, expected: 0.5 })) };
    }
  };
  const analysis = {
    asked: [] as FakeAnalysis['asked'],
    async run(job: Job, options: JobOptions = {}) {
      analysis.asked.push({ job, options });
      await Promise.race([wait?.(job, options), givenUp(options.signal)]);
      return answerTo(job);
    },
    close: async () => undefined,
  };
  return analysis as unknown as FakeAnalysis;
}

const givenUp = (signal: AbortSignal | undefined): Promise<never> | undefined =>
  signal &&
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

export interface StartOptions extends Partial<Omit<LichessBotOptions, 'settings'>> {
  settings?: Partial<LichessSettings>;
  /** The token of another account. */
  token?: string;
}

interface Started {
  bot: LichessBot;
  client: LichessClient;
  finished: FinishedGame[];
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(one => one.close()));
});

/** Where its source is, on the Lichess of the tests. */
const SOURCE = 'https://git.example.org/kibitz';

let bots = 0;

/** Plays at once, unless it is told to think. */
export async function startBot(lichess: Loopback, options: StartOptions = {}): Promise<Started> {
  const token = options.token ?? lichess.bot().token;
  // Each has a name of its own: Lichess counts by it who asks for two things at once.
  const userAgent = `Kibitz/0 (${++bots})`;
  const client = new LichessClient({ url: lichess.url, userAgent, token, clock: lichess.clock, log: silent });
  const finished: FinishedGame[] = [];
  const bot = new LichessBot({
    ...{ client, service: fakeAnalysis(), store: openStore(), log: silent, random: seeded(1) },
    sourceUrl: SOURCE,
    afterGame: game => finished.push(game),
    ...options,
    settings: { ...DEFAULT_LICHESS_SETTINGS, pace: 0, ...options.settings },
  });
  open.push({ close: () => bot.close().then(() => client.close()) });
  await bot.start();
  await lichess.listening(lichess.bearer(token) ?? lichess.bot());
  return { bot, client, finished };
}
