import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Loopback, type LoopbackOptions } from './loopback.ts';
import { send } from './reply.ts';
import { bodyOf, headOf } from './request.ts';
import { replyTo } from './routes.ts';
import { Stream } from './stream.ts';

/** A Lichess of our own on this machine. Whoever opens it closes it. */

export async function openLichess(options: LoopbackOptions = {}): Promise<Loopback> {
  const server = createServer((message, response) => void serve(lichess, message, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const lichess = new Loopback(server, (server.address() as AddressInfo).port, options);
  return lichess;
}

/** Hangs up on everybody. */
export function closeLichess({ server }: Loopback): void {
  server.close();
  server.closeAllConnections();
}

async function serve(lichess: Loopback, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = headOf(message, lichess.clock.now());
  lichess.seen.push(request);
  const answered = lichess.arrived(response);
  const mishap = lichess.mishaps.shift();
  if (mishap) return mishap(response);
  request.body = await bodyOf(message);
  const reply = replyTo(lichess, request);
  if (reply.kind === 'stream') {
    reply.feed(new Stream(response, lichess.clock));
    answered();
    request.status = 200;
  } else {
    request.status = reply.status;
    send(response, reply);
  }
}
