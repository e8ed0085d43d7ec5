import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const LOG_FORMATS = ['text', 'json'] as const;

export interface LogSettings {
  level: (typeof LOG_LEVELS)[number];
  /** Text for people, JSON for programs that collect logs. */
  format: (typeof LOG_FORMATS)[number];
}

const STDERR = 2;
const HIDDEN = '[hidden]';
/** Fields of the errors of libraries that may contain tokens. */
const SECRET_PATHS = ['token', '*.token', 'authorization', '*.authorization', '*.headers.authorization'];

/**
 * To stderr, at once: stdout belongs to results, and the last words before a crash are the ones that matter. `secrets`
 * are hidden wherever they turn up.
 */
export function makeLog({ level, format }: LogSettings, secrets: readonly string[] = []): Logger {
  const hidden = (line: string): string => secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), line);
  const json = pino.destination({ fd: STDERR, sync: true });
  const text = { write: (line: string) => writeStderr(plain(line)) };
  const redact = { paths: SECRET_PATHS, censor: HIDDEN };
  return pino({ level, base: null, redact, hooks: { streamWrite: hidden } }, format === 'json' ? json : text);
}

function writeStderr(text: string): void {
  try {
    writeSync(STDERR, text);
  } catch (error) {
    // The reader of the log has gone or is too slow: a lost log line must not make a job fail.
    if (!['EPIPE', 'EAGAIN'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function plain(line: string): string {
  const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { message: string } };
  const name = pino.levels.labels[level] ?? 'log';
  return `kibitz ${name}: ${[msg, err?.message].filter(Boolean).join(': ')}\n`;
}
