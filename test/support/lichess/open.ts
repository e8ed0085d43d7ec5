import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { servedHere } from '../port.ts';
import { Loopback, type LoopbackOptions } from './loopback.ts';
import { send } from './reply.ts';
import { bodyOf, headOf } from './request.ts';
import { replyTo } from './routes.ts';
import { Stream } from './stream.ts';

/** A Lichess of our own on this machine. Whoever opens it closes it. */

export async function openLichess(options: LoopbackOptions = {}): Promise<Loopback> {
  const server = createServer((message, response) => {
    serve(lichess, message, response).catch(error => {
      lichess.laws.broken(`the loopback itself failed: ${error instanceof Error ? error.stack : error}`);
      response.destroy();
    });
  });
  // A Discord client of an earlier test still looks for its gateway, whose port this may be.
  server.on('upgrade', (_, socket) => socket.destroy());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  servedHere().add(`127.0.0.1:${port}`);
  const lichess = new Loopback(server, port, options);
  return lichess;
}

/** Hangs up on everybody. */
export function closeLichess({ server }: Loopback): void {
  server.close();
  server.closeAllConnections();
}

async function serve(lichess: Loopback, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { faults, laws } = lichess;
  const request = headOf(message, lichess.clock.now());
  lichess.seen.push(request);
  const answered = laws.arrived(request, response);
  const mishap = lichess.mishaps.shift();
  if (mishap) return mishap(response);
  request.body = await bodyOf(message);
  const instead = faults.instead(request);
  if (instead && !instead.done) return instead.mishap(response);
  await faults.dawdles(request);
  const reply = replyTo(lichess, request);
  await faults.dawdles(request);
  if (instead) return instead.mishap(response);
  if (reply.kind === 'stream') {
    request.status = 200;
    reply.feed(new Stream(response, lichess.clock, faults.pourFor(request)));
    answered();
  } else send(response, reply);
}
