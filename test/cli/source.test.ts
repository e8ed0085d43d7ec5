import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INITIAL_FEN } from 'chessops/fen';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Config, readConfig } from '../../src/app/config.ts';
import { current, playUci, plyOfGame, uciMoves } from '../../src/chess/game.ts';
import { fenOf } from '../../src/chess/position.ts';
import { readGameSource, readPosition } from '../../src/cli/source.ts';
import { Terminal } from '../../src/cli/terminal.ts';
import { parsePgn } from '../../src/input/pgn.ts';
import { gameInput, type Job, type JobOf } from '../../src/service/jobs.ts';
import { KIWIPETE } from '../chess/positions.ts';
import { decodeGif } from '../support/gif.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { answer, saysNothing } from '../support/lichess/mishaps.ts';
import { lichessPgn } from '../support/lichess/pgn.ts';
import { lichessPuzzle } from '../support/lichess/puzzle.ts';
import { startLichess } from '../support/lichess/start.ts';
import { positionOf } from '../support/positions.ts';
import { until } from '../support/processes.ts';
import { temporaryFolder } from '../support/settings.ts';
import { run } from './in-process.ts';

/** What was asked of the analysis process; none is started here. */
const asked = vi.hoisted(() => [] as Job[]);
vi.mock('../../src/service/forked.ts', () => ({
  ForkedService: class {
    async run(job: JobOf<'expected'>) {
      asked.push(job);
      return { kind: 'expected', version: 1, fen: job.input.fen, params: job.params, moves: [] };
    }
    async close() {}
  },
}));

const ID = 'TaHSAsYD';
const MOVES = '1. e4 e5 2. Qh5 Ke7 3. Qxe5#';
const PGN = lichessPgn(ID, MOVES);
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const ANALYSIS = `https://lichess.org/analysis/${AFTER_E4.replaceAll(' ', '_')}`;

let lichess: Loopback;
let config: Config;
beforeEach(async () => {
  asked.length = 0;
  lichess = await startLichess();
  lichess.games.set(ID, PGN);
  lichess.puzzles.set('K69di', lichessPuzzle('e4 e5 Qh5 Ke7', 3));
  lichess.games.set('zzzzzzz1', lichessPgn('zzzzzzz1', '1. d4 d5', { White: 'Carl' }));
  lichess.games.set('zzzzzzz2', lichessPgn('zzzzzzz2', MOVES, { White: 'Carl' }));
  const read = readConfig({ LICHESS_URL: lichess.url });
  if (!read.ok) throw new Error(read.message);
  config = read.value;
  vi.stubEnv('LICHESS_URL', lichess.url);
});
afterEach(() => vi.unstubAllEnvs());

const terminal = new Terminal({ json: false, quiet: true });
const context = (signal = new AbortController().signal) => ({ config, signal, terminal });
const read = async (word: string, signal?: AbortSignal) => {
  const { pgn, kind: _, ...where } = await readGameSource(word, context(signal));
  return { moves: pgn.game.moves.length, ...where };
};

describe('a game on the command line', () => {
  it('is a file, for which no settings are needed', async () => {
    const file = join(temporaryFolder(), 'game.pgn');
    writeFileSync(file, '1. e4');
    const unset = {
      get config(): Config {
        throw new Error('the settings were read');
      },
      signal: new AbortController().signal,
      terminal,
    };
    expect((await readGameSource(file, unset)).pgn.game.moves).toHaveLength(1);
    await expect(readGameSource(`${file}x`, unset)).rejects.toMatchObject({ code: 'bad-input' });
    expect(lichess.seen).toEqual([]);
  });

  it('is nothing to be helped with while it is played; a file that does not say is asked about, if it can be', async () => {
    const file = join(temporaryFolder(), 'game.pgn');
    const notes: string[] = [];
    const noted = Object.assign(new Terminal({ json: false, quiet: true }), {
      note: (text: string) => notes.push(text),
    });
    const open = lichessPgn(ID, '1. e4 e5', { Result: '*', Termination: 'Unterminated' });
    lichess.games.set(ID, open);
    writeFileSync(file, open);
    await expect(readGameSource(file, context())).rejects.toThrow('pgn: this game is still being played');
    lichess.games.set(ID, PGN);
    const opened = async () => (await readGameSource(file, { ...context(), terminal: noted })).pgn.game.moves.length;
    expect([await opened(), notes]).toEqual([2, []]);
    lichess.mishaps.push(answer(500));
    expect([await opened(), notes]).toEqual([2, [expect.stringContaining('Lichess cannot be asked')]]);
    writeFileSync(file, PGN);
    const asked = lichess.seen.length;
    await readGameSource(file, context());
    expect(lichess.seen).toHaveLength(asked);
  });

  it('is fetched for a link, with the side and the place it points to', async () => {
    expect(await read(`lichess.org/${ID}`)).toEqual({ moves: 5 });
    expect(await read(`https://lichess.org/${ID}/black#3`)).toEqual({ moves: 5, side: 'black', ply: 3 });
    expect(await read(`${lichess.url}/${ID}#0`)).toEqual({ moves: 5, ply: 0 });
    expect(lichess.seen[0]?.headers['user-agent']).toMatch(/^Kibitz\/\d+\.\d+\.\d+$/);
  });

  it('is a chapter of a study, too', async () => {
    lichess.chapters.set('8c8bmUfy/qwnXMwVC', '[Event "Study"]\n\n1. e4 *\n');
    expect(await read('https://lichess.org/study/8c8bmUfy/qwnXMwVC#1')).toEqual({ moves: 1, ply: 1 });
  });

  it('is the last one of a player, seen from their side', async () => {
    expect(await read('https://lichess.org/@/Ben')).toEqual({ moves: 5, side: 'black' });
  });

  it.each([
    ['https://lichess.org/training/K69di', `link: this is a puzzle; give the game that it is from instead, `],
    [ANALYSIS, 'link: this is a position; give a Lichess link to a game'],
    ['https://lichess.org/tv', 'link: "/tv" on Lichess is not a game'],
    ['https://www.chess.com/game/live/1', 'link: "www.chess.com" is not Lichess'],
  ])('is nothing else: %s', async (word, sentence) => {
    await expect(read(word)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(sentence),
    });
  });

  it('can be given up while Lichess is silent', async () => {
    lichess.mishaps.push(saysNothing);
    const stop = new AbortController();
    const reading = read(`lichess.org/${ID}`, stop.signal);
    await until(() => lichess.seen.length === 1, 'Lichess is asked');
    stop.abort();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a position on the command line', () => {
  const position = async (words: string[], values = {}) => {
    const { game, side, ratings } = await readPosition(words, values, context());
    return { fen: fenOf(current(game)), moves: uciMoves(game), side, ratings };
  };

  it('is a FEN, quoted or not, or startpos, for which Lichess is not asked', async () => {
    for (const words of [[KIWIPETE], KIWIPETE.split(' '), [KIWIPETE.replaceAll(' ', '_')]])
      expect((await position(words)).fen).toBe(KIWIPETE);
    expect((await position(['startpos'])).fen).toBe(INITIAL_FEN);
    expect((await position(['startpos'], { moves: '1. e4' })).fen).toBe(AFTER_E4);
    expect(lichess.seen).toEqual([]);
  });

  it.each([
    ['moves', ['e4 e5 Nf3']],
    ['moves without quotes', ['e4', 'e5', 'Nf3']],
    ['moves with numbers', ['1. e4 e5 2. Nf3']],
    ['moves from startpos', ['startpos e4 e5 Nf3']],
    ['moves from a FEN', [`${INITIAL_FEN} moves e2e4 e7e5 g1f3`]],
    ['a PGN', ['[White "Anna"]\n\n1. e4 {best} e5 2. Nf3 1-0']],
    ['a text with moves in it', ['Is 1. e4 e5 2. Nf3 any good?']],
  ])('is given by %s', async (_, words) => {
    expect((await position(words)).moves).toEqual(['e2e4', 'e7e5', 'g1f3']);
    expect((await position(words, { moves: 'Nc6' })).moves).toHaveLength(4);
  });

  it('is where a link in a text points to', async () => {
    expect((await position([`Look at https://lichess.org/${ID}#1, please.`])).fen).toBe(AFTER_E4);
  });

  it('travels as text that gives the same game again', async () => {
    const { game } = await readPosition([KIWIPETE], { moves: 'O-O-O O-O' }, context());
    const input = gameInput(game);
    expect(input).toEqual({ fen: KIWIPETE, moves: ['e1c1', 'e8g8'] });
    expect(playUci(positionOf(input.fen), input.moves)?.positions.map(fenOf)).toEqual(game.positions.map(fenOf));
  });

  it.each([
    [
      'nothing',
      [],
      {},
      /^position: give a FEN in quotes, startpos, moves such as "e4 e5 Nf3", a PGN, or a Lichess link/,
    ],
    ['no chess', ['castle'], {}, /^position: there is nothing to analyse in it; give a FEN, moves such as/],
    [
      'an illegal move',
      ['startpos'],
      { moves: 'e4 e4' },
      /^moves: "e4" \(move 1, Black\) is not a legal move there\.$/,
    ],
    ['a move that is illegal there', ['e4 e4'], {}, /^moves: "e4" \(move 1, Black\) is not a legal move there\.$/],
  ])('cannot be %s', async (_, words, values, message) => {
    await expect(position(words, values)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
    });
  });

  it('is not one of a game that is still being played', async () => {
    lichess.games.set(ID, lichessPgn(ID, '1. e4 e5', { Result: '*', Termination: 'Unterminated' }));
    const pgn = lichessPgn(ID, '1. e4 e5', { Result: '*' });
    await expect(position([pgn])).rejects.toThrow('position: this game is still being played');
  });

  it('is where a link points to, with the moves before it, the side and the ratings', async () => {
    expect(await position([`lichess.org/${ID}/black#1`])).toEqual({
      fen: AFTER_E4,
      moves: ['e2e4'],
      side: 'black',
      ratings: { white: 1710, black: 1695 },
    });
    expect((await position([`lichess.org/${ID}`])).moves).toHaveLength(5);
    expect(await position([ANALYSIS])).toMatchObject({ fen: AFTER_E4, moves: [] });
  });

  it('is what is to be solved in a puzzle, by whoever is to move', async () => {
    expect(await position(['https://lichess.org/training/K69di'])).toMatchObject({
      moves: ['e2e4', 'e7e5', 'd1h5', 'e8e7'],
      side: 'white',
      ratings: {},
    });
  });

  it('may be played on from', async () => {
    const { moves } = await position([`lichess.org/${ID}#1`], { moves: '1... c5 2. Nf3' });
    expect(moves).toEqual(['e2e4', 'c7c5', 'g1f3']);
    await expect(position([`lichess.org/${ID}#1`], { moves: 'e4' })).rejects.toMatchObject({
      message: 'moves: "e4" (move 1, Black) is not a legal move there.',
    });
  });

  it('stands alone', async () => {
    await expect(position([`lichess.org/${ID}`, 'e4'])).rejects.toMatchObject({
      code: 'bad-input',
      message: 'position: give the link alone ("e4" stands behind it).',
    });
    expect(lichess.seen).toEqual([]);
  });
});

describe('the place a link points to', () => {
  const gameOf = (pgn: string) => {
    const parsed = parsePgn(pgn);
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.value.game;
  };

  it('is counted from the first move', () => {
    const game = gameOf(PGN);
    expect([0, 1, 4, 5].map(ply => plyOfGame(game, ply))).toEqual([0, 1, 4, 5]);
  });

  it('is counted from move 1 where a game begins later, and never leaves it', () => {
    const game = gameOf('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 20"]\n\n20... Kd7 21. e4 Kd6 *');
    expect([0, 39, 40, 42, 99].map(ply => plyOfGame(game, ply))).toEqual([0, 0, 1, 3, 3]);
  });
});

describe('commands that take a position take a link', () => {
  it.each(['eval', 'maia', 'investigate', 'expected'])('kibitz %s', async command => {
    await run(command, `https://lichess.org/${ID}/black#3`, '--json');
    const [job] = asked as JobOf<'eval'>[];
    expect(job).toMatchObject({ kind: command, input: { moves: ['e2e4', 'e7e5', 'd1h5'] } });
    const { rating } = (job?.params ?? {}) as { rating?: number };
    expect(rating).toBe(command === 'eval' ? undefined : 1695);
  });

  it('kibitz tags', async () => {
    const { code, out } = await run('tags', 'https://lichess.org/training/K69di');
    expect([code, out.split('\n')[0]]).toEqual([0, 'White to move.']);
  });

  it('kibitz render, from the side that it shows', async () => {
    const draw = async (...args: string[]) => {
      const file = join(temporaryFolder(), 'board.png');
      expect(await run('render', ...args, '-o', file, '--size', '360')).toMatchObject({ code: 0, err: '' });
      return readFileSync(file).toString('base64');
    };
    const [white, black, flipped] = [
      await draw(`lichess.org/${ID}#1`),
      await draw(`lichess.org/${ID}/black#1`),
      await draw('startpos', '--moves', 'e4', '--flip'),
    ];
    expect(black).toBe(flipped);
    expect(black).not.toBe(white);
  });
});

describe('commands that take a game take a link', () => {
  it('kibitz expected, where it points to unless another place is said', async () => {
    const link = `https://lichess.org/${ID}/black#3`;
    expect(await run('expected', '--pgn', link, '--json')).toMatchObject({ code: 0, err: '' });
    expect(await run('expected', '--pgn', link, '--ply', '1', '--json')).toMatchObject({ code: 0, err: '' });
    expect((asked as JobOf<'expected'>[]).map(({ input }) => input.moves)).toEqual([
      ['e2e4', 'e7e5', 'd1h5'],
      ['e2e4'],
    ]);
    expect((asked as JobOf<'expected'>[]).map(({ params }) => params.rating)).toEqual([1695, 1695]);
    expect(await run('expected', '--pgn', `lichess.org/${ID}`)).toMatchObject({
      code: 2,
      err: 'kibitz: ply: say which; give a number from 0 to 5, or a range such as 0-5.\n',
    });
  });

  it('kibitz gif, from the side that it shows', async () => {
    const files = ['white', 'black', 'flipped'].map(name => join(temporaryFolder(), `${name}.gif`));
    const [white = '', black = '', flipped = ''] = files;
    const look = ['--size', '360', '--bar', 'none'];
    expect(await run('gif', `lichess.org/${ID}`, '-o', white, ...look)).toMatchObject({ code: 0, err: '' });
    expect(await run('gif', `lichess.org/${ID}/black`, '-o', black, ...look)).toMatchObject({ code: 0, err: '' });
    await run('gif', `lichess.org/${ID}`, '-o', flipped, '--flip', ...look);
    expect(decodeGif(readFileSync(black)).frames).toHaveLength(6);
    expect(readFileSync(black).equals(readFileSync(flipped))).toBe(true);
    expect(readFileSync(black).equals(readFileSync(white))).toBe(false);
  });

  it('kibitz gif, up to the place that it points to', async () => {
    const file = join(temporaryFolder(), 'part.gif');
    const { out } = await run('gif', `lichess.org/${ID}#3`, '-o', file, '--size', '360', '--bar', 'none');
    expect(decodeGif(readFileSync(file)).frames).toHaveLength(4);
    expect(out).toContain('Animation of a game: 2 moves. At the end: Board, Black to move.');
  });

  it('kibitz phases', async () => {
    const { code, out } = await run('phases', 'https://lichess.org/@/ben', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, [{ white: 'Carl', black: 'Ben' }]]);
  });

  it('and fail with one sentence', async () => {
    const gif = (link: string) => run('gif', link, '-o', join(temporaryFolder(), 'out.gif'));
    lichess.mishaps.push(answer(429), answer(503));
    expect(await gif(`lichess.org/${ID}`)).toEqual({
      code: 1,
      out: '',
      err: `kibitz: ${lichess.host} asks for a pause after too many requests; try again in a minute.\n`,
    });
    expect(await gif(`lichess.org/${ID}`)).toEqual({
      code: 1,
      out: '',
      err: `kibitz: ${lichess.host} has trouble (it answered 503); try again later.\n`,
    });
    expect(await gif('lichess.org/nosuch12')).toEqual({
      code: 2,
      out: '',
      err: `kibitz: link: there is no game at ${lichess.url}/nosuch12; check the address.\n`,
    });
    expect((await gif('lichess.org/training')).code).toBe(2);
  });
});
