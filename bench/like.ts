import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLORS, type Color } from 'chessops/types';
import { ASKED_RATINGS, askPlayedLike } from '../src/analysis/review/played-like.ts';
import type { PlayedLike } from '../src/analysis/review/report.ts';
import { lastBookPly } from '../src/chess/openings/openings.ts';
import { other } from '../src/chess/position.ts';
import { MaiaPool, type MaiaRequest } from '../src/engine/maia-pool.ts';
import { parsePgn } from '../src/input/pgn.ts';
import { openings } from '../src/service/openings.ts';
import { maiaNet } from '../test/support/maia.ts';
import { CORES, mean, progress, type Report, type Row, save } from './support.ts';

/**
 * With the weak players' games five minutes on two cores that others use, too; the 240 of docs/review.md take half an
 * hour.
 */
const GAMES = 30;
/** The sample has few players below: all their games are asked about, as a sample of their own. */
const WEAK = 1500;
const BANDS = [WEAK, 1700, 1800, 1900, 2000, 2200];
const GOAL = 0.9;
const CLAIM = { priority: 'interactive', owner: 'bench' } as const;

type Ratings = Record<Color, number>;

/** What was said of one player, and what the header says. */
interface Guess {
  game: number;
  color: Color;
  rating: number;
  opponentRating: number;
  like: PlayedLike;
}
type Estimate = Guess & { like: Extract<PlayedLike, { kind: 'estimate' }> };

/** How good "played like" is: the ratings in the headers of real games against what Maia makes of their moves. */
export async function likeBench(): Promise<Report> {
  const folder = process.env.KIBITZ_DATA;
  const title = 'like: the rating that players played like, against the one in the header';
  if (!folder) return { title, rows: [], comparisons: [], notes: ['skipped: KIBITZ_DATA is not set'] };
  const texts = readFileSync(join(folder, 'lichess-games-3000.pgn'), 'utf8').split(/\n\n(?=\[Event )/);
  const weak = texts.flatMap((text, game) => (Math.min(...Object.values(ratingsOf(text))) < WEAK ? [game] : []));
  const spread = evenly(texts.length, Number(process.env.LIKE_GAMES) || GAMES);
  const guesses = await guess(texts, [...new Set([...spread, ...weak])]);
  save('played-like.json', `${JSON.stringify(guesses)}\n`);
  return reportOf(title, guesses, spread);
}

const evenly = (all: number, count: number): number[] =>
  Array.from({ length: Math.min(all, count) }, (_, index) => Math.floor((index * all) / Math.min(all, count)));

function ratingsOf(text: string): Ratings {
  const rating = (tag: string) => Number(text.match(new RegExp(`\\[${tag} "(\\d+)"`))?.[1]);
  return { white: rating('WhiteElo'), black: rating('BlackElo') };
}

async function guess(texts: readonly string[], games: readonly number[]): Promise<Guess[]> {
  const maia = new MaiaPool({ workers: CORES });
  const net = await maiaNet();
  const predict = async (request: MaiaRequest) => ({ ...(await maia.predict(net, request, CLAIM)), cached: false });
  const guesses: Guess[] = [];
  try {
    for (const [done, number] of games.entries()) {
      progress(`like: game ${done + 1} of ${games.length}`);
      const text = texts[number] ?? '';
      const parsed = parsePgn(text);
      if (!parsed.ok) throw new Error(`game ${number}: ${parsed.message}`);
      const { game } = parsed.value;
      const theory = lastBookPly(game, openings());
      const ratings = ratingsOf(text);
      const both = COLORS.map(async (color): Promise<Guess> => {
        const like = await askPlayedLike(game, color, theory, { predict });
        return { game: number, color, rating: ratings[color], opponentRating: ratings[other(color)], like };
      });
      guesses.push(...(await Promise.all(both)));
    }
  } finally {
    progress('');
    await maia.close();
  }
  return guesses;
}

function reportOf(title: string, guesses: readonly Guess[], spread: readonly number[]): Report {
  const estimates = guesses.filter((guess): guess is Estimate => guess.like.kind === 'estimate');
  const sample = estimates.filter(({ game }) => spread.includes(game));
  const asked = guesses.filter(({ game }) => spread.includes(game));
  const average = mean(sample.map(({ rating }) => rating));
  const bands = BANDS.map((from, index) => {
    const to = BANDS[index + 1] ?? Number.POSITIVE_INFINITY;
    const name = Number.isFinite(to) ? `${from}–${to - 1}` : `${from} and more`;
    return rowOf(
      name,
      sample.filter(({ rating }) => rating >= from && rating < to),
      average,
    );
  });
  const weak = estimates.filter(({ rating }) => rating < WEAK);
  return {
    title,
    rows: [
      rowOf(`${spread.length} games spread over the file`, sample, average),
      ...bands,
      rowOf(`below ${WEAK}, all games of the file`, weak, average),
      rowOf('both together', [...new Set([...sample, ...weak])], average),
    ].flatMap(row => row ?? []),
    comparisons: [
      { name: `intervals that hold the rating, against ${GOAL} of all`, ratio: held(sample) / GOAL, target: 1 },
      {
        name: 'mean error of the sample’s mean rating as a guess, against ours',
        ratio: guessError(sample, average) / errorOf(sample),
      },
      {
        name: 'mean error of the opponent’s rating as a guess, against ours',
        ratio: opponentError(sample) / errorOf(sample),
      },
    ],
    notes: [
      `${asked.length - sample.length} of ${asked.length} players of the spread games made too few moves; Maia was asked at ${ASKED_RATINGS.length} ratings`,
      'for more games: LIKE_GAMES=240 npm run bench -- like',
      'what was said of each player is in out/played-like.json',
    ],
  };
}

const errors = (estimates: readonly Estimate[]): number[] => estimates.map(({ like, rating }) => like.rating - rating);

const errorOf = (estimates: readonly Estimate[]): number => mean(errors(estimates).map(Math.abs));

const held = (estimates: readonly Estimate[]): number =>
  mean(estimates.map(({ like, rating }) => Number(like.low <= rating && rating <= like.high)));

const guessError = (estimates: readonly Estimate[], guess: number): number =>
  mean(estimates.map(({ rating }) => Math.abs(guess - rating)));

const opponentError = (estimates: readonly Estimate[]): number =>
  mean(estimates.map(({ rating, opponentRating }) => Math.abs(opponentRating - rating)));

/** Nothing where there are none. */
function rowOf(players: string, estimates: readonly Estimate[], average: number): Row[] {
  if (estimates.length === 0) return [];
  const whole = (value: number) => Math.round(value);
  return [
    {
      players,
      n: estimates.length,
      bias: whole(mean(errors(estimates))),
      correlation: correlation(estimates).toFixed(2),
      'mean error': whole(errorOf(estimates)),
      'holds %': 100 * held(estimates),
      width: whole(mean(estimates.map(({ like }) => like.high - like.low))),
      'error of the mean': whole(guessError(estimates, average)),
      'error of the opponent’s': whole(opponentError(estimates)),
    },
  ];
}

function correlation(estimates: readonly Estimate[]): number {
  const xs = estimates.map(({ like }) => like.rating);
  const ys = estimates.map(({ rating }) => rating);
  const [x, y] = [mean(xs), mean(ys)];
  const together = mean(xs.map((value, at) => (value - x) * ((ys[at] as number) - y)));
  const spread = (values: readonly number[], middle: number) =>
    Math.sqrt(mean(values.map(value => (value - middle) ** 2)));
  return together / (spread(xs, x) * spread(ys, y));
}
