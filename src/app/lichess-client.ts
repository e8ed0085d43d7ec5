import { version } from '../base/package-info.ts';
import type { ClientOptions, LichessClient } from '../lichess/client.ts';
import type { Config } from './config.ts';

/** The one client of a process, since Lichess allows one request at a time. With a token it asks as that account. */
export async function makeLichessClient(
  { lichess, lichessUrl }: Pick<Config, 'lichess' | 'lichessUrl'>,
  { token, ...more }: { token?: string | undefined } & Pick<ClientOptions, 'log' | 'onAnswer'> = {},
): Promise<LichessClient> {
  // What asks Lichess is loaded where it is used.
  const client = await import('../lichess/client.ts');
  return new client.LichessClient({
    url: lichessUrl,
    userAgent: `Kibitz/${version()}${lichess.contact ? ` (${lichess.contact})` : ''}`,
    ...(token && { token }),
    ...more,
  });
}
