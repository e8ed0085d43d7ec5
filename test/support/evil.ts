import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** A server that nobody should ever ask for anything. */
export interface Evil {
  readonly host: string;
  /** How often somebody did. */
  visits: number;
}

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** It answers with a game, so that whoever comes has everything they were looking for. */
export async function startEvil(): Promise<Evil> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-chess-pgn' }).end('[Event "Evil"]\n\n1. e4 e5 *\n');
  });
  server.on('connection', () => evil.visits++);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  const { port } = server.address() as AddressInfo;
  const evil: Evil = { host: `127.0.0.1:${port}`, visits: 0 };
  return evil;
}
