import type { ServerResponse } from 'node:http';

/** What happens to a request instead of an answer. */
export type Mishap = (response: ServerResponse) => void;

export const answer =
  (status: number, text = '', headers: Record<string, string> = {}): Mishap =>
  response => {
    response.writeHead(status, headers).end(text);
  };

/** Hangs up without a word. */
export const drop: Mishap = response => response.destroy();

/** Hangs up in the middle of a sentence. */
export const dropWithin =
  (text: string): Mishap =>
  response => {
    response.writeHead(200, { 'content-length': 2 * Buffer.byteLength(text) });
    response.write(text, () => response.destroy());
  };

export const saysNothing: Mishap = () => undefined;

/** Begins to answer and never ends. */
export const stalls =
  (text: string): Mishap =>
  response => {
    response.writeHead(200).write(text);
  };

/** More and more of it, until nobody listens. */
export const floods =
  (text: string): Mishap =>
  response => {
    const pour = () => {
      while (!response.destroyed && response.write(text));
    };
    response.writeHead(200).on('drain', pour);
    pour();
  };

/** Byte by byte, each on its own way: every letter of more than one is cut. */
export const inPieces =
  (text: string): Mishap =>
  async response => {
    response.writeHead(200);
    for (const byte of Buffer.from(text)) {
      response.write(Buffer.of(byte));
      await new Promise(resolve => setTimeout(resolve, 1));
    }
    response.end();
  };

/** What becomes of a connection when a router is switched off. */
export const reset: Mishap = response => {
  response.socket?.resetAndDestroy();
};

/** Lichess says how long to wait in the body, in a header, or not at all. */
export function tooMany({ header, body }: { header?: number; body?: number } = {}): Mishap {
  const error = 'Too many requests. Try again later.';
  const text = body === undefined ? '' : JSON.stringify({ error, ratelimit: { key: 'loopback', seconds: body } });
  return answer(429, text, header === undefined ? {} : { 'retry-after': String(header) });
}
