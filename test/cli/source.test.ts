import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plyOfGame } from '../../src/chess/line.ts';
import { readGameSource } from '../../src/cli/source.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { parsePgn } from '../../src/input/pgn.ts';
import type { Job, JobOf } from '../../src/service/jobs.ts';
import { decodeGif } from '../support/gif.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { answer, saysNothing } from '../support/lichess/mishaps.ts';
import { lichessPgn } from '../support/lichess/pgn.ts';
import { startLichess } from '../support/lichess/start.ts';
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
const PGN = lichessPgn(ID, '1. e4 e5 2. Qh5 Ke7 3. Qxe5#');

let lichess: Loopback;
let config: Config;
beforeEach(async () => {
  asked.length = 0;
  lichess = await startLichess();
  lichess.games.set(ID, PGN);
  const read = readConfig({ LICHESS_URL: lichess.url });
  if (!read.ok) throw new Error(read.message);
  config = read.value;
  vi.stubEnv('LICHESS_URL', lichess.url);
});
afterEach(() => vi.unstubAllEnvs());

const read = (word: string, signal = new AbortController().signal) => readGameSource(word, { config, signal });

describe('a game on the command line', () => {
  it('is a file, for which no settings are needed', async () => {
    const file = join(temporaryFolder(), 'game.pgn');
    writeFileSync(file, '1. e4');
    const context = {
      get config(): Config {
        throw new Error('the settings were read');
      },
      signal: new AbortController().signal,
    };
    expect(await readGameSource(file, context)).toEqual({ pgn: '1. e4' });
    await expect(readGameSource(`${file}x`, context)).rejects.toMatchObject({ code: 'bad-input' });
    expect(lichess.seen).toEqual([]);
  });

  it('is fetched for a link, with the side and the place it points to', async () => {
    expect(await read(`lichess.org/${ID}`)).toEqual({ pgn: PGN });
    expect(await read(`https://lichess.org/${ID}/black#3`)).toEqual({ pgn: PGN, side: 'black', ply: 3 });
    expect(await read(`${lichess.url}/${ID}#0`)).toEqual({ pgn: PGN, ply: 0 });
    expect(lichess.seen[0]?.headers['user-agent']).toMatch(/^Kibitz\/\d+\.\d+\.\d+$/);
  });

  it('is a chapter of a study, too', async () => {
    lichess.chapters.set('8c8bmUfy/qwnXMwVC', '[Event "Study"]\n\n1. e4 *\n');
    expect(await read('https://lichess.org/study/8c8bmUfy/qwnXMwVC#1')).toEqual({
      pgn: '[Event "Study"]\n\n1. e4 *\n',
      ply: 1,
    });
  });

  it.each([
    ['https://lichess.org/@/thibault', 'link: this is a player, and this command takes a game; open one of'],
    ['https://lichess.org/training/K69di', 'link: this is a puzzle, and this command takes a game; open the game'],
    [
      'https://lichess.org/analysis/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1',
      'link: this is a position, and this command takes a game.',
    ],
    ['https://lichess.org/tv', 'link: "/tv" on Lichess is not a game'],
    ['https://www.chess.com/game/live/1', 'link: "www.chess.com" is not Lichess'],
  ])('is nothing else: %s, and Lichess is not asked', async (word, sentence) => {
    await expect(read(word)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(sentence),
    });
    expect(lichess.seen).toEqual([]);
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
