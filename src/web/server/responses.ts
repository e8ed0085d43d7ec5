import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messagePage, type PageLinks } from '../html.ts';
import type { ErrorAnswer } from '../protocol.ts';
import type { Trouble } from './messages.ts';

/** How everything is answered. */

/** Only what is from here runs, is shown or is asked; no frames, no indexing, no referrer. */
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

export const TYPES = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  style: 'text/css; charset=utf-8',
} as const;

const TITLES: Readonly<Record<number, string>> = {
  404: 'There is nothing here',
  405: 'This cannot be done here',
  410: 'This report has expired',
  422: 'This report is too large',
  429: 'A little too much',
  500: 'Something went wrong',
  503: 'Not at the moment',
};

/** A page for people, or a sentence for a page that has asked. */
export function answerTrouble(
  { status, message, retryAfterS }: Trouble,
  request: FastifyRequest,
  reply: FastifyReply,
  links: PageLinks,
): FastifyReply {
  reply.code(status);
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  if (!isForPeople(request)) return reply.send({ message } satisfies ErrorAnswer);
  return sendHtml(reply, messagePage(TITLES[status] ?? 'This did not work', message, links));
}

export const sendHtml = (reply: FastifyReply, text: string): FastifyReply => reply.type(TYPES.html).send(text);

/** A browser that has the page asks with its tag. A proxy that compresses a page makes its tag a weak one. */
export const isKnown = ({ headers }: FastifyRequest, tag: string): boolean =>
  headers['if-none-match']?.includes(tag) ?? false;

/**
 * What may be long, and is kept compressed: the same bytes for all. Who does not take them so has them unpacked as
 * they are read.
 */
export function sendGzipped(request: FastifyRequest, reply: FastifyReply, gzipped: Buffer): FastifyReply {
  reply.header('vary', 'accept-encoding');
  if (takesGzip(request, gzipped)) return reply.header('content-encoding', 'gzip').send(gzipped);
  const plain = createGunzip();
  plain.end(gzipped);
  return reply.send(plain);
}

/** Above this, unpacking a page takes fifty times as long as sending it. */
const LARGE_BYTES = 256 * 1024;
export const isCostly = (request: FastifyRequest, gzipped: Buffer): boolean =>
  gzipped.length > LARGE_BYTES && !takesGzip(request, gzipped);

/**
 * Who says nothing of it takes anything (RFC 9110, 12.5.3); what is small is unpacked for them all the same, as people
 * read it.
 */
function takesGzip({ headers }: FastifyRequest, gzipped: Buffer): boolean {
  const said = headers['accept-encoding'];
  if (said === undefined) return gzipped.length > LARGE_BYTES;
  const codings = String(said)
    .split(',')
    .map(coding => coding.replaceAll(' ', '').toLowerCase().split(';'));
  const [, weight = 'q=1'] = ['gzip', '*'].map(name => codings.find(([coding]) => coding === name)).find(Boolean) ?? [
    '',
    'q=0',
  ];
  return Number(weight.slice('q='.length)) > 0;
}

/** Calls once: when a response was sent, or its connection is gone, also while it waits behind another one on that. */
export function whenOver({ socket }: IncomingMessage, response: ServerResponse, over: () => void): void {
  const end = () => {
    response.off('close', end);
    socket.off('close', end);
    over();
  };
  response.on('close', end);
  socket.on('close', end);
  if (response.closed || socket.destroyed) end();
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

/**
 * What is no HTTP has no request to answer: it is told so on the line itself, unless something was said there before.
 */
export function hangUp(_error: Error, line: Socket): void {
  if (line.writable && line.bytesWritten === 0) line.end(RAW);
  else line.destroy();
}
