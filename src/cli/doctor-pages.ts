import { createServer } from 'node:net';
import type { WebConfig } from '../app/config-web.ts';
import type { Verdict } from './doctor.ts';

const PATIENCE_MS = 5_000;

/** Whether the pages can be served, or are being served already. */
export async function checkPages(publicUrl: string, { host, port }: WebConfig): Promise<[Verdict, string]> {
  const place = `${host}:${port}`;
  const trouble = await listening(host, port);
  if (trouble === undefined) return ['ok', `${publicUrl}, to be served by "kibitz bot" or "kibitz serve" at ${place}`];
  if (trouble !== 'EADDRINUSE')
    return ['problem', `nothing can be served at ${place} (${trouble}); set KIBITZ_WEB_HOST and KIBITZ_WEB_PORT.`];
  return (await isKibitz(publicUrl))
    ? ['ok', `${publicUrl} answers, served at ${place}`]
    : [
        'problem',
        `${place} is taken, and ${publicUrl} is not Kibitz's; set another KIBITZ_WEB_PORT, or look at the proxy.`,
      ];
}

/** Why it cannot be listened there. */
const listening = (host: string, port: number): Promise<string | undefined> =>
  new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });

async function isKibitz(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok && (await response.text()).includes('<title>Kibitz');
  } catch {
    return false;
  }
}
