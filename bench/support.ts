import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '../src/app/config.ts';
import { makeLog } from '../src/base/log.ts';
import type { Game } from '../src/chess/game.ts';
import { epdOf, type Position } from '../src/chess/position.ts';
import { table } from '../src/cli/terminal.ts';
import { ForkedService } from '../src/service/forked.ts';
import { positionOf, randomGame, seeded } from '../test/support/positions.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const CORES = availableParallelism();

export function config(): Config {
  const read = readConfig(process.env);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

/** One line of a table, and of the JSON. */
export type Row = Readonly<Record<string, string | number>>;

/** How many times as good one variant is as another; without a target it is for information. */
export interface Comparison {
  name: string;
  ratio: number;
  target?: number;
}

export interface Report {
  title: string;
  /** Those with the same columns are one table. */
  rows: Row[];
  comparisons: Comparison[];
  notes: string[];
}

/** What one of several measurements adds to a report. */
export type Part = Pick<Report, 'rows' | 'comparisons' | 'notes'>;

export type Section = (isShort: boolean) => Promise<Report>;

/** Milliseconds of each variant, by name, in the order of the rounds. */
export type Timings = ReadonlyMap<string, readonly number[]>;
export type Variants = Readonly<Record<string, () => Promise<unknown>>>;

export interface Measured<T> {
  result: T;
  ms: number;
}

export async function measured<T>(work: () => Promise<T>): Promise<Measured<T>> {
  const started = performance.now();
  const result = await work();
  return { result, ms: performance.now() - started };
}

export const timed = async (work: () => Promise<unknown>): Promise<number> => (await measured(work)).ms;

/** A B A B …: whatever else the machine does meanwhile hits every variant alike. */
export async function interleave(name: string, rounds: number, variants: Variants): Promise<Timings> {
  const timings = new Map<string, number[]>(Object.keys(variants).map(key => [key, []]));
  for (let round = 1; round <= rounds; round++) {
    progress(`${name}: round ${round} of ${rounds}`);
    for (const [key, work] of Object.entries(variants)) timings.get(key)?.push(await timed(work));
  }
  progress('');
  return timings;
}

export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('nothing was measured');
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] as number;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number => sum(values) / values.length;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const msOf = (timings: Timings, variant: string): readonly number[] => {
  const values = timings.get(variant);
  if (!values) throw new RangeError(`there is no variant "${variant}"`);
  return values;
};

/**
 * How many times as fast `fast` is: the median over rounds of the ratio within a round, since neighbours in time share
 * their noise. `work` is how much more the fast variant had to do.
 */
export const speedUp = (timings: Timings, fast: string, slow: string, work = 1): number => {
  const base = msOf(timings, slow);
  return median(msOf(timings, fast).map((ms, round) => ((base[round] as number) / ms) * work));
};

export function printReport({ title, rows, comparisons, notes }: Report): void {
  const lines = [
    title,
    '',
    ...tablesOf(rows).flatMap(rows => [...tableOf(rows), '']),
    ...comparisons.map(formatComparison),
    ...notes.map(note => `note: ${note}`),
  ];
  for (const line of lines) console.log(line && line !== title ? `  ${line}` : line);
  console.log();
}

function tablesOf(rows: readonly Row[]): Row[][] {
  const tables = new Map<string, Row[]>();
  for (const row of rows) {
    const columns = columnsOf([row]).join();
    tables.set(columns, [...(tables.get(columns) ?? []), row]);
  }
  return [...tables.values()];
}

const columnsOf = ([first]: readonly Row[]): string[] => Object.keys(first ?? {});

function cellsOf(rows: readonly Row[]): string[][] {
  const columns = columnsOf(rows);
  return [columns, ...rows.map(row => columns.map(column => formatCell(row[column] ?? '')))];
}

function tableOf(rows: readonly Row[]): string[] {
  const numeric = columnsOf(rows).flatMap((column, index) =>
    rows.some(row => typeof row[column] === 'number') ? [index] : [],
  );
  return table(cellsOf(rows), numeric);
}

/** A table as documents have it. */
export function markdownOf(rows: readonly Row[]): string {
  const [head = [], ...body] = cellsOf(rows);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [head, head.map(() => '---'), ...body].map(line).join('');
}

export const isMet = ({ ratio, target }: Comparison): boolean => target === undefined || ratio >= target;

function formatComparison(comparison: Comparison): string {
  const { name, ratio, target } = comparison;
  const said = `${name}: ${ratio.toFixed(2)}x`;
  return target === undefined
    ? said
    : `${said} (target >= ${formatCell(target)}: ${isMet(comparison) ? 'met' : 'MISSED'})`;
}

function formatCell(value: string | number): string {
  if (typeof value === 'string') return value;
  if (Math.abs(value) >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value < 0.1 ? 4 : value < 10 ? 2 : 1);
}

/** Into the folder of results. */
export function save(name: string, text: string): void {
  const folder = join(ROOT, 'out');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

const SAMPLE_MS = 1_000;

/** How many cores other programs keep busy, seen while this one does nothing. */
export async function coresInUse(): Promise<number> {
  const before = cpuTimes();
  await sleep(SAMPLE_MS);
  const after = cpuTimes();
  return (CORES * (after.busy - before.busy)) / Math.max(1, after.all - before.all);
}

function cpuTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times }) => times);
  const all = times.flatMap(time => Object.values(time)).reduce((sum, ms) => sum + ms, 0);
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all };
}

/** A folder of its own for as long as `work` takes. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kibitz-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An analysis process with a data folder of its own for as long as `work` takes. */
export const withService = <T>(
  work: (service: ForkedService) => Promise<T>,
  changes: Partial<Config> = {},
): Promise<T> =>
  withFolder(async dataDir => {
    const log = { level: 'silent', format: 'text' } as const;
    const settings = { ...config(), ...changes, dataDir, log };
    const service = new ForkedService({ ...settings, settings, log: makeLog(log) });
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  });

/** Middlegames out of well-known engine test sets (Stockfish's `bench`, Bratko–Kopec) and opening theory. */
const MIDDLEGAME_FENS = [
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10',
  '4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19',
  'rq3rk1/ppp2ppp/1bnpb3/3N2B1/3NP3/7P/PPPQ1PP1/2KR3R w - - 7 14',
  'r1bq1r1k/1pp1n1pp/1p1p4/4p2Q/4Pp2/1BNP4/PPP2PPP/3R1RK1 w - - 2 14',
  'r3r1k1/2p2ppp/p1p1bn2/8/1q2P3/2NPQN2/PPP3PP/R4RK1 b - - 2 15',
  'r1bbk1nr/pp3p1p/2n5/1N4p1/2Np1B2/8/PPP2PPP/2KR1B1R w kq - 0 13',
  'r1bq1rk1/ppp1nppp/4n3/3p3Q/3P4/1BP1B3/PP1N2PP/R4RK1 w - - 1 16',
  '4r1k1/r1q2ppp/ppp2n2/4P3/5Rb1/1N1BQ3/PPP3PP/R5K1 w - - 1 17',
  '2rqkb1r/ppp2p2/2npb1p1/1N1Nn2p/2P1PP2/8/PP2B1PP/R1BQK2R b KQk - 0 11',
  'r1bq1r1k/b1p1npp1/p2p3p/1p6/3PP3/1B2NN2/PP3PPP/R2Q1RK1 w - - 1 16',
  '3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22',
  'r1q2rk1/2p1bppp/2Pp4/p6b/Q1PNp3/4B3/PP1R1PPP/2K4R w - - 2 18',
  '3q2k1/pb3p1p/4pbp1/2r5/PpN2N2/1P2P2P/5PP1/Q2R2K1 b - - 4 26',
  '2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 30',
  'rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 9',
  'r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 14',
  'r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 18',
  '1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 20',
  'r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 19',
  '2rq1rk1/pp1bppbp/2np1np1/8/3NP2P/1BN1BP2/PPPQ2P1/2KR3R b - - 0 11',
];

export const middlegames = (): Position[] => MIDDLEGAME_FENS.map(positionOf);

const FIRST_PLY = 16;
const LAST_PLY = 48;

/** Histories that end in `count` different middlegame positions, always the same ones: random games from the start. */
export function playouts(count: number): Game['positions'][] {
  const random = seeded(count);
  const known = new Map<string, Game['positions']>();
  while (known.size < count) {
    const { positions } = randomGame(FIRST_PLY + Math.floor(random() * (LAST_PLY - FIRST_PLY)), random);
    known.set(epdOf(positions.at(-1) as Position), positions);
  }
  return [...known.values()];
}
