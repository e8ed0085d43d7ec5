import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the image, starts Redis and the workers as compose.yaml has them, asks them for an evaluation, and stops them.
 * Where there is no container engine it says so and is content: test/tools/container.test.ts reads the files anyway.
 */

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const LEFT_OUT = ['.env', '.git', 'coverage', 'dist', 'node_modules', 'out'];
const STEP_MS = 20 * 60_000;

const missing = [['version'], ['compose', 'version']].find(words => spawnSync('docker', words).status !== 0);
if (missing) console.log(`"docker ${missing.join(' ')}" fails here: the image is not built and nothing is started.`);
else smoke();

/** In a copy of the project with an .env of its own: tokens of a bot that runs here are not touched. */
function smoke(): void {
  const folder = mkdtempSync(join(tmpdir(), 'kibitz-container-'));
  const password = randomBytes(24).toString('hex');
  const docker = (...words: string[]): string => {
    console.log(`docker ${words.join(' ')}`);
    const { status, stdout, error } = spawnSync('docker', words, {
      ...{ cwd: folder, encoding: 'utf8', timeout: STEP_MS, stdio: ['ignore', 'pipe', 'inherit'] },
    });
    if (status !== 0) throw new Error(`"docker ${words.join(' ')}" failed (${error?.message ?? `code ${status}`}).`);
    return stdout;
  };
  const compose = (...words: string[]): string => docker('compose', '--project-name', 'kibitz-smoke', ...words);
  try {
    cpSync(PROJECT, folder, { recursive: true, filter: path => !LEFT_OUT.includes(relative(PROJECT, path)) });
    writeFileSync(join(folder, '.env'), `REDIS_PASSWORD=${password}\nKIBITZ_ENGINES=1\nKIBITZ_MAIA_WORKERS=1\n`);
    compose('config', '--quiet');
    compose('build', 'worker');
    try {
      // Until the health checks of the image and of Redis are passed.
      compose('up', '--detach', '--wait', '--wait-timeout', '120', 'redis', 'worker');
      const answer = compose('run', '--rm', '-T', 'worker', 'eval', 'startpos', '--depth', '8', '--no-cache', '--json');
      if ((JSON.parse(answer) as { depth: number }).depth !== 8) throw new Error(`eval startpos: ${answer}`);
      compose('stop');
      const states = compose('ps', '--all', '--format', '{{.Name}} {{.ExitCode}}').trim().split('\n');
      const failed = states.filter(state => !state.endsWith(' 0'));
      if (failed.length > 0) throw new Error(`Not all have left by themselves: ${failed.join(', ')}.`);
      if (compose('logs').includes(password)) throw new Error('The password is in a log.');
    } finally {
      compose('down', '--volumes', '--timeout', '45');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('The image is built, works, and leaves nothing behind.');
}
