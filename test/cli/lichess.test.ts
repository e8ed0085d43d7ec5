import { afterEach, describe, expect, it, vi } from 'vitest';
import { runBot } from '../../src/app/bot.ts';
import { DEFAULT_LICHESS_SETTINGS } from '../../src/bot/lichess/settings.ts';
import { checkLichess } from '../../src/cli/doctor.ts';
import { startDiscord } from '../support/discord/start.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { randomly } from '../support/lichess/opponent.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';
import { run, runTyping, shareService, startHere } from './in-process.ts';
import { clock, envOf, plays } from './lichess-bots.ts';

/** Kibitz on Lichess as its owner starts and stops it; it is killed in `lichess.thorough.test.ts`. */

const service = shareService();

const stubEnv = (env: Record<string, string>) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
};
afterEach(() => void vi.unstubAllEnvs());

describe('kibitz bot', () => {
  it('plays on Lichess, with Maia itself, and goes when it is told', async () => {
    const lichess = await startLichess();
    lichess.opponent('Anna', { plays: randomly(1) });
    const bot = startHere(runBot, envOf(lichess), service);
    await until(() => bot.notes().includes('Challenge it at'), 'it is on Lichess');
    expect(bot.notes()).toContain(`Kibitz is on Lichess as Kibitz. Challenge it at ${lichess.url}/@/Kibitz\n`);
    const round = await lichess.challenge({ from: 'Anna', clock }).accepted();
    await plays(round, 8);
    expect(await bot.stop()).toBe(0);
    expect(bot.notes()).not.toContain(lichess.bot().token);
  });

  it('goes on with one of the two when the other does not want it', async () => {
    const [lichess, discord] = [await startLichess(), await startDiscord()];
    lichess.opponent('Anna', { plays: randomly(1) });
    const env = { DISCORD_TOKEN: 'MTIz.wrong.token', DISCORD_API: discord.api };
    const bot = startHere(runBot, envOf(lichess, env), service);
    await until(() => bot.notes().includes('Challenge it at'), 'it is on Lichess');
    await until(() => bot.notes().includes('Discord does not know this token'), 'it says what is wrong');
    await plays(await lichess.challenge({ from: 'Anna', clock }).accepted(), 4);
    expect(await bot.stop()).toBe(0);
  });

  it.each([
    [
      'a token that nobody knows',
      { LICHESS_TOKEN: 'lip_wrong' },
      2,
      /^kibitz: LICHESS_TOKEN: .* does not know this one/,
    ],
    ['no network', { LICHESS_URL: 'http://127.0.0.1:1' }, 1, /^kibitz: 127\.0\.0\.1:1 cannot be reached/],
  ])('ends with one sentence: %s', async (_, changes, code, sentence) => {
    const lichess = await startLichess();
    stubEnv(envOf(lichess, changes));
    const ended = await run('bot');
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toMatch(sentence);
    expect(ended.err).not.toContain('lip_wrong');
  });

  it('says that an account is no bot yet', async () => {
    const lichess = await startLichess();
    const { token } = lichess.account('Human');
    stubEnv(envOf(lichess, { LICHESS_TOKEN: token }));
    const ended = await run('bot');
    expect(ended.code).toBe(2);
    expect(ended.err).toContain('the account Human is not a bot yet; make it one with "kibitz lichess upgrade".');
  });
});

describe('a token that may listen and nothing else', () => {
  it.each([
    ['bot', { title: 'BOT' }],
    ['lichess upgrade', {}],
  ])('is refused before anything begins: %s', async (words, options) => {
    const lichess = await startLichess();
    const { token } = lichess.account('Listener', { ...options, scopes: ['challenge:read'] });
    stubEnv(envOf(lichess, { LICHESS_TOKEN: token }));
    const ended = await run(...words.split(' '));
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toBe('kibitz: LICHESS_TOKEN: this token may not play; create one that has the scope bot:play.\n');
  });
});

describe('kibitz lichess upgrade', () => {
  const upgrade = (lichess: Loopback, name: string, input = '', ...words: string[]) => {
    stubEnv(envOf(lichess, { LICHESS_TOKEN: lichess.account(name).token }));
    return runTyping(input, 'lichess', 'upgrade', ...words);
  };

  it('makes an account a bot if its name is typed', async () => {
    const lichess = await startLichess();
    const human = lichess.account('Human');
    expect(await upgrade(lichess, 'Human', 'yes\n')).toMatchObject({ code: 1, out: 'Nothing was changed.\n' });
    expect(await upgrade(lichess, 'Human')).toMatchObject({ code: 1 });
    expect(human.title).toBeUndefined();
    const done = await upgrade(lichess, 'Human', 'human\n');
    expect(done).toMatchObject({ code: 0, out: 'Human is a bot now. Start it with "kibitz bot".\n' });
    expect(done.err).toContain('It cannot be undone');
    expect(human.title).toBe('BOT');
    const again = await upgrade(lichess, 'Human', '', '--json');
    expect(JSON.parse(again.out)).toEqual({ kind: 'lichess-upgrade', outcome: 'unchanged', name: 'Human' });
  });

  it('asks nobody with --yes, and refuses an account that has played', async () => {
    const lichess = await startLichess();
    expect(await upgrade(lichess, 'Human', '', '--yes')).toMatchObject({ code: 0 });
    lichess.account('Veteran', { games: 12 });
    const refused = await upgrade(lichess, 'Veteran', '', '--yes');
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('Veteran has played 12 games');
  });

  it('needs a token, and to be told what to do', async () => {
    const lichess = await startLichess();
    stubEnv(envOf(lichess, { LICHESS_TOKEN: '' }));
    const missing = await run('lichess', 'upgrade');
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.err).toContain('LICHESS_TOKEN: not set');
    expect((await run('lichess', 'dance')).err).toBe(
      'kibitz: lichess: "dance" is nothing it knows; try "kibitz lichess upgrade".\n',
    );
  });
});

describe('the doctor', () => {
  it('says whose the token is, and what is wrong with it', async () => {
    const lichess = await startLichess();
    const look = async (token?: string) => {
      const config = {
        lichess: { token, contact: undefined, settings: DEFAULT_LICHESS_SETTINGS },
        lichessUrl: lichess.url,
      };
      return (await checkLichess(config, new AbortController().signal)).join(': ');
    };
    lichess.account('Veteran', { games: 3 });
    lichess.account('Reader', { title: 'BOT', scopes: ['challenge:read'] });
    const told = await Promise.all([
      ...['Kibitz', 'Human', 'Veteran', 'Reader'].map(name =>
        look(name === 'Kibitz' ? lichess.bot().token : lichess.account(name).token),
      ),
      ...['lip_wrong', 'with space', undefined].map(look),
    ]);
    expect(told).toEqual([
      `ok: the token is that of the bot Kibitz; challenge it at ${lichess.url}/@/Kibitz`,
      'warning: Human is not a bot yet; make it one with "kibitz lichess upgrade".',
      'problem: LICHESS_TOKEN: Veteran has played games, so it cannot become a bot; create another account.',
      'problem: LICHESS_TOKEN: this token may not play; create one that has the scope bot:play.',
      `problem: LICHESS_TOKEN: ${lichess.host} does not know this one, or no longer; create a new one.`,
      'problem: LICHESS_TOKEN: it has a space or a strange letter in it; copy it once more.',
      'ok: LICHESS_TOKEN is not set; only a bot that plays on Lichess needs it.',
    ]);
    lichess.takeComplaints(); // these are many clients with one name
  });
});
