import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine on which nobody listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port is free');
  return address.port;
}

const SERVED = Symbol.for('kibitz.tests.served');
type Served = { [SERVED]?: Set<string> };

/**
 * The servers of the tests in this process, each as `host:port`: a client of an earlier test may knock at one of them once
 * more. Files do not share modules, so the process keeps them.
 */
export function servedHere(): Set<string> {
  const process = globalThis as Served;
  process[SERVED] ??= new Set();
  return process[SERVED];
}
