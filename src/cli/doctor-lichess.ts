import type { Config } from '../app/config.ts';
import { makeLichessClient } from '../app/lichess-client.ts';
import { toFault } from '../base/fault.ts';
import { plural } from '../base/text.ts';
import { makeLink } from '../lichess/link.ts';
import type { Verdict } from './doctor.ts';

const DAY_MS = 24 * 3_600_000;
const FEW_DAYS = 14;

/** Whose token it is, and whether it is good for playing. */
export async function checkLichess(
  config: Pick<Config, 'lichess' | 'lichessUrl'>,
  signal: AbortSignal,
): Promise<[Verdict, string]> {
  const { token } = config.lichess;
  if (!token) return ['ok', 'LICHESS_TOKEN is not set; only a bot that plays on Lichess needs it.'];
  const [{ fetchAccount }, { requirePlay }] = await Promise.all([
    import('../lichess/account.ts'),
    import('../lichess/token.ts'),
  ]);
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
