import { COLORS, type Color } from 'chessops/types';
import { MATCH_ENDS, type MatchEnd } from '../analysis/match/game.ts';
import { type MatchOpening, type PlayedPairing, roundOf } from '../analysis/match/pairings.ts';
import type { MatchGameParams } from '../analysis/match/params.ts';
import type { MatchResult } from '../analysis/match/summary.ts';
import { capital } from '../base/text.ts';
import { RESULTS } from '../chess/game.ts';
import { mainLine, makeTree } from '../chess/pgn/make.ts';
import { other, type Position, parsePosition, startPosition } from '../chess/position.ts';

/** The games of a match as PGN, and what can be read from them when a match goes on. */

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

function startOf({ fen }: MatchOpening): Position {
  if (fen === undefined) return startPosition();
  const start = parsePosition(fen);
  if (!start.ok) throw new RangeError(start.message);
  return start.value;
}

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
