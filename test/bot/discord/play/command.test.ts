import { describe, expect, it } from 'vitest';
import { type LichessPlayer, openGame } from '../../../../src/lichess/challenge.ts';
import { LichessClient } from '../../../../src/lichess/client.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import { isDone, startBot } from '../../../support/discord/bot.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import type { User } from '../../../support/discord/user.ts';
import { answer } from '../../../support/lichess/mishaps.ts';
import { startLichess } from '../../../support/lichess/start.ts';

/** Somebody in a channel who wants to play Kibitz on Lichess. */

const { say } = voiceOf('en-GB');

async function club() {
  const [discord, lichess] = [await startDiscord(), await startLichess()];
  // As little as a bot needs.
  const { token } = lichess.bot('Kibitz_Bot', { scopes: ['bot:play'] });
  const client = new LichessClient({ url: lichess.url, userAgent: 'test', token });
  const ratings: unknown[] = [];
  const lichessBot: LichessPlayer = {
    name: 'Kibitz_Bot',
    invite: (terms, options) => {
      ratings.push(terms.rating);
      return openGame(client, terms, options);
    },
  };
  const running = await startBot(discord, { lichess: client, lichessBot });
  return { discord, lichess, anna: discord.user('anna'), ratings, ...running };
}

const asks = async (user: User, given: Record<string, string | number>) =>
  user.types('/play', { where: 'lichess', ...given }).replyThat(isDone, 'there is an answer');

describe('/play on Lichess', () => {
  it('gives a link to a game in which Kibitz already has the other side', async () => {
    const { lichess, anna, ratings, logged } = await club();
    const reply = await asks(anna, { color: 'black', clock: '10+5', rating: 1800 });
    const [challenge] = lichess.challenges.values();
    if (!challenge) throw new Error('there is no challenge');
    expect(reply.content.split('\n')).toEqual([
      say('play.lichess', { user: `<@${anna.id}>`, name: '**Kibitz\\_Bot**', clock: '10+5', color: 'Black' }),
      `${lichess.url}/${challenge.id}?color=black`,
      expect.stringContaining(`<${lichess.url}/@/Kibitz_Bot>`),
    ]);
    expect([[...reply.pings], ratings]).toEqual([[], [1800]]);
    // Somebody follows the link.
    lichess.accept(challenge, lichess.account('passer-by'), 'black');
    const { players, setting } = lichess.round(challenge.id);
    expect([players.white.name, players.black.name]).toEqual(['Kibitz_Bot', 'passer-by']);
    expect(setting).toMatchObject({ rated: false, variant: 'standard', clock: { limit: 600, increment: 5 } });
    expect(logged).toEqual([]);
  });

  it('needs nothing to be said', async () => {
    const { lichess, anna, ratings } = await club();
    const reply = await asks(anna, {});
    const [challenge] = lichess.challenges.values();
    expect(challenge?.setting.clock).toEqual({ limit: 300, increment: 3 });
    expect(reply.content).toContain(challenge?.finalColor === 'white' ? 'you have Black' : 'you have White');
    expect(ratings).toEqual([undefined]);
  });

  it('is told as it is when Lichess is in trouble', async () => {
    const { lichess, anna } = await club();
    lichess.faults.script(/challenge\/open/, answer(400, '{"error":"Too many challenges"}'));
    const asked = anna.types('/play', { where: 'lichess' });
    expect((await asked.followUp()).content).toContain('Too many challenges');
  });

  it('is refused where Kibitz has no account there', async () => {
    const discord = await startDiscord();
    await startBot(discord);
    const [anna, max] = [discord.user('anna'), discord.user('max', { locale: 'de' })];
    expect((await anna.types('/play', { where: 'lichess' }).followUp()).content).toBe(say('play.no-lichess'));
    const { content } = await max.types('/play', { where: 'lichess' }).followUp();
    expect(content).toContain('wo: Ich habe kein Konto auf Lichess');
  });
});
