import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { Fault, systemReason } from '../base/fault.ts';

export interface Place {
  host: string;
  port: number;
}

/** The answers of the server to requests for health and metrics. */
export interface HealthAnswers {
  /** Why the process cannot work now; undefined if it can. */
  problem(): Promise<string | undefined>;
  metrics(): Promise<Page>;
}

export const addressOf = ({ host, port }: Place): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

export interface Page {
  text: string;
  type: string;
}

export interface Listening extends Place {
  close(): Promise<void>;
}

interface Answer {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** Requests come from programs on the same network, so they arrive fast. */
const REQUEST_MS = 5_000;

/** A small HTTP server for programs that monitor this process; it does not keep the process alive. */
export async function listen(place: Place, answers: HealthAnswers, log: Logger): Promise<Listening> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    answer(request, answers).then(
      given => send(response, given),
      error => {
        log.error(error, 'measures');
        send(response, { status: 500, text: 'Something went wrong inside Kibitz; its log says more.' });
      },
    );
  });
  server.listen(place).unref();
  try {
    await once(server, 'listening');
  } catch (error) {
    throw unopened(place, error as NodeJS.ErrnoException);
  }
  server.on('error', error => log.error(error, 'measures'));
  return {
    ...{ host: place.host, port: (server.address() as AddressInfo).port },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer({ method, url = '' }: IncomingMessage, answers: HealthAnswers): Promise<Answer> {
  const ways: Readonly<Record<string, () => Promise<Answer>>> = {
    // An answer alone shows that the process runs and that its event loop is not blocked.
    '/healthz': async () => ({ status: 200, text: 'ok' }),
    '/readyz': async () => {
      const problem = await answers.problem();
      return problem === undefined ? { status: 200, text: 'ready' } : { status: 503, text: problem };
    },
    '/metrics': async () => {
      const { text, type } = await answers.metrics();
      return { status: 200, text, headers: { 'content-type': type } };
    },
  };
  const [path = ''] = url.split('?');
  const way = Object.hasOwn(ways, path) ? ways[path] : undefined;
  if (!way) return { status: 404, text: `There are ${Object.keys(ways).join(', ')} here, and nothing else.` };
  if (method !== 'GET') return { status: 405, text: 'Only GET is understood here.', headers: { allow: 'GET' } };
  return way();
}

function send(response: ServerResponse, { status, text, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
  response.end(text.endsWith('\n') ? text : `${text}\n`);
}

function unopened({ host, port }: Place, error: NodeJS.ErrnoException): Fault {
  if (error.code === 'EADDRINUSE')
    return new Fault('bad-input', `KIBITZ_METRICS_PORT: ${port} is taken by another program; choose another port.`);
  if (error.code === 'EACCES')
    return new Fault('bad-input', `KIBITZ_METRICS_PORT: ${port} may not be opened here; choose one above 1023.`);
  const what = `KIBITZ_METRICS_HOST: "${host}" cannot be listened at: ${systemReason(error)}; name an address of this machine.`;
  return new Fault('bad-input', what);
}
