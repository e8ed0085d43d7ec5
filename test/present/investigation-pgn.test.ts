import { parsePgn } from 'chessops/pgn';
import { describe, expect, it } from 'vitest';
import { gameOf, look } from '../analysis/investigation/two-faced.ts';
import { makeServiceForAll } from '../support/service.ts';
import { expectMirrored, expectSoundGames } from './investigations.ts';

describe('the game that shows it all', () => {
  const service = makeServiceForAll();

  it('is sound for 2 random positions by the real engine', () => expectSoundGames(service, 2, 2024));

  it('has the tags that the standard wants, and says what could be seen to begin with', async () => {
    const { pgn } = await look(gameOf('startpos', 'e4 e5 Nf3 Nc6 Bb5'), {});
    const headers = parsePgn(pgn)[0]?.headers ?? new Map<string, string>();
    expect([...headers.keys()].slice(0, 7)).toEqual(['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result']);
    expect(headers.get('Event')).toBe('Investigation');
    expect(headers.get('SetUp')).toBe('1');
    expect(headers.get('FEN')).toBe('r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3');
    expect(headers.get('Annotator')).toBe('Kibitz');
    expect(headers.get('StartingTags')).toContain('white:');
    expect(headers.get('StartingTags')?.length).toBeLessThanOrEqual(255);
    expect(pgn).toMatch(/\n3\.\.\. /);
  });

  it('names each illusion with both scores and ranks, and each stop with its numbers', async () => {
    const { pgn } = await look(gameOf('startpos'), {
      shallow: (uci, { fullmoves }) => (fullmoves > 1 ? -70 : uci === 'a2a4' ? 120 : 10),
      deep: uci => (uci === 'a2a4' ? -80 : uci === 'e2e4' ? 28 : 0),
    });
    const text = pgn.replace(/\s+/g, ' ');
    expect(text).toContain('[%eval -0.80] [%theme "overestimated"]');
    expect(text).toContain('D2 +1.20 (1st), D16 -0.80 (20th).');
    expect(text).toContain('[%theme "stopped_branch,d2_worse_than_original"]');
    expect(text).toContain('Stopped: D2 -0.70 is worse for White than D16 +0.28 at the start.');
  });

  it('is mirrored with the position, by the real engine', () => expectMirrored(service, 8, 1));
});
