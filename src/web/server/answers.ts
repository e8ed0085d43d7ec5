import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../events.ts';
import { type AssetPaths, messagePage } from './html.ts';
import type { Trouble } from './words.ts';

/** How everything is answered. */

/** Nothing runs, is shown or is asked that is not from here; nobody shows it in a frame, indexes it, or hears where one came from. */
export const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The men on the board are part of the styles; pictures are made in the page.
    'img-src data: blob:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  // A report expires; and what is looked at again is asked for again.
  'cache-control': 'private, no-cache',
} as const;

export const FOREVER = 'public, max-age=31536000, immutable';

const HTML_TYPE = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const TITLES: Readonly<Record<number, string>> = {
  404: 'There is nothing here',
  405: 'This cannot be done here',
  410: 'This report has expired',
  429: 'A little too much',
  500: 'Something went wrong',
  503: 'Not at the moment',
};

/** A page for people, or a sentence for a page that has asked. */
export function answerTrouble(
  { status, message, retryAfterS }: Trouble,
  request: FastifyRequest,
  reply: FastifyReply,
  assets: AssetPaths,
): FastifyReply {
  reply.code(status);
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  if (!isForPeople(request)) return reply.send({ message } satisfies Refusal);
  return sendHtml(reply, messagePage(TITLES[status] ?? 'This did not work', message, assets));
}

export const sendHtml = (reply: FastifyReply, text: string): FastifyReply => reply.type(HTML_TYPE).send(text);

/** What may be long, and is asked for again: whoever has it already is told so. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, type: 'html' | 'json', text: string) {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  // Something on the way that packs a page makes its tag a weak one.
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  return reply.type(type === 'html' ? HTML_TYPE : JSON_TYPE).send(text);
}

const isForPeople = ({ method, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) && !/\b(application\/json|text\/event-stream)\b/.test(headers.accept ?? '');

const NO_HTTP = 'Kibitz has not understood this request.';
const RAW = [
  'HTTP/1.1 400 Bad Request',
  ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
  'content-type: text/plain; charset=utf-8',
  `content-length: ${NO_HTTP.length}`,
  'connection: close',
  '',
  NO_HTTP,
].join('\r\n');

/** What is no HTTP has no request to answer: it is told so on the line itself, unless something was said there before. */
export function hangUp(_error: Error, line: Socket): void {
  if (line.writable && line.bytesWritten === 0) line.end(RAW);
  else line.destroy();
}
