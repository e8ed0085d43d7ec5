import { describe, expect, it } from 'vitest';
import { startDiscord } from '../support/discord/start.ts';
import { endlessEngine } from '../support/fake-engine.ts';
import { startKibitz } from '../support/kibitz.ts';
import { below, isAlive, until } from '../support/processes.ts';

describe('kibitz bot', () => {
  it('goes at once when it is told twice', async () => {
    const discord = await startDiscord();
    const env = { DISCORD_TOKEN: discord.token, DISCORD_API: discord.api, STOCKFISH_PATH: endlessEngine().path };
    const started = startKibitz(['bot'], { env });
    await until(() => started.err().includes('oauth2/authorize'), 'the bot is ready');
    const asked = discord.user('anna').types('/eval', { position: 'e4' });
    await asked.reply();
    const processes = below(started.child.pid as number);
    // Discord does not take the last words, so that there is something to wait for.
    discord.fails(/PATCH/, { status: 500 }, { times: 1000 });
    started.child.kill('SIGTERM');
    await until(() => discord.requestsTo(/PATCH/).some(({ status }) => status === 500), 'it tries to say so');
    started.child.kill('SIGTERM');
    expect(await started.code).toBe(143);
    await until(() => !processes.some(isAlive), 'nothing is left');
  });
});
