import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach } from 'vitest';
import { LichessClient } from '../../src/lichess/client.ts';

/** A server that knows nothing: a test says what it answers. */

export interface Visit {
  method: string;
  /** With what is asked for behind the question mark. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  response: ServerResponse;
  /** Whether whoever asked has gone away, or has the whole answer. */
  over: boolean;
}

export interface TestServer {
  readonly url: string;
  readonly host: string;
  readonly visits: Visit[];
  /** What the next ones are answered; `OK` if nothing is said. */
  readonly answers: ((visit: Visit) => void)[];
  /** What everybody is answered for whom there is nothing else. */
  otherwise: (visit: Visit) => void;
}

export const OK = '{"ok":true}';

export const says =
  (status: number, body = OK, headers: Record<string, string> = {}) =>
  ({ response }: Visit): void => {
    response.writeHead(status, headers).end(body);
  };

/** Opens, with these lines to begin with, and leaves it to the test to go on. */
export const opens =
  (...lines: string[]) =>
  ({ response }: Visit): void => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
    for (const line of lines) response.write(`${line}\n`);
  };

export const hangs = (): void => undefined;
export const hangsUp = ({ response }: Visit): void => void response.destroy();

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map(cleanup => cleanup()));
});

export async function serve(): Promise<TestServer> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const visit: Visit = { method, path, headers, body: await text(request), response, over: false };
    response.on('close', () => {
      visit.over = true;
    });
    served.visits.push(visit);
    (served.answers.shift() ?? served.otherwise)(visit);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const served: TestServer = { url: `http://${host}`, host, visits: [], answers: [], otherwise: says(200) };
  return served;
}

/** Closed after the test. */
export function clientOf(
  { url }: { url: string },
  options: Partial<ConstructorParameters<typeof LichessClient>[0]> = {},
): LichessClient {
  const client = new LichessClient({ url, userAgent: 'Kibitz/0 (someone@example.org)', ...options });
  cleanups.push(() => client.close());
  return client;
}
