import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/settings.ts';

/** Who may import what, as biome.json enforces it: asked of Biome itself, with files that hold one import each. */

const FORBIDDEN: [folder: string, imported: string][] = [
  ['chess', '../input/position.ts'],
  ['chess', '../engine/uci.ts'],
  ['chess', '../analysis/eval.ts'],
  ['chess', '../service/jobs.ts'],
  ['chess', '../cli/main.ts'],
  ['chess', '../config.ts'],
  ['chess', '../log.ts'],
  ['chess', 'node:fs'],
  ['chess', 'chess.js'],
  ['chess', '@napi-rs/canvas'],
  ['chess', 'gifenc'],
  ['input', '../engine/fault.ts'],
  ['input', '../analysis/eval.ts'],
  ['input', '../service/jobs.ts'],
  ['input', '../cli/options.ts'],
  ['input', '../config.ts'],
  ['input', 'node:child_process'],
  ['input', 'onnxruntime-node'],
  ['input', '@napi-rs/canvas'],
  ['input', 'gifenc'],
  ['render', '../input/position.ts'],
  ['render', '../engine/fault.ts'],
  ['render', '../analysis/eval.ts'],
  ['render', '../service/jobs.ts'],
  ['render', '../cli/options.ts'],
  ['render', '../config.ts'],
  ['render', '../present/verdict.ts'],
  ['present', '../engine/fault.ts'],
  ['present', '../service/jobs.ts'],
  ['present', '../cli/options.ts'],
  ['present', '@napi-rs/canvas'],
  ['present', 'node:fs'],
  ['analysis', '../present/verdict.ts'],
  ['render', 'node:child_process'],
  ['render', 'chess.js'],
  ['lichess', '../input/pgn.ts'],
  ['lichess', '../engine/stockfish.ts'],
  ['lichess', '../analysis/eval.ts'],
  ['lichess', '../service/jobs.ts'],
  ['lichess', '../cli/source.ts'],
  ['lichess', '../config.ts'],
  ['lichess', 'libsql'],
  ['lichess', '@napi-rs/canvas'],
  ['chess', 'undici'],
  ['input', 'undici'],
  ['render', 'undici'],
  ['present', 'undici'],
  ['engine', 'undici'],
  ['analysis', 'undici'],
  ['service', 'undici'],
  ['cli', 'undici'],
  ['engine', '../input/position.ts'],
  ['engine', '../analysis/eval.ts'],
  ['engine', '../service/jobs.ts'],
  ['engine', '../cli/terminal.ts'],
  ['engine', '../config.ts'],
  ['engine', '../log.ts'],
  ['engine', 'chess.js'],
  ['engine', 'libsql'],
  ['engine', 'pino'],
  ['engine', '@napi-rs/canvas'],
  ['engine', 'gifenc'],
  ['engine/onnx', '../../service/jobs.ts'],
  ['analysis', '../input/position.ts'],
  ['analysis', '../service/jobs.ts'],
  ['analysis', '../cli/eval.ts'],
  ['analysis', '../config.ts'],
  ['analysis', 'node:fs'],
  ['analysis', 'onnxruntime-node'],
  ['analysis', '@napi-rs/canvas'],
  ['analysis', 'gifenc'],
  ['service', '../input/position.ts'],
  ['service', '../cli/terminal.ts'],
  ['service', '../config.ts'],
  ['service', 'chess.js'],
  ['service', 'onnxruntime-node'],
  ['service', 'node-uci'],
  ['service', '@napi-rs/canvas'],
  ['service', 'gifenc'],
  ['store', '../engine/stockfish.ts'],
  ['store', '../render/picture.ts'],
  ['store', '../service/cache.ts'],
  ['store', '../lichess/client.ts'],
  ['store', '../bot/limits.ts'],
  ['store', '../config.ts'],
  ['store', '../log.ts'],
  ['store', 'undici'],
  ['store', '@napi-rs/canvas'],
  ['cli', '../engine/stockfish.ts'],
  ['cli', '../engine/pool.ts'],
  ['cli', '../engine/maia.ts'],
  ['cli', '../engine/uci-process.ts'],
  ['cli', 'libsql'],
  ['cli', 'chess.js'],
  ['cli', 'node:child_process'],
  ['cli', '@napi-rs/canvas'],
  ['cli', 'gifenc'],
  ...['chess', 'input', 'render', 'present', 'lichess', 'engine', 'analysis', 'service', 'store', 'cli'].map(
    (folder): [string, string] => [folder, 'discord.js'],
  ),
  ...[
    'chess',
    'input',
    'render',
    'present',
    'lichess',
    'engine',
    'analysis',
    'store',
    'cli',
    'bot/discord',
    'bot/lichess',
  ].flatMap((folder): [string, string][] => [
    [folder, 'bullmq'],
    [folder, 'ioredis'],
  ]),
  ['service', '../bot/discord/client.ts'],
  ['bot/discord', '../../cli/version.ts'],
  ['bot/discord', '../../config.ts'],
  ['bot/discord', '../../engine/stockfish.ts'],
  ['bot/discord', '../../service/forked.ts'],
  ['bot/discord', '../../service/redis/service.ts'],
  ['bot/discord', '@napi-rs/canvas'],
  ['bot/discord', 'libsql'],
  ['bot/discord', 'undici'],
  ['bot/discord', 'node:child_process'],
  ['bot/lichess', '../discord/client.ts'],
  ['bot/lichess', '../../cli/version.ts'],
  ['bot/lichess', '../../config.ts'],
  ['bot/lichess', '../../config-keys.ts'],
  ['bot/lichess', '../../engine/stockfish.ts'],
  ['bot/lichess', '../../service/forked.ts'],
  ['bot/lichess', 'discord.js'],
  ['bot/lichess', 'undici'],
  ['bot/lichess', 'libsql'],
  ...['chess', 'engine', 'service', 'store', 'lichess', 'questions', 'web', 'web/page', 'bot/discord', 'cli'].map(
    (folder): [string, string] => [folder, 'fastify'],
  ),
  ...['chess', 'analysis', 'service', 'store', 'present', 'bot/lichess', 'web/page'].map((folder): [string, string] => [
    folder,
    `${'../'.repeat(folder.split('/').length)}questions/position.ts`,
  ]),
  ['questions', '../bot/limits.ts'],
  ['questions', '../service/forked.ts'],
  ['questions', '../web/report.ts'],
  ['web/server', '../../bot/limits.ts'],
  ['web/server', '../../config.ts'],
  ['web/server', '../../input/pgn.ts'],
  ['web/server', '../page/dom.ts'],
  ['web/server', 'libsql'],
  ['web/page', '../server/routes.ts'],
  ['web', '../cli/version.ts'],
  ['web', '../bot/limits.ts'],
  ['web', '../config.ts'],
  ['web', 'discord.js'],
  ['web/page', 'node:fs'],
  ['web/page', '../../engine/fault.ts'],
  ['web/page', '../../service/jobs.ts'],
  ['web/page', 'undici'],
  ...['chess', 'input', 'render', 'present', 'lichess', 'engine', 'analysis', 'service', 'store', 'cli', 'web'].map(
    (folder): [string, string] => [folder, 'prom-client'],
  ),
  ['bot/discord', 'prom-client'],
  ['bot/lichess', 'prom-client'],
  ['service', '../metrics/measures.ts'],
  ['bot/discord', '../../metrics/measures.ts'],
  ['metrics', '../service/desk.ts'],
  ['metrics', '../bot/limits.ts'],
  ['metrics', '../config.ts'],
  ['metrics', 'ioredis'],
  ['web/page', 'gifenc'],
  ...[
    'chess',
    'input',
    'render',
    'present',
    'lichess',
    'engine',
    'analysis',
    'service',
    'store',
    'questions',
    'web',
  ].map((folder): [string, string] => [folder, '../tasks/pool.ts']),
  ['bot/discord', '../../tasks/process.ts'],
  ['tasks', '../engine/stockfish.ts'],
  ['tasks', '../service/forked.ts'],
  ['tasks', '../lichess/client.ts'],
  ['tasks', '../config.ts'],
  ['tasks', 'discord.js'],
  ['tasks', 'libsql'],
  ['web/page/doors', '@napi-rs/canvas'],
  ['web/page/doors', 'node:fs'],
];

const ALLOWED: [folder: string, imported: string][] = [
  ['metrics', 'prom-client'],
  ['tasks', '../engine/fault.ts'],
  ['tasks', '../input/pgn.ts'],
  ['tasks', '../present/annotated-pgn.ts'],
  ['bot/discord', '../../tasks/pool.ts'],
  ['web/server', '../../tasks/pool.ts'],
  ['cli', '../tasks/pool.ts'],
  ['metrics', 'node:http'],
  ['metrics', '../service/vitals.ts'],
  ['metrics', '../engine/fault.ts'],
  ['cli', '../metrics/measures.ts'],
  ['web', '../analysis/expected/report.ts'],
  ['web', 'node:crypto'],
  ['web/server', 'fastify'],
  ['web/server', '../../questions/position.ts'],
  ['web/server', '../../store/reports.ts'],
  ['questions', '../service/jobs.ts'],
  ['questions', '../input/pgn.ts'],
  ['bot/discord', '../../questions/position.ts'],
  ['web/page', '../../present/verdict.ts'],
  ['web/page', '../report.ts'],
  ['web/page/doors', 'gifenc'],
  ['chess', './score.ts'],
  ['chess', 'chessops/chess'],
  ['input', '../chess/position.ts'],
  ['input', 'chess.js'],
  ['render', '../chess/words.ts'],
  ['render', './theme.ts'],
  ['render', '@napi-rs/canvas'],
  ['render', 'gifenc'],
  ['render', 'node:zlib'],
  ['lichess', '../chess/result.ts'],
  ['lichess', './link.ts'],
  ['lichess', '../engine/fault.ts'],
  ['lichess', '../engine/deferred.ts'],
  ['lichess', 'undici'],
  ['engine', '../chess/score.ts'],
  ['engine', './fault.ts'],
  ['engine', 'onnxruntime-node'],
  ['engine', 'node:worker_tasks'],
  ['engine', 'tar'],
  ['engine/onnx', './graph.ts'],
  ['analysis', '../chess/position.ts'],
  ['analysis', '../engine/policy.ts'],
  ['service', '../analysis/eval.ts'],
  ['service', '../engine/stockfish.ts'],
  ['service', '../log.ts'],
  ['service', 'libsql'],
  ['service/redis', 'bullmq'],
  ['service/redis', 'ioredis'],
  ['service', 'node:child_process'],
  ['store', '../chess/result.ts'],
  ['store', '../engine/fault.ts'],
  ['store', '../engine/folder.ts'],
  ['store', '../engine/packed.ts'],
  ['store', '../render/theme.ts'],
  ['store', 'libsql'],
  ['store', 'pino'],
  ['store', 'node:zlib'],
  ['cli', '../service/jobs.ts'],
  ['cli', '../render/picture.ts'],
  ['cli', '../present/verdict.ts'],
  ['present', '../analysis/expected/report.ts'],
  ['present', '../render/scene.ts'],
  ['cli', '../input/position.ts'],
  ['cli', '../engine/fault.ts'],
  ['cli', '../config.ts'],
  ['cli', '../lichess/link.ts'],
  ['cli', 'cli-progress'],
  ['cli', '../bot/discord/client.ts'],
  ['bot/discord', 'discord.js'],
  ['bot/discord', '../../engine/fault.ts'],
  ['bot/discord', '../../service/jobs.ts'],
  ['bot/discord', '../../input/position.ts'],
  ['bot/discord', '../../render/board-picture.ts'],
  ['cli', '../bot/lichess/bot.ts'],
  ['bot/lichess', '../maia.ts'],
  ['bot/lichess', '../../lichess/client.ts'],
  ['bot/lichess', '../../engine/backoff.ts'],
  ['bot/lichess', '../../service/jobs.ts'],
  ['bot/lichess', '../../store/store.ts'],
];

/** A type, a re-export or a late import is an import too. */
const WAYS = [
  "import type { Thing } from '../service/jobs.ts';\nexport type Other = Thing;\n",
  "export * from '../service/jobs.ts';\n",
  "export const later = () => import('../service/jobs.ts');\n",
];

interface Report {
  diagnostics: { category: string; location: { path: string } }[];
}

const home = fileURLToPath(new URL('..', import.meta.url));
const root = temporaryFolder();
let reported: Set<string>;

const key = (folder: string, name: string) => `src/${folder}/${name.replace(/\W+/g, '-')}.ts`;

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeAll(() => {
  copyFileSync(join(home, 'biome.json'), join(root, 'biome.json'));
  for (const [folder, imported] of [...FORBIDDEN, ...ALLOWED])
    put(key(folder, imported), `import * as thing from '${imported}';\nexport const other = thing;\n`);
  WAYS.forEach((text, index) => {
    put(key('chess', `way ${index}`), text);
  });
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(
    process.execPath,
    [biome, 'lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', 'src'],
    { cwd: root, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout) as Report;
  reported = new Set(
    diagnostics.flatMap(({ category, location }) =>
      category === 'lint/style/noRestrictedImports' ? [location.path] : [],
    ),
  );
});

describe('the import ladder', () => {
  it.each(FORBIDDEN)('keeps src/%s from importing %s', (folder, imported) => {
    expect(reported).toContain(key(folder, imported));
  });

  it.each(ALLOWED)('lets src/%s import %s', (folder, imported) => {
    expect(reported).not.toContain(key(folder, imported));
  });

  it('knows every way of importing', () => {
    for (const index of WAYS.keys()) expect(reported).toContain(key('chess', `way ${index}`));
  });
});
