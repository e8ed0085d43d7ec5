import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/lichess/http-client.ts';
import { clientOf, hangsUp, says, serve } from '../lichess/server.ts';
import { HandService, isDone, startBot } from '../support/discord/bot.ts';
import { startDiscord } from '../support/discord/start.ts';

/** Where the numbers about Discord and Lichess come from. */

describe('an acknowledgement on Discord', () => {
  it('is told of once for each command and press, when Discord has it', async () => {
    const discord = await startDiscord();
    const told: number[] = [];
    const service = new HandService();
    await startBot(discord, { service, onAcknowledged: ms => told.push(ms) });
    const anna = discord.user('anna');
    // The first try is lost: what counts is when it got through.
    discord.fails(/POST .*\/callback$/, { status: 500 }, { times: 1 });
    const asked = anna.types('/eval', { position: 'e4' });
    await service.job();
    const waiting = await asked.reply();
    expect(told).toHaveLength(1);
    expect(told[0]).toBeGreaterThan(0);
    anna.presses(waiting, 'Cancel');
    await asked.replyThat(isDone, 'it is cancelled');
    await expect.poll(() => told).toHaveLength(2);
    await anna.types('/help').replyThat(isDone, 'it is done');
    expect(told).toHaveLength(3);
  });
});

describe('a request to Lichess', () => {
  it('is told of with the status of its answer, each time it is made', async () => {
    const server = await serve();
    const told: (number | undefined)[] = [];
    const client = clientOf(server, { onAnswer: status => told.push(status) });
    const ask = (route: ApiRequest['route']) =>
      client.get({ route, params: {}, query: {}, accept: '*/*', refusals: { 404: 'none' } });
    await ask('/api/account');
    server.answers.push(hangsUp, says(200));
    await ask('/api/account');
    server.answers.push(says(404));
    await expect(ask('/api/account')).rejects.toThrow('none');
    server.answers.push(says(429));
    await expect(ask('/api/account')).rejects.toMatchObject({ code: 'rate-limited' });
    // During the pause nothing is asked.
    await expect(ask('/api/account')).rejects.toMatchObject({ code: 'rate-limited' });
    expect(told).toEqual([200, undefined, 200, 404, 429]);
  });
});
