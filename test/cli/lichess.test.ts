import { describe, expect, it } from 'vitest';
import { DEFAULT_LICHESS_SETTINGS } from '../../src/bot/lichess/settings.ts';
import { checkLichess } from '../../src/cli/doctor.ts';
import { startDiscord } from '../support/discord/start.ts';
import { kibitz, type Started, startKibitz } from '../support/kibitz.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { randomly } from '../support/lichess/opponent.ts';
import type { Round } from '../support/lichess/round.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';
import { temporaryFolder } from '../support/settings.ts';

/** Kibitz on Lichess as its owner starts and stops it. */

const envOf = (lichess: Loopback, changes: Record<string, string> = {}) => ({
  env: {
    LICHESS_URL: lichess.url,
    LICHESS_TOKEN: lichess.bot().token,
    LICHESS_PACE: '0',
    LICHESS_RESIGN_AFTER: '0',
    DISCORD_TOKEN: '',
    ...changes,
  },
});
const isReady = ({ err }: Started) => until(() => err().includes('Challenge it at'), 'it is on Lichess', 60_000);
const clock = { limit: 600, increment: 5 };
/** Maia may mate somebody who plays at random before that. */
const plays = (round: Round, plies: number) =>
  round.until(() => (round.over || round.plies.length >= plies ? true : undefined), `${plies} half-moves`);

describe('kibitz bot', () => {
  it('plays on Lichess, with Maia itself, and goes when it is told', async () => {
    const lichess = await startLichess();
    lichess.opponent('Anna', { plays: randomly(1) });
    const started = startKibitz(['bot'], envOf(lichess, { LOG_LEVEL: 'trace' }));
    await isReady(started);
    expect(started.err()).toContain(`Kibitz is on Lichess as Kibitz. Challenge it at ${lichess.url}/@/Kibitz\n`);
    const round = await lichess.challenge({ from: 'Anna', clock }).accepted();
    await plays(round, 8);
    started.child.kill('SIGTERM');
    expect(await started.code).toBe(0);
    expect(started.out()).toBe('');
    expect(started.err()).toMatch(
      new RegExp(`Lichess: ${round.id} begins: 10\\+5 casual, \\w+ against Anna \\(1500\\), like 1500`),
    );
    expect(started.err()).not.toContain(lichess.bot().token);
  });

  it('is killed in the middle of five games and started again: all five go on within 5 s', async () => {
    const lichess = await startLichess();
    const KIBITZ_DATA_DIR = temporaryFolder();
    const surroundings = envOf(lichess, { KIBITZ_DATA_DIR, LICHESS_GAMES: '5' });
    const first = startKibitz(['bot'], surroundings);
    await isReady(first);
    const rounds = await Promise.all(
      Array.from({ length: 5 }, (_, index) => {
        const name = `Player${index}`;
        lichess.opponent(name, { plays: randomly(index), delayMs: 100 });
        return lichess.challenge({ from: name, clock }).accepted();
      }),
    );
    await Promise.all(rounds.map(round => plays(round, 4)));
    first.child.kill('SIGKILL');
    await first.code;
    // Whatever was under way arrives, and the opponents move: then all of them wait for us.
    const isOurs = ({ over, players, turn }: Round) => over || players[turn].name === 'Kibitz';
    await until(() => rounds.every(isOurs), 'all wait for us');
    const before = rounds.map(({ plies }) => plies.length);
    startKibitz(['bot'], surroundings);
    const opened = lichess.seen.length;
    const stream = await lichess.until(
      () => lichess.seen.slice(opened).find(({ path }) => path === '/api/stream/event'),
      'the stream is open',
    );
    await Promise.all(rounds.map((round, index) => plays(round, (before[index] ?? 0) + 1)));
    for (const round of rounds) expect(round.lastMoveAt - stream.at).toBeLessThan(5_000);
  });

  it('goes on with one of the two when the other does not want it', async () => {
    const [lichess, discord] = [await startLichess(), await startDiscord()];
    lichess.opponent('Anna', { plays: randomly(1) });
    const env = { DISCORD_TOKEN: 'MTIz.wrong.token', DISCORD_API: discord.api };
    const started = startKibitz(['bot'], envOf(lichess, env));
    await isReady(started);
    await until(() => started.err().includes('Discord does not know this token'), 'it says what is wrong');
    await plays(await lichess.challenge({ from: 'Anna', clock }).accepted(), 4);
    started.child.kill('SIGTERM');
    expect(await started.code).toBe(0);
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
    const ended = await kibitz(['bot'], envOf(lichess, changes));
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toMatch(sentence);
    expect(ended.err).not.toContain('lip_wrong');
  });

  it('says that an account is no bot yet', async () => {
    const lichess = await startLichess();
    const { token } = lichess.account('Human');
    const ended = await kibitz(['bot'], envOf(lichess, { LICHESS_TOKEN: token }));
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
    const ended = await kibitz(words.split(' '), envOf(lichess, { LICHESS_TOKEN: token }));
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toBe('kibitz: LICHESS_TOKEN: this token may not play; create one that has the scope bot:play.\n');
  });
});

describe('kibitz lichess upgrade', () => {
  const upgrade = (lichess: Loopback, name: string, input = '', ...words: string[]) =>
    kibitz(['lichess', 'upgrade', ...words], {
      ...envOf(lichess, { LICHESS_TOKEN: lichess.account(name).token }),
      input,
    });

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
    const missing = await kibitz(['lichess', 'upgrade'], envOf(lichess, { LICHESS_TOKEN: '' }));
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.err).toContain('LICHESS_TOKEN: not set');
    expect((await kibitz(['lichess', 'dance'], envOf(lichess))).err).toBe(
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
