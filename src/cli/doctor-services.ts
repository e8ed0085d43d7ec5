import { createServer } from 'node:net';
import type { Config, WebConfig } from '../app/config.ts';
import { makeLichessClient } from '../app/lichess-client.ts';
import { systemReason, toFault } from '../base/fault.ts';
import { plural } from '../base/text.ts';
import { makeLink } from '../lichess/link.ts';

export type Verdict = 'ok' | 'warning' | 'problem';

const DAY_MS = 24 * 3_600_000;
const FEW_DAYS = 14;

/** Whose token it is, and whether it is good for playing. */
export async function checkLichess(
  config: Pick<Config, 'lichess' | 'lichessUrl'>,
  signal: AbortSignal,
): Promise<[Verdict, string]> {
  const { token } = config.lichess;
  if (!token) return ['ok', 'LICHESS_TOKEN is not set; only a bot that plays on Lichess needs it.'];
  const { fetchAccount, requirePlay } = await import('../lichess/user.ts');
  try {
    const client = await makeLichessClient(config, { token });
    try {
      const { name, title, games } = await fetchAccount(client, { signal });
      const { expires } = (await requirePlay(client, token, { signal })) ?? {};
      if (title !== 'BOT' && games > 0)
        return [
          'problem',
          `LICHESS_TOKEN: ${name} has played games, so it cannot become a bot; create another account.`,
        ];
      if (title !== 'BOT') return ['warning', `${name} is not a bot yet; make it one with "kibitz lichess upgrade".`];
      const days = Math.floor(((expires ?? Number.POSITIVE_INFINITY) - Date.now()) / DAY_MS);
      const whose = `the token is that of the bot ${name}`;
      if (days < FEW_DAYS) return ['warning', `${whose}, and expires in ${plural(days, 'day')}; create a new one.`];
      return ['ok', `${whose}; challenge it at ${makeLink({ kind: 'user', name }, client.url)}`];
    } finally {
      await client.close();
    }
  } catch (error) {
    return ['problem', toFault(error).message];
  }
}

const PATIENCE_MS = 5_000;

/** Whether the pages can be served, or are being served already. */
export async function checkPages(publicUrl: string, { host, port }: WebConfig): Promise<[Verdict, string]> {
  const place = `${host}:${port}`;
  const trouble = await listening(host, port);
  if (trouble === undefined) return ['ok', `${publicUrl}, to be served by "kibitz bot" or "kibitz serve" at ${place}`];
  if (trouble.code !== 'EADDRINUSE')
    return [
      'problem',
      `nothing can be served at ${place}: ${systemReason(trouble)}; set KIBITZ_WEB_HOST and KIBITZ_WEB_PORT.`,
    ];
  return (await isKibitz(publicUrl))
    ? ['ok', `${publicUrl} answers, served at ${place}`]
    : [
        'problem',
        `${place} is taken, and ${publicUrl} is not Kibitz's; set another KIBITZ_WEB_PORT, or look at the proxy.`,
      ];
}

/** Why it cannot be listened there. */
const listening = (host: string, port: number): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error));
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
