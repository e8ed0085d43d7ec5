import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

/**
 * How far a reader walks who follows one request through the code: which files of src it runs through, in the order of
 * their first call, and how often it comes back to a folder that it had left. Each request is really run, in a copy of
 * the project whose functions write down their file when they are called for the first time.
 */

/** What every file uses, and a reader knows after a while. */
const VOCABULARY = ['src/base/', 'src/chess/'];
const FOLDERS = ['src', 'test', 'assets', 'package.json', 'tsconfig.json', 'vitest.config.ts'];

const DISCORD = `import { it } from 'vitest';
import { startBot, isDone } from './support/discord/bot.ts';
import { startDiscord } from './support/discord/start.ts';
import { makeService } from './support/service.ts';
it('answers /analyze', async () => {
  const discord = await startDiscord();
  await startBot(discord, { service: makeService() });
  globalThis.walkFromHere();
  const asked = discord.user('anna').types('/analyze', { position: 'e4 e5', depth: 2 });
  await asked.replyThat(isDone, 'it is done', 200_000);
});
`;
const LICHESS = `import { it } from 'vitest';
import { startBot } from './bot/lichess/bot.ts';
import { startLichess } from './support/lichess/start.ts';
import { makeService } from './support/service.ts';
it('takes a challenge and moves', async () => {
  const lichess = await startLichess();
  await startBot(lichess, { service: makeService() });
  lichess.opponent('Anna', { plays: () => undefined });
  globalThis.walkFromHere();
  const clock = { limit: 300, increment: 0 };
  const round = await lichess.challenge({ from: 'Anna', color: 'black', clock }).accepted();
  for (let tries = 0; tries < 3000 && round.plies.length === 0; tries++)
    await new Promise(done => setTimeout(done, 20));
});
`;

const WALKS: Readonly<Record<string, { test: string } | { words: string[] }>> = {
  '/analyze on Discord': { test: DISCORD },
  'kibitz review': { words: ['review', 'assets/games/opera.pgn', '--nodes', '2000', '--quiet', '--no-cache'] },
  'a challenge on Lichess, and a move': { test: LICHESS },
};

const root = resolve(process.argv.slice(2).find(word => !word.startsWith('--')) ?? '.');
const copy = mkdtempSync(join(tmpdir(), 'kibitz-walks-'));
const listing = join(copy, 'walk.txt');
/** Loaded into every process, those that Kibitz starts included. */
const RECORDER = `import { appendFileSync } from 'node:fs';
let seen = new Set();
globalThis.walk = file => {
  if (seen.has(file)) return;
  seen.add(file);
  appendFileSync(${JSON.stringify(listing)}, process.pid + ' ' + file + '\\n');
};
globalThis.walkFromHere = () => {
  seen = new Set();
  appendFileSync(${JSON.stringify(listing)}, 'here\\n');
};
`;

try {
  for (const name of FOLDERS) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const file of sources()) writeFileSync(join(copy, file), watched(file));
  writeFileSync(join(copy, 'walk.mjs'), RECORDER);
  // A test's own process, and those that it starts.
  for (const file of ['test/support/each-file.ts', 'test/support/keep-priority.mjs'])
    writeFileSync(join(copy, file), `import '../../walk.mjs';\n${readFileSync(join(copy, file), 'utf8')}`);
  for (const [name, walk] of Object.entries(WALKS)) {
    writeFileSync(listing, '');
    run(walk);
    print(name, stepsOf(readFileSync(listing, 'utf8')));
  }
} finally {
  rmSync(copy, { recursive: true });
}

function sources(): string[] {
  const files = readdirSync(join(copy, 'src'), { recursive: true, encoding: 'utf8' }).map(name => `src/${name}`);
  return files.filter(file => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.startsWith('src/web/page/'));
}

/** The text of a file, each of whose functions first says that it is called. */
function watched(file: string): string {
  const text = readFileSync(join(copy, file), 'utf8');
  const said = `globalThis.walk?.('${file}')`;
  const inserts: [at: number, text: string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const body = node.body as ts.Node;
      const isExtended = ts.isConstructorDeclaration(node) && node.parent.heritageClauses;
      if (ts.isBlock(body)) isExtended || inserts.push([body.getStart() + 1, `${said};`]);
      else inserts.push([body.getStart(), `(${said}, `], [body.getEnd(), ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return inserts
    .sort(([one], [other]) => other - one)
    .reduce((rest, [at, insert]) => rest.slice(0, at) + insert + rest.slice(at), text);
}

function run(walk: (typeof WALKS)[string]): void {
  const env = { ...process.env, NODE_OPTIONS: `--import=${join(copy, 'walk.mjs')}` };
  const options = { cwd: copy, env, encoding: 'utf8', timeout: 280_000 } as const;
  if ('test' in walk) writeFileSync(join(copy, 'test/walk.test.ts'), walk.test);
  const args =
    'test' in walk
      ? ['node_modules/vitest/vitest.mjs', 'run', 'test/walk.test.ts']
      : ['--import', 'tsx', 'src/cli/main.ts', ...walk.words];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, options);
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}\n${stdout}`);
}

/** The files of a walk in the order in which they were called first, one process after the other. */
function stepsOf(text: string): string[] {
  const [before = '', after = before] = text.split('here\n');
  const calls = after.split('\n').map(line => line.split(' '));
  const processes = [...new Set(calls.map(([pid]) => pid))];
  const files = processes.flatMap(process => calls.flatMap(([pid, file]) => (file && pid === process ? [file] : [])));
  return [...new Set(files)].filter(file => !VOCABULARY.some(folder => file.startsWith(folder)));
}

function print(name: string, steps: readonly string[]): void {
  const left = new Set<string>();
  let [folder, returns] = ['', 0];
  for (const next of steps.map(file => dirname(file))) {
    if (next === folder) continue;
    if (left.has(next)) returns++;
    left.add(folder);
    folder = next;
  }
  console.log(`${name}: ${steps.length} files, back to a folder ${returns} times`);
  if (process.argv.includes('--files')) console.log(steps.map(step => `  ${step}`).join('\n'));
}
