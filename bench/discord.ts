import { fenOf, type Position } from '../src/chess/position.ts';
import type { Asked } from '../test/support/discord/asked.ts';
import type { Discord } from '../test/support/discord/discord.ts';
import { closeDiscord, openDiscord } from '../test/support/discord/open.ts';
import { withProgram } from '../test/support/discord/program.ts';
import { percentile, playouts, progress, type Report, withFolder } from './support.ts';

/** Jobs that wait when it begins, and interactions that then come at once. */
const QUEUED = 200;
const AT_ONCE = 500;
const WARM_UP = 5;
const ALLOWED_MS = 1_000;
/** Discord's own limit: what is not acknowledged by then never will be. */
const PATIENCE_MS = 3_000;
/** All users are in one server here. */
const ROOM = { KIBITZ_SERVER_RUNNING: '1000', KIBITZ_SERVER_HOURLY: '1000', KIBITZ_MAX_WAITING: '1000' };

/** How soon the bot acknowledges while every engine is busy and hundreds wait: `kibitz bot` as a process of its own. */
export const discordBench = (): Promise<Report> =>
  withFolder(async folder => {
    const discord = await openDiscord();
    try {
      return await withProgram(discord, folder, ROOM, () => measure(discord));
    } finally {
      closeDiscord(discord);
    }
  });

async function measure(discord: Discord): Promise<Report> {
  for (let index = 0; index < WARM_UP; index++) await discord.user(`early${index}`).types('/status').reply();
  const fens = playouts(QUEUED + AT_ONCE).map(positions => fenOf(positions.at(-1) as Position));
  const ask = (fen: string, index: number) => discord.user(`user${index}`).types('/eval', { position: fen });
  progress('discord: filling the queue');
  const waiting = fens.slice(0, QUEUED).map(ask);
  await settled(waiting);
  progress(`discord: ${AT_ONCE} at once`);
  const asked = fens.slice(QUEUED).map((fen, index) => ask(fen, QUEUED + index));
  await settled(asked);
  progress('');
  const times = asked.flatMap(({ acknowledgedMs }) => (acknowledgedMs === undefined ? [] : [acknowledgedMs]));
  const slowest = percentile(times, 1);
  return {
    title: `discord: ${AT_ONCE} interactions at once, ${QUEUED} jobs waiting`,
    rows: [
      {
        asked: asked.length,
        acknowledged: times.length,
        'p50 ms': percentile(times, 0.5),
        'p99 ms': percentile(times, 0.99),
        'slowest ms': slowest,
      },
    ],
    comparisons: [
      { name: `${ALLOWED_MS} ms against the slowest acknowledgement`, ratio: ALLOWED_MS / slowest, target: 1 },
      { name: 'acknowledged, of all that were asked', ratio: times.length / asked.length, target: 1 },
    ],
    notes: [...new Set(discord.takeComplaints())].map(complaint => `Discord complains: ${complaint}`),
  };
}

/** Until all are acknowledged, or will not be any more. */
async function settled(asked: readonly Asked[]): Promise<void> {
  await Promise.all(asked.map(one => one.acknowledged(PATIENCE_MS).catch(() => undefined)));
}
