import { readFileSync } from 'node:fs';
import type { Discord } from '../support/discord/discord.ts';
import type { Started } from '../support/kibitz.ts';
import { below, until } from '../support/processes.ts';

/** What can be read of secrets in /proc, of every process that Kibitz starts. */

export const INVENTED = {
  AWS_SECRET_ACCESS_KEY: 'invented-key',
  MY_PASSWORD: 'invented-password',
  npm_token: 'invented-token',
};
export const PASSWORD = 'hush-hush';

interface Process {
  pid: number;
  command: string;
  environment: string;
}

const look = (pid: number): Process => ({
  pid,
  command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
  environment: readFileSync(`/proc/${pid}/environ`, 'utf8'),
});
export const descendants = ({ child }: Started): Process[] => below(child.pid as number).map(look);

/** Of these, with the process that has it. */
export const leaks = (processes: readonly Process[], secrets: readonly string[]): string[] =>
  processes.flatMap(({ pid, command, environment }) =>
    secrets
      .filter(secret => `${command}\n${environment}`.includes(secret))
      .map(secret => `${pid} ${command}: ${secret}`),
  );

const KINDS = {
  analysis: /service\/child/,
  task: /tasks\/process/,
  maia: /maia-worker/,
  engine: /stockfish/i,
};
export const kindsOf = (processes: readonly Process[]): string[] =>
  Object.entries(KINDS).flatMap(([kind, words]) =>
    processes.some(({ command }) => words.test(command)) ? [kind] : [],
  );

export const discordEnv = ({ token, api }: Discord) => ({ DISCORD_TOKEN: token, DISCORD_API: api });
export const isReady = ({ err }: Started) => until(() => err().includes('oauth2/authorize'), 'the bot is on Discord');
export const few = { KIBITZ_ENGINES: '1', KIBITZ_MAIA_WORKERS: '1' };
