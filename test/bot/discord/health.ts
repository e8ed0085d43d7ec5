import type { Status } from '../../../src/service/status.ts';

/** What the bot that lives long and those who watch it have agreed upon. */

export interface Health {
  bytes: Record<'heapUsed' | 'external' | 'rss', number>;
  /** Open ones, by kind. */
  handles: Record<string, number>;
  /** Living ones, by class. */
  objects: Record<string, number>;
  /** Those of discord.js: one for each interaction, until they are swept. */
  queues: Record<'handlers' | 'hashes', number>;
  warnings: string[];
  logged: string[];
}

/** A position about which nothing is ever said. */
export const ENDLESS = { san: 'a4 a5', uci: 'a2a4 a7a5' };

const idle = { busy: 0, busyMs: 0, failures: 0, pids: [] };
export const STATUS: Status = {
  kind: 'status',
  version: 1,
  pid: 1,
  uptimeMs: 1,
  queue: { running: 0, waiting: 0 },
  stockfish: { source: 'x', path: 'x', fingerprint: 'x', problem: null, engines: 1, ...idle },
  maia: { model: 'x', loaded: true, workers: 1, ...idle },
  cache: { path: null, problem: null, entries: 0, bytes: 0, hits: 0, misses: 0 },
};
