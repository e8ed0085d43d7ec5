import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startKibitz } from '../../support/kibitz.ts';
import { randomly } from '../../support/lichess/opponent.ts';
import type { Round } from '../../support/lichess/round.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { until } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/settings.ts';

const GAMES = 5;
/** What the owner of a bot that was killed is promised. */
const GOES_ON_MS = 5_000;

/** Killed without a word in the middle of its games, and started again as its owner would, with the real Maia. */
it(`${GAMES} games go on after the bot is killed`, { timeout: 180_000 }, async () => {
  const lichess = await startLichess();
  const bot = lichess.bot();
  const env = {
    LICHESS_URL: lichess.url,
    LICHESS_TOKEN: bot.token,
    LICHESS_GAMES: String(GAMES),
    LICHESS_PACE: '0',
    LICHESS_RESIGN_AFTER: '0',
    KIBITZ_DATA_DIR: temporaryFolder(),
    DISCORD_TOKEN: '',
  };
  const { child } = startKibitz(['bot'], { env });
  await lichess.listening(bot, 60_000);
  const rounds = await Promise.all(
    Array.from({ length: GAMES }, async (_, index) => {
      const from = `Player${index}`;
      lichess.opponent(from, { plays: randomly(index), delayMs: 200, does: { 40: 'resigns', 41: 'resigns' } });
      return lichess.challenge({ from, clock: { limit: 600, increment: 5 } }).accepted();
    }),
  );
  const theirs = ({ plies, players }: Round) =>
    plies.filter((_, ply) => players[ply % 2 ? 'black' : 'white'] === bot).length;
  await until(() => rounds.every(round => theirs(round) >= 5), 'all games are under way', 60_000);
  child.kill('SIGKILL');
  await once(child, 'close');
  await until(() => rounds.every(({ turn, players }) => players[turn] === bot), 'everybody waits for the bot');
  const before = rounds.map(theirs);

  startKibitz(['bot'], { env });
  await lichess.listening(bot, 60_000);
  const opened = lichess.clock.now();
  await until(
    () => rounds.every((round, index) => theirs(round) > (before[index] ?? 0)),
    'the bot moves in all of them',
  );
  expect(lichess.clock.now() - opened).toBeLessThan(GOES_ON_MS);
  await Promise.all(rounds.map(round => round.ended(60_000)));
  for (const { status } of rounds) expect(['mate', 'resign', 'stalemate', 'draw']).toContain(status);
});
