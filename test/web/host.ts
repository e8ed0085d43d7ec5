import { INITIAL_FEN } from 'chessops/fen';
import { afterAll, onTestFinished } from 'vitest';
import { CARO_KANN, REPORT } from '../../gallery/report.ts';
import { uciMoves } from '../../src/chess/game.ts';
import { EXPECTED, type ExpectedQuestion } from '../../src/questions/expected.ts';
import type { About } from '../../src/store/reports.ts';
import { Store } from '../../src/store/store.ts';
import { startTasks, type TaskPool } from '../../src/tasks/tasks.ts';
import { PageServer, type PageServerOptions } from '../../src/web/server/server.ts';
import { HandService } from '../support/hand-service.ts';
import { silent, temporaryFolder } from '../support/settings.ts';
import { SOURCE } from './file.ts';

/** Kept reports and a server of their own on this machine, closed with the test. */

export const QUESTION: ExpectedQuestion = {
  fen: INITIAL_FEN,
  moves: uciMoves(CARO_KANN),
  params: REPORT.params,
  names: {},
};
export const ABOUT: About = { owner: '1', kind: EXPECTED, question: QUESTION };

/** For all servers of a file of tests: what a process has loaded it need not load again. */
export const pool = startTasks({ size: 1 });
afterAll(() => pool.close());

/** Says how much it was asked. */
export function counted(tasks: Pick<TaskPool, 'run'>): Pick<TaskPool, 'run'> & { count: number } {
  return {
    count: 0,
    run(...given) {
      this.count++;
      return tasks.run(...given);
    },
  };
}

const GENEROUS = { running: 100, hourly: 100 };

export async function host(options: Partial<PageServerOptions> = {}, now: () => number = Date.now) {
  const store = new Store({ folder: temporaryFolder(), log: silent, now });
  const hands = new HandService();
  const server = new PageServer({
    ...{ service: hands, reports: store.reports, log: silent, host: '127.0.0.1', port: 0, quota: GENEROUS, now },
    ...{ tasks: pool, version: '1.2.3', sourceUrl: SOURCE },
    ...options,
  });
  const url = await server.open();
  onTestFinished(async () => {
    await server.close();
    store.close();
  });
  const id = store.reports.put(REPORT, ABOUT);
  return { store, hands, server, url, id, page: `${url}r/${id}` };
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
