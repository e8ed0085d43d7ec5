import type { ServerResponse } from 'node:http';
import type { Stream } from './stream.ts';

/** What Lichess says: a text, or a stream that has just been opened. */
export type Reply =
  | { kind: 'text'; status: number; type: string; text: string }
  | { kind: 'stream'; feed: (stream: Stream) => void };

export const json = (body: unknown, status = 200): Reply => ({
  kind: 'text',
  status,
  type: 'application/json',
  text: JSON.stringify(body),
});
export const text = (body: string, type: string): Reply => ({ kind: 'text', status: 200, type, text: body });
export const lines = (values: readonly unknown[]): Reply =>
  text(values.map(value => `${JSON.stringify(value)}\n`).join(''), 'application/x-ndjson');
export const problem = (status: number, error: string): Reply => json({ error }, status);
export const stream = (feed: (stream: Stream) => void): Reply => ({ kind: 'stream', feed });

export const OK = json({ ok: true });
export const NOT_FOUND = problem(404, 'Not found');

/** Done, or not allowed for this reason. */
export const done = (refusal: string | undefined): Reply => (refusal === undefined ? OK : problem(400, refusal));

export function send(response: ServerResponse, reply: Reply & { kind: 'text' }): void {
  response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.text);
}
