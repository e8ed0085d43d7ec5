import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLog } from '../src/base/log.ts';
import { LichessBot } from '../src/bot/lichess/bot.ts';
import { DEFAULT_LICHESS_SETTINGS } from '../src/bot/lichess/settings.ts';
import { parsePgn } from '../src/input/pgn.ts';
import { LichessClient } from '../src/lichess/client.ts';
import { exportGame } from '../src/lichess/export.ts';
import type { AnalysisService } from '../src/service/jobs.ts';
import { reviewJob } from '../src/service/review-job.ts';
import { Store } from '../src/store/store.ts';
import type { Loopback } from '../test/support/lichess/loopback.ts';
import { closeLichess, openLichess } from '../test/support/lichess/open.ts';
import { randomly } from '../test/support/lichess/opponent.ts';
import type { Round } from '../test/support/lichess/round.ts';
import { withWarmService } from './questions.ts';
import { CORES, percentile, progress, type Report, ROOT, type Row, withFolder } from './support.ts';

/** About ten seconds all the time: what a move takes comes back with the increment. */
const CLOCK = { limit: 10, increment: 1 };
/**
 * Below it an answer has to be there within a second; moves with more time are left out, and the first, for which no
 * clock runs.
 */
const LOW_MS = 15_000;
const PLIES = 60;
const GAMES = 2;
/** At once: every engine and every worker of Maia has more than it can do. */
const REVIEWS = 4 * CORES;
const NODES = 100_000;
const ANSWER_MS = 1_000;
const LEAVE_MS = 150;
const QUIET = makeLog({ level: 'silent', format: 'text' });
const PGN = readFileSync(join(ROOT, 'assets/games/opera.pgn'), 'utf8');
const EXPORTED = 'abcdefgh';

/** Of each move of ours: from the opponent's, and from the decision, until it has arrived at Lichess. */
interface Times {
  answers: number[];
  leaves: number[];
}

/** How soon the bot answers with ten seconds on its clock, with nothing else to do and with much. */
export const lichessBench = (): Promise<Report> =>
  withWarmService(service =>
    withFolder(async folder => {
      const lichess = await openLichess();
      const store = new Store({ folder, log: QUIET });
      lichess.games.set(EXPORTED, PGN);
      lichess.faults.set({ dawdles: { rate: 1, where: /export/ } });
      try {
        progress('lichess: alone');
        const alone = await play(lichess, service, store);
        progress('lichess: with reviews and exports');
        const busy = await besides(review(service), () => play(lichess, service, store, exports));
        progress('');
        return report(alone, busy, lichess);
      } finally {
        store.close();
        closeLichess(lichess);
      }
    }),
  );

type Doing = (signal: AbortSignal) => Promise<unknown>;

/** Something is done again and again for as long as something else takes. */
async function besides<T>(doing: Doing, work: () => Promise<T>): Promise<T> {
  const enough = new AbortController();
  setMaxListeners(0, enough.signal); // every job listens to it
  const again = async () => {
    while (!enough.signal.aborted) await doing(enough.signal);
  };
  const done = again().catch(error => {
    if (!enough.signal.aborted) throw error;
  });
  try {
    return await work();
  } finally {
    enough.abort();
    await done;
  }
}

/** All different, or they would be one. */
function review(service: AnalysisService): Doing {
  const game = parsePgn(PGN);
  if (!game.ok) throw new Error(game.message);
  const ratings = { white: 1500, black: 1500 };
  let nodes = NODES;
  const one = (signal: AbortSignal) => {
    const limit = { kind: 'nodes', nodes: nodes++ } as const;
    return service.run(reviewJob(game.value, { limit, ratings, maia: true }, { cache: false }), { signal });
  };
  return signal => Promise.all(Array.from({ length: REVIEWS }, () => one(signal)));
}

/** Other people's questions, which take their time and use the same line. */
const exports =
  (client: LichessClient): Doing =>
  signal =>
    exportGame(client, EXPORTED, { signal });

/** Games against an opponent who moves at once: the bot thinks as usual in some, and not at all in the others. */
async function play(
  lichess: Loopback,
  service: AnalysisService,
  store: Store,
  meanwhile?: (client: LichessClient) => Doing,
): Promise<Times> {
  const times: Times = { answers: [], leaves: [] };
  for (const pace of [1, 0]) {
    let decided = 0;
    const run: AnalysisService['run'] = async (job, options) => {
      const answer = await service.run(job, options);
      decided = lichess.clock.now();
      return answer;
    };
    const client = new LichessClient({ url: lichess.url, userAgent: 'Kibitz', token: lichess.bot().token });
    const settings = { ...DEFAULT_LICHESS_SETTINGS, pace, chat: false, draws: false, resignAfter: 0 };
    const watched: AnalysisService = {
      run,
      runPacked: (job, options) => service.runPacked(job, options),
      close: () => service.close(),
    };
    const bot = new LichessBot({ client, service: watched, store, log: QUIET, settings, sourceUrl: lichess.url });
    const games = async () => {
      for (let game = 0; game < GAMES; game++) {
        const { answers, leaves } = await playOne(lichess, game, () => decided);
        if (pace === 0) times.leaves.push(...leaves);
        else times.answers.push(...answers);
      }
    };
    try {
      await bot.start();
      await lichess.listening(lichess.bot());
      await (meanwhile ? besides(meanwhile(client), games) : games());
    } finally {
      await bot.close();
      await client.close();
    }
  }
  return times;
}

async function playOne(lichess: Loopback, seed: number, decided: () => number): Promise<Times> {
  const name = `Anna${lichess.rounds.size}`;
  lichess.opponent(name, { plays: randomly(seed), does: { [PLIES]: 'resigns' } });
  const round = await lichess.challenge({ from: name, color: 'white', clock: CLOCK }).accepted();
  const times: Times = { answers: [], leaves: [] };
  let theirs = { at: lichess.clock.now(), left: round.left('black') };
  round.listen(({ kind }) => {
    const now = lichess.clock.now();
    if (kind !== 'move') return;
    if (!isOurs(round)) theirs = { at: now, left: round.left('black') };
    else if (theirs.left < LOW_MS && round.plies.length > 2) {
      times.answers.push(now - theirs.at);
      times.leaves.push(now - decided());
    }
  });
  await round.ended();
  return times;
}

/** Whose move was the last one: the bot has Black. */
const isOurs = ({ plies }: Round): boolean => plies.length % 2 === 0;

function report(alone: Times, busy: Times, lichess: Loopback): Report {
  const lost = [...lichess.rounds.values()].filter(({ status }) => status === 'outoftime').length;
  const row = (what: string, times: readonly number[]): Row => ({
    what,
    moves: times.length,
    'p50 ms': percentile(times, 0.5),
    'p95 ms': percentile(times, 0.95),
    'slowest ms': percentile(times, 1),
  });
  return {
    title: `lichess: ten seconds left, ${REVIEWS} reviews at once, and exports that take their time`,
    rows: [
      row('answer, alone', alone.answers),
      row('answer, busy', busy.answers),
      row('decision to arrival, alone', alone.leaves),
      row('decision to arrival, busy', busy.leaves),
    ],
    comparisons: [
      { name: `${ANSWER_MS} ms against the slowest answer`, ratio: ANSWER_MS / percentile(busy.answers, 1), target: 1 },
      {
        name: `${LEAVE_MS} ms against the slowest way to Lichess`,
        ratio: LEAVE_MS / percentile(busy.leaves, 1),
        target: 1,
      },
    ],
    notes: [
      `games lost on time: ${lost}`,
      ...lichess.takeComplaints().map(complaint => `Lichess complains: ${complaint}`),
    ],
  };
}
