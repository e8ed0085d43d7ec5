import { describe, expect, it } from 'vitest';
import { startKibitz } from '../support/kibitz.ts';
import { randomly } from '../support/lichess/opponent.ts';
import type { Round } from '../support/lichess/round.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';
import { temporaryFolder } from '../support/settings.ts';
import { clock, envOf, plays } from './lichess-bots.ts';

describe('kibitz bot', () => {
  it('is killed in the middle of five games and started again: all five go on within 5 s', async () => {
    const lichess = await startLichess();
    const KIBITZ_DATA_DIR = temporaryFolder();
    const surroundings = { env: envOf(lichess, { KIBITZ_DATA_DIR, LICHESS_GAMES: '5' }) };
    const first = startKibitz(['bot'], surroundings);
    await until(() => first.err().includes('Challenge it at'), 'it is on Lichess');
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
});
