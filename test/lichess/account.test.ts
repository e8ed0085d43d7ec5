import { describe, expect, it } from 'vitest';
import { fetchAccount, upgradeAccount } from '../../src/lichess/user.ts';
import { answer } from '../support/lichess/mishaps.ts';
import { startLichess } from '../support/lichess/start.ts';
import { clientOf } from './server.ts';

describe('the account of a token', () => {
  it('is told, and becomes a bot’s for good', async () => {
    const lichess = await startLichess();
    const { token } = lichess.account('Kibitz', { games: 0 });
    const client = clientOf(lichess, { token });
    expect(await fetchAccount(client)).toEqual({ id: 'kibitz', name: 'Kibitz', title: undefined, games: 0 });
    await upgradeAccount(client);
    expect(await fetchAccount(client)).toMatchObject({ title: 'BOT' });
  });

  it('that has played stays what it is', async () => {
    const lichess = await startLichess();
    const { token } = lichess.account('Anna', { games: 3 });
    await expect(upgradeAccount(clientOf(lichess, { token }))).rejects.toMatchObject({
      code: 'bad-input',
      message: `account: ${lichess.host} does not make it a bot (This account has already played games.).`,
    });
  });

  it('is not there for a token that nobody has, nor without one', async () => {
    const lichess = await startLichess();
    await expect(fetchAccount(clientOf(lichess, { token: 'lip_other' }))).rejects.toThrow(/does not know this one/);
    await expect(fetchAccount(clientOf(lichess))).rejects.toThrow(/^LICHESS_TOKEN: not set/);
  });

  it.each([
    ['{"id":"kibitz","username":7}', 'username: Invalid input: expected string, received number'],
    ['{"username":"Kibitz"}', 'id: Invalid input: expected string, received undefined'],
    ['{"id":"kibitz","username":"Kibitz","count":{}}', 'count.all: Invalid input: expected number, received undefined'],
    ['<html>', 'all of it: Invalid input: expected object, received undefined'],
  ])('is not made up: %s', async (text, words) => {
    const lichess = await startLichess();
    lichess.mishaps.push(answer(200, text));
    await expect(fetchAccount(clientOf(lichess))).rejects.toMatchObject({
      code: 'lichess-failed',
      message: `${lichess.host} sent an account that Kibitz does not understand (${words}).`,
    });
  });
});
