import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { type Position, sanOf } from '../src/chess/position.ts';
import { phasesOfGames } from '../src/cli/phases.ts';
import { openings } from '../src/service/openings.ts';
import { randomGame, seeded } from '../test/support/positions.ts';
import { interleave, measured, median, msOf, type Report, speedUp } from './support.ts';

const ROUNDS = 7;
const OURS = 'kibitz phases';
const PEER = 'chessops alone';
/** How many times as long as parsing and replaying alone the phases may take. */
const MAX_RATIO = 2.5;
/** As a stream hands them over. */
const CHUNK = 65_536;

export async function phasesBench(): Promise<Report> {
  // The first use in this process, so it is that of a user who waits for it.
  const { result: names, ms: loadMs } = await measured(async () => openings());
  const { text, source } = gamesText();
  const chunks = Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, at) =>
    text.slice(at * CHUNK, (at + 1) * CHUNK),
  );
  let plies = 0;
  let games = 0;
  const timings = await interleave('phases', ROUNDS, {
    [PEER]: async () => {
      plies = replayAll(text);
    },
    [OURS]: async () => {
      games = 0;
      for await (const { error } of phasesOfGames(chunks, { openings: names, book: names })) {
        if (error !== undefined) throw new Error(`game ${games}: ${error}`);
        games++;
      }
    },
  });
  return {
    title: 'Phases of the games of a file',
    rows: [PEER, OURS].map(variant => ({
      variant,
      'median s': median(msOf(timings, variant)) / 1000,
      'games/s': (1000 * games) / median(msOf(timings, variant)),
      'µs a half-move': (1000 * median(msOf(timings, variant))) / plies,
    })),
    comparisons: [
      {
        name: `phases, openings and all, against chessops parsing and replaying the same text (at most ${MAX_RATIO} times as long)`,
        ratio: speedUp(timings, OURS, PEER),
        target: 1 / MAX_RATIO,
      },
    ],
    notes: [
      `${games.toLocaleString('en-US')} games, ${plies.toLocaleString('en-US')} half-moves, ${(text.length / 1e6).toFixed(1)} MB: ${source}`,
      `the openings were loaded in ${loadMs.toFixed(0)} ms, once, before the clock ran`,
    ],
  };
}

function replayAll(text: string): number {
  let plies = 0;
  for (const { headers, moves } of parsePgn(text)) {
    const position = startingPosition(headers).unwrap();
    for (const { san } of moves.mainline()) {
      const move = parseSan(position, san);
      if (!move) throw new Error(`${san} is not legal`);
      position.play(move);
      plies++;
    }
  }
  return plies;
}

function gamesText(): { text: string; source: string } {
  const folder = process.env.KIBITZ_DATA;
  if (!folder) return { text: madeGames(), source: 'random moves, as KIBITZ_DATA is not set' };
  return {
    text: readFileSync(join(folder, 'lichess-games-3000.pgn'), 'utf8'),
    source: 'rated Lichess games with evaluations and clocks',
  };
}

const MADE_GAMES = 500;
const MADE_PLIES = 80;

/** As Lichess writes them: evaluation and clock beside every move. */
function madeGames(): string {
  const random = seeded(MADE_GAMES);
  const note = '{ [%eval 0.24] [%clk 0:05:12] }';
  return Array.from({ length: MADE_GAMES }, (_, index) => {
    const { positions, moves } = randomGame(MADE_PLIES, random);
    const words = moves.map((move, ply) => {
      const number = `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '.' : '...'}`;
      return `${number} ${sanOf(positions[ply] as Position, move)} ${note}`;
    });
    return `[Event "Made"]\n[Round "${index}"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n${words.join(' ')} *\n\n`;
  }).join('');
}
