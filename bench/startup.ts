import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findModel } from '../src/engine/manifest.ts';
import { ensureModel } from '../src/engine/model-store.ts';
import { config, interleave, median, msOf, type Report, ROOT, speedUp, withFolder } from './support.ts';

const ROUNDS = 5;
const BUILT = join(ROOT, 'dist/cli/main.js');

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  version: ['version'],
  eval: ['eval', 'startpos', '--depth', '1', '--no-cache', '--json'],
  maia: ['maia', 'startpos', '--no-cache', '--json'],
};

const FORMS: Readonly<Record<string, readonly string[]>> = {
  TypeScript: ['--import', 'tsx', join(ROOT, 'src/cli/main.ts')],
  build: [BUILT],
};

const EMPTY = 'node, nothing to do';
const variantOf = (command: string, form: string) => `kibitz ${command}, ${form}`;

export async function startupBench(): Promise<Report> {
  const { modelDir, model } = config();
  // Fetched before the clock runs, should this be the first use.
  await ensureModel(modelDir, findModel(model));
  if (isStale()) await build();
  return withFolder(measure);
}

const newest = (folder: string): number =>
  Math.max(...readdirSync(folder, { recursive: true }).map(name => statSync(join(folder, String(name))).mtimeMs));

const isStale = (): boolean => !existsSync(BUILT) || statSync(BUILT).mtimeMs < newest(join(ROOT, 'src'));

function build(): Promise<void> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  return run([tsc, '-p', 'tsconfig.build.json'], process.env);
}

/** One Node process from start to end; what it says is only shown when it fails. */
function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const keep = (text: string) => {
      said += text;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', reject);
    child.on('close', code =>
      code === 0 ? resolve() : reject(new Error(`node ${args.join(' ')} ended with ${code}: ${said}`)),
    );
  });
}

async function measure(dataDir: string): Promise<Report> {
  const env = { ...process.env, KIBITZ_DATA_DIR: dataDir };
  const processes = Object.entries(COMMANDS).flatMap(([command, words]) =>
    Object.entries(FORMS).map(([form, start]) => ({ command, form, args: [...start, ...words] })),
  );
  const variants = {
    [EMPTY]: () => run(['--eval', '0'], env),
    ...Object.fromEntries(processes.map(({ command, form, args }) => [variantOf(command, form), () => run(args, env)])),
  };
  // Once unmeasured: fills tsx's own cache of compiled files and the system's of read ones.
  await interleave('startup: warming up', 1, variants);
  const timings = await interleave('startup', ROUNDS, variants);
  return {
    title: `startup: whole processes, median of ${ROUNDS} runs`,
    rows: [
      { process: EMPTY, form: '', 'wall ms': median(msOf(timings, EMPTY)) },
      ...processes.map(({ command, form }) => ({
        process: `kibitz ${command}`,
        form,
        'wall ms': median(msOf(timings, variantOf(command, form))),
      })),
    ],
    comparisons: Object.keys(COMMANDS).map(command => ({
      name: `kibitz ${command}: build against TypeScript`,
      ratio: speedUp(timings, variantOf(command, 'build'), variantOf(command, 'TypeScript')),
    })),
    notes: [],
  };
}
