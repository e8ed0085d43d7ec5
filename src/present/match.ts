import { COLORS, type Color } from 'chessops/types';
import { MATCH_ENDS, type MatchEnd } from '../analysis/match/game.ts';
import { type MatchOpening, type PlayedPairing, roundOf } from '../analysis/match/pairings.ts';
import type { MatchGameParams } from '../analysis/match/params.ts';
import type { MatchResult, MatchSummary } from '../analysis/match/summary.ts';
import { gamesOf, type Level, type Strength, scoreOf } from '../analysis/match/summary.ts';
import { capital } from '../base/text.ts';
import { RESULTS } from '../chess/game.ts';
import { mainLine, makeTree } from '../chess/pgn/make.ts';
import { other, type Position, startPosition } from '../chess/position.ts';
import { positionOf } from './game-scene.ts';

/** A match: its games as PGN, what can be read from them when it goes on, and what it has shown, in English. */

/** What all games of a match have in common: those of another one are not counted with it. */
export type MatchConditions = Pick<MatchGameParams, 'rating' | 'temperature' | 'topP' | 'limit'> & {
  model: string;
  /** The name of the file with the openings, where they are not our own. */
  book?: string;
};

const MAIA = 'Maia';

const TERMINATIONS: Record<MatchEnd, string> = {
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  dead: 'insufficient material',
  'fifty-moves': 'fifty moves',
  repetition: 'threefold repetition',
  length: 'draw by length',
};

/** In one line, for a tag: `maia3-5m at 1500, temperature 0.1; Stockfish with 50000 nodes a move`. */
export function conditionsText({ model, rating, temperature, topP, limit, book }: MatchConditions): string {
  const bound = limit.kind === 'depth' ? `depth ${limit.depth}` : `${limit.nodes} nodes`;
  const top = topP < 1 ? `, top-p ${topP}` : '';
  const openings = book === undefined ? '' : `; openings from ${book}`;
  return `${model} at ${rating}, temperature ${temperature}${top}; Stockfish with ${bound} a move${openings}`;
}

export function matchPgn({ report, ...pairing }: PlayedPairing, conditions: MatchConditions, when: number): string {
  const { maia, elo, opening } = pairing;
  const names: Record<Color, string> = { white: '', black: '' };
  names[maia] = `${MAIA} ${conditions.rating}`;
  names[other(maia)] = report.engine;
  const headers = new Map([
    ['Event', 'Maia against Stockfish'],
    ['Site', 'Kibitz'],
    ['Date', new Date(when).toISOString().slice(0, 10).replaceAll('-', '.')],
    ['Round', roundOf(pairing)],
    ['White', names.white],
    ['Black', names.black],
    ['Result', report.result],
    [`${capital(other(maia))}Elo`, String(elo)],
    ...(opening.fen === undefined
      ? []
      : ([
          ['SetUp', '1'],
          ['FEN', opening.fen],
        ] as const)),
    ['Opening', opening.name],
    ['Termination', TERMINATIONS[report.by]],
    ['Conditions', conditionsText(conditions)],
  ]);
  return makeTree({ headers, moves: mainLine(startOf(opening), report.moves) });
}

const startOf = ({ fen }: MatchOpening): Position => (fen === undefined ? startPosition() : positionOf(fen));

/** Undefined for a game that is none of a match. */
export function matchResult(headers: ReadonlyMap<string, string>): (MatchResult & { conditions: string }) | undefined {
  const [, elo, number] = /^(\d+)\.(\d+)$/.exec(headers.get('Round') ?? '') ?? [];
  const maia = COLORS.find(color => headers.get(capital(color))?.startsWith(`${MAIA} `));
  const result = RESULTS.find(one => one === headers.get('Result'));
  const by = MATCH_ENDS.find(end => TERMINATIONS[end] === headers.get('Termination'));
  const conditions = headers.get('Conditions');
  if (!elo || !number || !maia || !result || !by || conditions === undefined) return undefined;
  return { elo: Number(elo), number: Number(number), maia, result, by, conditions };
}

/** `1623 (1540 to 1709)`, `beyond 2300 (above 1786)`: how strong, with 95 % certainty. */
export function strengthText({ elo, beyond, low, high }: Strength): string {
  if (beyond === 'above') return `beyond ${round(elo)} (above ${round(low)})`;
  if (beyond === 'below') return `beyond ${round(elo)} (below ${round(high)})`;
  return `${round(elo)} (${round(low)} to ${round(high)})`;
}

/** `+12 =3 -5`, from Maia's side. */
export const tallyText = ({ wins, draws, losses }: Level): string => `+${wins} =${draws} -${losses}`;

export const scoreText = (level: Level): string => `${(100 * scoreOf(level)).toFixed(1)} %`;

/** One sentence; undefined before the first game has ended. */
export function matchSentence({ levels, strength }: MatchSummary, rating: number): string | undefined {
  if (!strength) return undefined;
  const opponents = levels.map(({ elo }) => elo).join(', ');
  const games = levels.reduce((sum, level) => sum + gamesOf(level), 0);
  const many = games === 1 ? 'game' : 'games';
  return `Maia at ${rating} plays like ${strengthText(strength)} on Stockfish's scale: ${games} ${many} against ${opponents}.`;
}

const round = (elo: number): string => String(Math.round(elo));
