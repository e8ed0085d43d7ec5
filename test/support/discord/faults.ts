import type { ServerResponse } from 'node:http';

/** What Discord answers, and the ways in which it does not. */

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export const fine = (body: unknown): Answer => ({ status: 200, body });
export const NO_CONTENT: Answer = { status: 204 };

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes */
export const problem = (status: number, code: number, message: string): Answer => ({
  status,
  body: { message, code },
});
export const UNKNOWN_CHANNEL = problem(404, 10003, 'Unknown Channel');
export const UNKNOWN_MESSAGE = problem(404, 10008, 'Unknown Message');
export const UNKNOWN_USER = problem(404, 10013, 'Unknown User');
export const UNKNOWN_INTERACTION = problem(404, 10062, 'Unknown interaction');
export const ACKNOWLEDGED = problem(400, 40060, 'Interaction has already been acknowledged.');
export const MISSING_ACCESS = problem(403, 50001, 'Missing Access');
export const NOT_YOURS = problem(403, 50005, 'Cannot edit a message authored by another user');
export const EMPTY = problem(400, 50006, 'Cannot send an empty message');
export const MISSING_PERMISSION = problem(403, 50013, 'Missing Permissions');
export const TOKEN_EXPIRED = problem(401, 50027, 'Invalid Webhook Token');
export const UNAUTHORIZED = problem(401, 0, '401: Unauthorized');

/**
 * `https://discord.com/developers/docs/topics/rate-limits`; without headers it is the answer of something in between.
 */
export function rateLimited({ seconds = 0.05, headers = true, global = false } = {}): Answer {
  return {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: seconds, global },
    ...(headers && {
      headers: {
        'retry-after': String(seconds),
        'x-ratelimit-scope': global ? 'global' : 'user',
        ...(global
          ? { 'x-ratelimit-global': 'true' }
          : {
              'x-ratelimit-limit': '5',
              'x-ratelimit-remaining': '0',
              'x-ratelimit-reset-after': String(seconds),
              'x-ratelimit-bucket': 'loopback',
            }),
      },
    }),
  };
}

export const serverError = (status = 500): Answer => ({ status, body: { message: `${status}: broken`, code: 0 } });

export interface Fault {
  /** Held against `PATCH /webhooks/…`. */
  where: RegExp;
  times: number;
  /** Null: hangs up. */
  answer: Answer | null;
  /** What was asked is done all the same; only the answer goes wrong. */
  done: boolean;
}

export function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  // 204 comes without a content type.
  if (body === undefined) response.writeHead(status, headers).end();
  else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
