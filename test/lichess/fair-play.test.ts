import { beforeEach, describe, expect, it } from 'vitest';
import { LichessClient } from '../../src/lichess/client.ts';
import { find } from '../../src/lichess/find.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { answer } from '../support/lichess/mishaps.ts';
import { lichessPgn } from '../support/lichess/pgn.ts';
import { startLichess } from '../support/lichess/start.ts';

/** A PGN that names a game of Lichess: Lichess is asked whether that is over, whatever the PGN says. */

const ID = 'abcdefgh';
const MOVES = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6';
const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const RUNNING = { Result: '*', Termination: 'Unterminated' };
const PLAYING = /^position: this game is still being played/;
const UNSURE = /^position: this names a game on Lichess and does not say that it is over/;

let lichess: Loopback;
let client: LichessClient;
beforeEach(async () => {
  lichess = await startLichess();
  client = new LichessClient({ url: lichess.url, userAgent: 'test' });
});

const runs = (is: boolean) => lichess.games.set(ID, lichessPgn(ID, MOVES, is ? RUNNING : {}));
const found = async (text: string, running = false) => (await find(text, { lichess: client, running })).kind;

describe('a PGN with the address of a game', () => {
  it.each([
    ['as it was exported', lichessPgn(ID, MOVES, RUNNING)],
    ['whose result was changed', lichessPgn(ID, MOVES)],
    ['with the address of a player', lichessPgn(ID, MOVES, { Site: `https://lichess.org/${ID}wxyz`, GameId: '' })],
    ['with the address of Lichess and an id', lichessPgn(ID, MOVES, { Site: 'lichess.org' })],
    ['without a result', `[Site "https://lichess.org/${ID}"]\n\n${MOVES}`],
    ['with the address in another header', `[Event "Blitz"]\n[link "http://lichess.org/${ID}/black#4"]\n\n${MOVES} *`],
    ['among other words', `who is better?\n\n${lichessPgn(ID, MOVES, RUNNING)}`],
  ])('%s is refused while the game is being played, and taken when it is over', async (_, pgn) => {
    runs(true);
    await expect(found(pgn)).rejects.toThrow(PLAYING);
    runs(false);
    await expect(found(pgn)).resolves.toBe('game');
  });

  it.each([
    ['a PGN without moves', `[Site "https://lichess.org/${ID}"]\n[FEN "${FEN}"]\n\n*`],
    ['moves before a link', `${MOVES} https://lichess.org/${ID}`],
    ['a FEN before a link', `${FEN} and what now? (https://lichess.org/${ID}/black)`],
  ])('%s: a position of it is refused while it is being played, and taken when it is over', async (_, text) => {
    runs(true);
    await expect(found(text)).rejects.toThrow(PLAYING);
    await expect(found(text, true)).resolves.toBe('position');
    runs(false);
    await expect(found(text)).resolves.toBe('position');
    lichess.mishaps.push(answer(500));
    await expect(found(text)).rejects.toThrow(UNSURE);
  });

  it('may be looked at while the game is being played, for which nobody is asked', async () => {
    runs(true);
    await expect(found(lichessPgn(ID, MOVES, RUNNING), true)).resolves.toBe('game');
    expect(lichess.seen).toEqual([]);
  });

  it('is taken where Lichess has no such game', async () => {
    await expect(found(lichessPgn(ID, MOVES, RUNNING))).resolves.toBe('game');
  });

  it('is refused where Lichess does not answer and it does not say that it is over', async () => {
    for (const mishap of [answer(500), answer(429)]) {
      lichess.mishaps.push(mishap);
      await expect(found(lichessPgn(ID, MOVES, RUNNING))).rejects.toThrow(UNSURE);
    }
    await client.close();
    client = new LichessClient({ url: 'http://127.0.0.1:1', userAgent: 'test' });
    await expect(found(lichessPgn(ID, MOVES, RUNNING))).rejects.toThrow(UNSURE);
    await expect(found(lichessPgn(ID, MOVES))).resolves.toBe('game');
  });

  it('of another site is nothing to ask Lichess about', async () => {
    const sites = ['https://www.chess.com/game/live/12345678', 'London', '', `https://evil.example/${ID}`];
    for (const Site of sites) await expect(found(lichessPgn(ID, MOVES, { ...RUNNING, Site }))).resolves.toBe('game');
    expect(lichess.seen).toEqual([]);
  });
});

describe('a chapter of a study', () => {
  it('that is a game in progress is refused, too', async () => {
    runs(true);
    const position = `[Event "Study"]\n[Site "https://lichess.org/${ID}"]\n[FEN "${FEN}"]\n\n*`;
    for (const chapter of [lichessPgn(ID, MOVES, RUNNING), position]) {
      lichess.chapters.set('aaaaaaaa/bbbbbbbb', chapter);
      await expect(found('https://lichess.org/study/aaaaaaaa/bbbbbbbb')).rejects.toThrow('link: this game is still');
    }
  });
});
