import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { parsePgn } from 'chessops/pgn';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchGameReport } from '../../src/analysis/match/game.ts';
import { cancelled } from '../../src/base/fault.ts';
import type { JobOf, JobOptions, MeasurableService } from '../../src/service/jobs.ts';
import { until } from '../support/processes.ts';
import { modelDir, temporaryFolder } from '../support/settings.ts';
import { run, runWith, shareService, startWith } from './in-process.ts';

shareService();

beforeEach(() => {
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => vi.unstubAllEnvs());

/** Both are quick, and neither plays well. */
const QUICK = ['--elo', '1400', '--nodes', '200', '--temperature', '1', '--concurrency', '1'];

const OPENINGS = [
  'rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq -',
  'rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq -',
];

/** As another program reads it, which refuses what cannot be played. */
const everyGameEnds = (text: string): boolean =>
  text
    .trim()
    .split(/\n\n(?=\[)/)
    .every(one => {
      const board = new Chess();
      board.loadPgn(one);
      return board.isGameOver() || one.includes('draw by length');
    });

/** Plays so many games, draws after two half-moves each; what comes after them never ends. */
function quickGames(most = Number.POSITIVE_INFINITY): MeasurableService {
  let games = 0;
  const play = (job: JobOf<'match'>, { signal }: JobOptions = {}) =>
    new Promise<MatchGameReport>((resolve, reject) => {
      if (games++ === most) return signal?.addEventListener('abort', () => reject(cancelled()));
      const moves = [...job.input.moves, 'g1f3', 'g8f6'];
      const about = { kind: 'match', version: 1, model: 'maia3-5m', engine: 'Stockfish', ms: 1 } as const;
      resolve({ ...about, maia: job.params.maia, moves, result: '1/2-1/2', by: 'length' });
    });
  return { run: play, health: () => ({ problem: undefined }) } as unknown as MeasurableService;
}

describe('kibitz match', () => {
  it('plays games that anybody can read, goes on where it stopped, and says how strong Maia is', async () => {
    const folder = temporaryFolder();
    const [file, book] = [join(folder, 'match.pgn'), join(folder, 'mates.epd')];
    writeFileSync(book, '7k/8/5KQ1/8/8/8/8/8 w - - id "Mate in one";\n');
    const quick = [...QUICK, '--opening-book', book];
    const begun = await run('match', ...quick, '--games', '1', '--pgn', file);
    expect(begun.code).toBe(0);
    const first = readFileSync(file, 'utf8');
    const resumed = await run('match', ...quick, '--games', '2', '--pgn', file, '--resume');
    expect(resumed.code).toBe(0);
    expect(resumed.err).toContain(`1 game in ${file}, 1 to go.`);
    expect(resumed.out).toMatch(/^against {2}games {2}result\s+score {2}strength\n +1400 +2 {2}\+\d =\d -\d/);
    expect(resumed.out.replace(/\s+/g, ' ')).toMatch(
      /Maia at 1500 plays like .* on Stockfish's scale: 2 games against 1400\./,
    );
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith(first)).toBe(true);
    const games = parsePgn(text);
    expect(games.map(({ headers }) => headers.get('Round'))).toEqual(['1400.1', '1400.2']);
    expect(games.map(({ headers }) => headers.get('White')?.startsWith('Maia'))).toEqual([true, false]);
    expect(everyGameEnds(text)).toBe(true);
  });

  it('has the same set of games interrupted and resumed, from openings of one’s own', async () => {
    const folder = temporaryFolder();
    const [file, book] = [join(folder, 'match.pgn'), join(folder, 'book.epd')];
    writeFileSync(book, `${OPENINGS.map((fen, index) => `${fen} id "opening ${index + 1}";`).join('\n')}\n`);
    const command = ['match', ...QUICK, '--games', '4', '--seed', '1', '--opening-book', book, '--pgn', file];
    const begun = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    const first = startWith(quickGames(1), ...command);
    await until(() => begun().includes('[Round "1400.1"]'), 'a game is over');
    process.emit('SIGINT');
    expect((await first.ended).code, 'it was interrupted before its end').toBe(130);
    expect(first.err()).toContain(`The games so far are in ${file}; --resume goes on.`);
    const before = begun();
    const resumed = await runWith(quickGames(), ...command, '--resume');
    expect([resumed.code, resumed.out]).toEqual([0, expect.stringMatching(/^ +1400 +4 /m)]);
    expect(begun().startsWith(before)).toBe(true);
    const games = parsePgn(begun());
    expect(games.map(({ headers }) => headers.get('Round')).sort()).toEqual(['1400.1', '1400.2', '1400.3', '1400.4']);
    for (const { headers } of games) {
      const number = Number(headers.get('Round')?.split('.')[1]);
      expect(headers.get('White')?.startsWith('Maia')).toBe(number % 2 === 1);
      expect(headers.get('FEN')).toBe(`${OPENINGS[number > 2 ? 1 : 0]} 0 1`);
      expect(headers.get('Opening')).toBe(`opening ${number > 2 ? 2 : 1}`);
      expect(headers.get('Conditions')).toMatch(/; openings from book\.epd$/);
    }
    expect(everyGameEnds(begun())).toBe(true);
    // With other openings it would be another match.
    const other = await run(...command.filter(word => word !== '--opening-book' && word !== book), '--resume');
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('were played otherwise')]);
  });

  it.each([
    [['--opening-book', 'nowhere.epd'], /^kibitz: nowhere\.epd: there is no such file\.$/m],
    [['--elo', '100'], /elo: Stockfish .* plays at \d+ to \d+; 100 is not among these\./],
    [['--elo', 'strong'], /elo: "strong" is not a rating/],
    [['--games', '0'], /games: "0" is not a whole number from 1 to /],
    [['--resume'], /resume: name the file with the games, with --pgn\./],
  ])('%j is refused in one sentence', async (args, sentence) => {
    const { code, err } = await run('match', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });

  it('does not mix its games with others', async () => {
    const file = join(temporaryFolder(), 'games.pgn');
    writeFileSync(file, '[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n');
    expect((await run('match', '--pgn', file)).err).toContain('none of a match; name another file.');
    const tags = [
      'Event "x"',
      'Round "1500.1"',
      'White "Maia 1500"',
      'Black "S"',
      'Result "1-0"',
      'Termination "checkmate"',
    ];
    const write = (conditions: string) =>
      writeFileSync(
        file,
        `${[...tags, `Conditions "${conditions}"`].map(tag => `[${tag}]`).join('\n')}\n\n1. e4 1-0\n`,
      );
    write('maia3-5m at 1900');
    expect((await run('match', '--pgn', file, '--resume')).err).toContain('were played otherwise (maia3-5m at 1900)');
    write('maia3-5m at 1500, temperature 0.1; Stockfish with 50000 nodes a move');
    expect((await run('match', '--pgn', file)).err).toContain('--resume goes on with them');
  });
});
