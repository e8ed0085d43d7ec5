import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/**
 * Who may import what in src, types included. What is not allowed here is forbidden, and a folder without a row may
 * not be. A row holds for all below its folder that has no row of its own; a name ending in `*` is of several files.
 * After the colon stand other rows, or single folders or files of them; `*` is everything, less what has a `!`.
 */

const FRONT = 'service/jobs.ts tasks/tasks.ts';

export const FOLDERS: Readonly<Record<string, string>> = {
  base: '',
  chess: 'base',
  engine: 'base chess',
  input: 'base chess',
  render: 'base chess',
  lichess: 'base chess input',
  analysis: 'base chess engine',
  // An investigation's report has a game in it, and its comments are words.
  service: 'base chess engine analysis present/investigation-pgn.ts',
  store: 'base chess analysis/expected/params.ts render/theme.ts',
  questions: 'base chess input analysis service/jobs.ts service/review-job.ts',
  present: 'base chess analysis render',
  web: 'base chess analysis present questions store',
  'web/page': 'base chess analysis present render web',
  'web/server': 'base chess analysis questions store service web tasks/tasks.ts',
  bot: 'base chess input lichess service/jobs.ts service/quota.ts',
  'bot/discord': `base chess input analysis lichess questions present render store bot ${FRONT}
    service/batches.ts service/review-job.ts service/status.ts`,
  'bot/lichess': `base chess analysis lichess store bot ${FRONT}`,
  tasks: `base chess input lichess analysis render present questions store web web/server/run-again.ts bot/discord
    service/jobs.ts`,
  metrics: 'base service/jobs.ts service/status.ts',
  app: `* !cli !engine/stockfish.ts !engine/engine-pool.ts !engine/maia-pool.ts !engine/uci-process.ts !tasks
    tasks/tasks.ts`,
  cli: `app base chess input render lichess analysis service questions present web store metrics/server.ts bot
    bot/discord/commands.ts bot/discord/core/application.ts engine/model-choice.ts engine/download.ts
    engine/manifest.ts engine/model-store.ts engine/uci.ts`,
};

/** Where what is not of Kibitz is imported: each heavy package has one place. A package that is not here has none. */
export const PACKAGES: Readonly<Record<string, string>> = {
  chessops: '* !base',
  zod: '* !base !chess !web/page',
  pino: 'base bot bot/discord bot/lichess app cli metrics service store web/server',
  'chess.js': 'input',
  'node-uci': 'engine',
  'onnxruntime-node': 'engine',
  tar: 'engine',
  undici: 'lichess',
  libsql: 'base store',
  bullmq: 'service/redis',
  ioredis: 'service/redis',
  '@napi-rs/canvas': 'render',
  gifenc: 'render web/page/drawing.ts',
  '@lichess-org/chessground': 'web/page',
  esbuild: 'web',
  fastify: 'web/server',
  'prom-client': 'metrics',
  'discord.js': 'bot/discord',
  'discord-api-types': 'bot/discord',
  'cli-progress': 'cli',
  commander: 'cli',
  'node:child_process': 'base engine service',
  'node:worker_threads': 'engine',
  'node:*': '* !chess !analysis !present !questions !web/page',
};

/** Of each file, by its path in the project: the files that it imports, and the packages. */
export type Imports = ReadonlyMap<string, { files: string[]; packages: string[] }>;

export function readImports(root: string, folders: readonly string[] = ['src']): Imports {
  const names = folders
    .flatMap(each => readdirSync(join(root, each), { recursive: true, encoding: 'utf8' }).map(name => join(each, name)))
    .filter(name => name.endsWith('.ts'));
  return new Map(names.sort().map(name => [name, importsOf(name, readFileSync(join(root, name), 'utf8'))]));
}

function importsOf(file: string, text: string) {
  const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const isFile = (name: string): boolean => name.startsWith('.');
  return {
    files: names.filter(isFile).map(name => posix.join(posix.dirname(file), name)),
    packages: names.filter(name => !isFile(name)).map(name => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name),
  };
}

export const namesIn = (list: string): string[] => list.split(/\s+/).filter(Boolean);

const isWithin = (file: string, place: string): boolean =>
  place.endsWith('*') ? file.startsWith(`src/${place.slice(0, -1)}`) : `${file}/`.startsWith(`src/${place}/`);

/** The row that a file belongs to: of those that fit, the longest. */
export const rowOf = (file: string): string | undefined =>
  Object.keys(FOLDERS)
    .filter(row => isWithin(file, row))
    .sort((one, other) => other.length - one.length)[0];

/** Whether a file is on a list: what stands later there counts more. */
function isListed(file: string, list: string): boolean {
  const deciding = namesIn(list).findLast(name => {
    const place = name.replace('!', '');
    return place === '*' || (place in FOLDERS ? rowOf(file) === place : isWithin(file, place));
  });
  return deciding !== undefined && !deciding.startsWith('!');
}

/** A sentence for each import in src that the tables do not allow. */
export function wrongImports(imports: Imports): string[] {
  const inSrc = [...imports].filter(([file]) => file.startsWith('src/'));
  return inSrc.flatMap(([file, { files, packages }]) => {
    const row = rowOf(file);
    if (row === undefined) return [`${file} belongs to no row of FOLDERS.`];
    return [
      ...files
        .filter(target => rowOf(target) !== row && !(rowOf(target) && isListed(target, FOLDERS[row] ?? '')))
        .map(target => `${file} imports ${target}, which ${row} may not.`),
      ...packages
        .filter(name => !isListed(file, placesOf(name)))
        .map(name => `${file} imports ${name}, which lives in: ${placesOf(name) || 'no folder'}.`),
    ];
  });
}

const placesOf = (name: string): string => PACKAGES[name] ?? (name.startsWith('node:') ? PACKAGES['node:*'] : '') ?? '';

/** Names in the tables that stand for no file: misspelt, or left over. */
export function namesOfNothing(imports: Imports): string[] {
  const names = [...Object.keys(FOLDERS), ...Object.values({ ...FOLDERS, ...PACKAGES }).flatMap(namesIn)];
  const places = new Set(names.map(name => name.replace('!', '')));
  return [...places].filter(place => place !== '*' && ![...imports.keys()].some(file => isWithin(file, place)));
}

/** All files that import each other in a cycle, whatever way there is between them (Tarjan 1972). */
export function filesInCycles(imports: Imports): string[] {
  const found: string[] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  /** The first of the open files that this one leads back to. */
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let first = own;
    for (const target of imports.get(file)?.files ?? []) {
      if (!order.has(target)) first = Math.min(first, visit(target));
      else if (open.includes(target)) first = Math.min(first, order.get(target) ?? first);
    }
    if (first === own) {
      const cycle = open.splice(open.indexOf(file));
      if (cycle.length > 1 || imports.get(file)?.files.includes(file)) found.push(...cycle);
    }
    return first;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found.sort();
}
