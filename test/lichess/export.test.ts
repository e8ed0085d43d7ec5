import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePgn } from '../../src/input/pgn.ts';
import { LichessClient } from '../../src/lichess/client.ts';
import { exportChapter, exportGame } from '../../src/lichess/export.ts';
import { readContract } from '../support/lichess/contract.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { answer, saysNothing } from '../support/lichess/mishaps.ts';
import { lichessPgn } from '../support/lichess/pgn.ts';
import { startLichess } from '../support/lichess/start.ts';

const ID = 'TaHSAsYD';
const MOVES = '1. e4 { [%eval 0.3] [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. Qh5 Ke7 3. Qxe5#';

let lichess: Loopback;
let client: LichessClient;
beforeEach(async () => {
  lichess = await startLichess();
  client = new LichessClient({ url: lichess.url, userAgent: 'Kibitz/0' });
});
afterEach(() => client.close());

function exported(moves: string, headers: Record<string, string>): Promise<string> {
  lichess.games.set(ID, lichessPgn(ID, moves, headers));
  return exportGame(client, ID);
}

describe('a game of Lichess', () => {
  it('comes as PGN, with evaluations, clocks and opening', async () => {
    const pgn = await exported(MOVES, {});
    expect(pgn).toBe(lichess.games.get(ID));
    const [seen] = lichess.seen;
    expect(Object.fromEntries(seen?.query ?? [])).toEqual({ clocks: 'true', evals: 'true', opening: 'true' });
  });

  it('that one side left is a game like others', async () => {
    expect(await exported(MOVES, { Termination: 'Abandoned' })).toContain('Qxe5#');
  });

  it('that was imported is a game like others, with or without a result', async () => {
    const imported = { Event: 'Hastings', Site: 'Hastings ENG', Termination: 'Unknown', White: 'Steinitz' };
    expect(await exported(MOVES, imported)).toContain('Hastings');
    expect(await exported(MOVES, { ...imported, Result: '*' })).toContain('Hastings');
  });

  it.each(['Unterminated', 'Normal', ''])('that is still being played gets its own answer: %s', async Termination => {
    await expect(exported(MOVES, { Result: '*', Termination })).rejects.toMatchObject({
      code: 'bad-input',
      message: 'link: this game is still being played; come back when it is over.',
    });
  });

  it('that was imported without a move gets its own answer', async () => {
    await expect(exported('', { Result: '*', Termination: 'Unknown' })).rejects.toMatchObject({
      code: 'bad-input',
      message: 'link: this game has no moves; there is nothing in it to look at.',
    });
  });

  it.each([
    ['', { Result: '*', Termination: 'Abandoned' }],
    ['1. e4', { Result: '*', Termination: 'Abandoned' }],
    ['', { Result: '0-1', Termination: 'Abandoned' }],
    ['', { Result: '0-1', Termination: 'Normal' }],
  ])('that was aborted gets its own answer: %j %j', async (moves, headers) => {
    await expect(exported(moves, headers)).rejects.toMatchObject({
      code: 'bad-input',
      message: 'link: this game was aborted before it really began; there is nothing in it to look at.',
    });
  });

  it('of a variant is refused by whoever reads it', async () => {
    const pgn = await exported(MOVES, { Variant: 'Atomic' });
    expect(parsePgn(pgn)).toMatchObject({ message: 'pgn: "Atomic" is not standard chess; give a standard game.' });
  });

  it('that does not exist gets its own answer', async () => {
    await expect(exportGame(client, 'nosuch12')).rejects.toMatchObject({
      code: 'bad-input',
      message: `link: there is no game at ${lichess.url}/nosuch12; check the address.`,
    });
  });

  it.each(['', 'Hello', '<!DOCTYPE html><html></html>', '{"id":"TaHSAsYD"}', '1. e4 e5'])(
    'is PGN with headers, and not %j',
    async body => {
      lichess.mishaps.push(answer(200, body));
      await expect(exportGame(client, ID)).rejects.toMatchObject({
        code: 'lichess-failed',
        message: `${lichess.host} sent something that is not a game in PGN; try again later.`,
      });
    },
  );

  it('can be given up', async () => {
    lichess.mishaps.push(saysNothing, saysNothing);
    await expect(exportGame(client, ID, { deadlineMs: 50 })).rejects.toMatchObject({ code: 'deadline' });
    await expect(exportChapter(client, ID, ID, { deadlineMs: 50 })).rejects.toMatchObject({ code: 'deadline' });
  });
});

describe('a chapter of a study', () => {
  const chapter = '[Event "Study: Chapter 1"]\n[Result "*"]\n\n1. e4 { Best by test } (1. d4 d5) 1... e5 *\n';

  it('comes as PGN, with or without moves and result', async () => {
    lichess.chapters.set('8c8bmUfy/qwnXMwVC', chapter);
    expect(await exportChapter(client, '8c8bmUfy', 'qwnXMwVC')).toBe(chapter);
    const empty = '[Event "Study: Chapter 2"]\n[Result "*"]\n\n *\n';
    lichess.chapters.set('8c8bmUfy/qwnXMwVC', empty);
    expect(await exportChapter(client, '8c8bmUfy', 'qwnXMwVC')).toBe(empty);
  });

  it.each([
    [404, /^link: there is no study chapter at .*\/study\/8c8bmUfy\/qwnXMwVC; check the address\.$/],
    [403, /^link: the study at .*\/study\/8c8bmUfy\/qwnXMwVC is private; make it public, or give its PGN as a file\.$/],
    [401, /is private; make it public/],
  ])('that may not be seen gets its own answer: %i', async (status, message) => {
    lichess.mishaps.push(answer(status));
    await expect(exportChapter(client, '8c8bmUfy', 'qwnXMwVC')).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
    });
  });

  it('is PGN', async () => {
    lichess.mishaps.push(answer(200, 'Hello'));
    await expect(exportChapter(client, '8c8bmUfy', 'qwnXMwVC')).rejects.toMatchObject({ code: 'lichess-failed' });
  });
});

describe('what is asked', () => {
  const contracts = process.env.KIBITZ_CONTRACTS;

  it.skipIf(!contracts)('would be found out if it were not in the description of the API', async () => {
    await exported(MOVES, {});
    const [seen] = lichess.seen;
    if (!seen) throw new Error('nothing was asked');
    const complaints = readContract(contracts ?? '');
    expect(complaints(seen)).toEqual([]);
    const query = new URLSearchParams('clocks=yes&eval=true');
    expect(complaints({ ...seen, query })).toEqual(['clocks cannot be "yes"', 'eval is not a query parameter']);
    expect(complaints({ ...seen, path: '/game/export/short' })).toEqual(['gameId cannot be "short"']);
    expect(complaints({ ...seen, path: '/game/TaHSAsYD' })).toEqual(['is not in the description']);
    expect(complaints({ ...seen, method: 'POST' })).toEqual(['is not in the description']);
    const html = { ...seen, headers: { accept: 'text/html' } };
    expect(complaints(html)).toEqual(['Accept cannot be "text/html"']);
    const path = '/api/study/8c8bmUfy/qwnXMwVC.pgn';
    expect(complaints({ ...html, path, query: new URLSearchParams() })).toEqual(['Accept cannot be "text/html"']);
  });
});
