import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExpectedReport, TreeNode } from '../src/analysis/expected/report.ts';
import { makeLog } from '../src/base/log.ts';
import { after, fenOf, legalMoves, type Position } from '../src/chess/position.ts';
import { EXPECTED } from '../src/questions/expected.ts';
import { Store } from '../src/store/store.ts';
import { freePort } from '../test/support/port.ts';
import { seeded } from '../test/support/positions.ts';
import { below, until } from '../test/support/processes.ts';
import { wideReport } from '../test/web/measure.ts';
import { type Comparison, config, type Part, playouts, progress, ROOT, sum } from './support.ts';

/** What a page of 18 MB costs `kibitz serve`, a process of its own with real connections. */

/** A tree of 240 answers with as many to each: 57,841 positions. */
const WIDE = 240;
/** With about thirty moves in the last position of each. */
const GAMES = 2_000;
const READS = 1_000;
const AT_ONCE = 8;
const SILENT = 60;
const BUILDS = 3;
const MOST_MB = 100;
/** Ten seconds: a connection that reads nothing is closed after thirty. */
const LOOKS = 50;
const LOOK_MS = 200;
/** Each request has an address of its own, as behind a proxy: one address alone is refused after some hundreds. */
const READS_EACH = 100;
/** On every Linux a hundredth of a second. */
const TICK_MS = 10;

export async function hostedPart(folder: string): Promise<Part> {
  const ids = keep(folder, BUILDS + 1);
  const port = await freePort();
  return withServer(folder, port, async pid => {
    const [page = '', ...others] = ids.map(id => `http://127.0.0.1:${port}/r/${id}`);
    progress('pages: a large one on a server');
    // From now on there are processes that make pages.
    const bytes = await read(page);
    const builds = await spentOn(pid, () => inTurn(others, other => read(other)));
    const build = { program: builds.program / BUILDS, kernel: builds.kernel / BUILDS };
    const sent = await spentOn(pid, () => readOften(page));
    const etag = (await fetch(page, { method: 'HEAD' })).headers.get('etag') ?? '';
    const known = await spentOn(pid, () => readOften(page, { 'if-none-match': etag }));
    const grown = await growth(pid, page);
    progress('');
    return {
      rows: [
        row(`a page of ${(bytes / 1e6).toFixed(1)} MB, compressed, is made`, build),
        row(`it is sent ${READS} times`, sent),
        row(`${READS} times it is there already`, known),
      ],
      comparisons: [
        compare(`two builds of a large page against ${READS} GETs of it, in the program`, build.program, sent.program),
        compare(`two builds of it against ${READS} GETs by those who have it`, all(build), all(known)),
        { name: `${MOST_MB} MB against what ${SILENT} who do not read it take`, ratio: MOST_MB / grown, target: 1 },
      ],
      notes: [
        `the kernel's time for pages that are sent is that of copying ${Math.round((READS * bytes) / 1e6)} MB`,
        `${SILENT} who asked for the large page and read nothing: at most ${grown} MB more than before`,
      ],
    };
  });
}

interface Spent {
  program: number;
  kernel: number;
}
const all = ({ program, kernel }: Spent): number => program + kernel;
const row = (what: string, { program, kernel }: Spent) => ({ what, 'processor ms': program, 'of the kernel': kernel });
const compare = (name: string, build: number, gets: number): Comparison => ({
  name,
  ratio: (2 * build) / gets,
  target: 1,
});

/** No two positions are alike, nor their numbers, as in real reports: others compress ten times as well. */
export function largeReport(): ExpectedReport {
  const random = seeded(1);
  const fens = playouts(GAMES).flatMap(positions => fensAfter(positions.at(-1) as Position));
  let at = 0;
  const vary = (node: TreeNode): TreeNode => ({
    ...node,
    ...{ probability: random(), cumulative: random(), winrate: random(), expected: random() },
    fen: fens[at++ % fens.length] as string,
    children: node.children.map(vary),
  });
  const report = wideReport(WIDE);
  return { ...report, moves: report.moves.map(move => ({ ...move, tree: vary(move.tree) })) };
}

const fensAfter = (position: Position): string[] =>
  legalMoves(position).map(({ move }) => fenOf(after(position, move)));

function keep(folder: string, count: number): string[] {
  const store = new Store({ folder, log: makeLog({ level: 'silent', format: 'text' }) });
  const report = largeReport();
  const about = { owner: '1', kind: EXPECTED, question: { fen: '', moves: [], params: report.params, names: {} } };
  const ids = Array.from({ length: count }, () => store.reports.put(report, about));
  store.close();
  return ids;
}

async function withServer<T>(folder: string, port: number, work: (pid: number) => Promise<T>): Promise<T> {
  const args = ['--import', 'tsx', join(ROOT, 'src/cli/main.ts'), 'serve', '--port', `${port}`];
  const env = { ...process.env, KIBITZ_DATA_DIR: folder, KIBITZ_MODEL_DIR: config().modelDir };
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, KIBITZ_WEB_PROXIES: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const closed = once(child, 'close');
  try {
    await until(() => {
      if (child.exitCode !== null) throw new Error(`the server has ended: ${said}`);
      return said.includes('Reports are served at');
    }, 'the server is there');
    return await work(child.pid as number);
  } finally {
    child.kill('SIGKILL');
    await closed;
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const from = (index: number) => ({ 'x-forwarded-for': `192.0.2.${1 + Math.floor(index / READS_EACH)}` });

/** How many bytes came. */
function read(url: string, more: Record<string, string> = {}): Promise<number> {
  const headers = { 'accept-encoding': 'gzip', ...more };
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, response => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 || response.statusCode === 304
          ? resolve(bytes)
          : reject(new Error(`${url}: ${response.statusCode}`)),
      );
    });
    request.on('error', reject);
  });
}

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) await work(item);
}

async function readOften(url: string, headers: Record<string, string> = {}): Promise<void> {
  const indices = Array.from({ length: READS }, (_, index) => index);
  const shares = Array.from({ length: AT_ONCE }, (_, share) => indices.filter(index => index % AT_ONCE === share));
  await Promise.all(shares.map(share => inTurn(share, index => read(url, { ...from(index), ...headers }))));
}

/** Milliseconds of processor, of the server and of all that it has started. */
function spent(pid: number): Spent {
  const ticks = [pid, ...below(pid)].map(each => {
    const stat = readFileSync(`/proc/${each}/stat`, 'utf8');
    // After the name, which may have blanks in it: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { program: Number(fields[11]), kernel: Number(fields[12]) };
  });
  return {
    program: TICK_MS * sum(ticks.map(({ program }) => program)),
    kernel: TICK_MS * sum(ticks.map(({ kernel }) => kernel)),
  };
}

async function spentOn(pid: number, work: () => Promise<void>): Promise<Spent> {
  const before = spent(pid);
  await work();
  const after = spent(pid);
  return { program: after.program - before.program, kernel: after.kernel - before.kernel };
}

const rssMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Every connection has asked, gets as much as fits between two processes, and reads none of it. */
async function growth(pid: number, url: string): Promise<number> {
  const before = rssMb(pid);
  const { port, pathname } = new URL(url);
  const all = Array.from({ length: SILENT }, (_, index) => silent(Number(port), pathname, `198.51.100.${index + 1}`));
  let most = before;
  for (let look = 0; look < LOOKS; look++) {
    await sleep(LOOK_MS);
    most = Math.max(most, rssMb(pid));
  }
  for (const socket of all) socket.destroy();
  // Nothing at all is measured as nothing.
  return Math.max(1, Math.ceil(most - before));
}

function silent(port: number, path: string, address: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\nx-forwarded-for: ${address}\r\n\r\n`);
  return socket;
}
