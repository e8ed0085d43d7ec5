import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A request as it arrived. */
export interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** By Lichess' clock. */
  at: number;
  /** What it was answered with, once the answer has gone out. */
  status?: number;
  /** What went wrong instead. */
  fault?: string;
}

export function headOf({ url = '', method = '', headers }: IncomingMessage, at: number): Seen {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  return { method, path: pathname, query: searchParams, headers, body: '', at };
}

export async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
