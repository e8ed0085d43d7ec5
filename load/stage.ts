import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type MachineRoom, withWorkers } from '../bench/workers.ts';
import type { Discord } from '../test/support/discord/discord.ts';
import { closeDiscord, openDiscord } from '../test/support/discord/open.ts';
import { withProgram } from '../test/support/discord/program.ts';

/** A Discord, a bot on it that is a process of its own, and the workers that it has. */

export interface Stage extends MachineRoom {
  discord: Discord;
  bot: number;
}

/** Everybody is in one server here, and nobody is to be told off for that. */
const ROOM = {
  KIBITZ_SERVER_RUNNING: '1000',
  KIBITZ_SERVER_HOURLY: '100000',
  KIBITZ_USER_RUNNING: '100',
  KIBITZ_USER_HOURLY: '10000',
  KIBITZ_MAX_WAITING: '10000',
};

export const withStage = <T>(workers: number, folder: string, work: (stage: Stage) => Promise<T>): Promise<T> =>
  withWorkers(workers, folder, async room => {
    const discord = await openDiscord();
    try {
      const data = join(folder, 'bot');
      mkdirSync(data);
      const env = { ...ROOM, REDIS_URL: room.url };
      return await withProgram(discord, data, env, bot => work({ ...room, discord, bot }));
    } finally {
      closeDiscord(discord);
    }
  });
