import type { Engines } from '../../../src/analysis/engines.ts';
import { type Game, gameFrom, playUci } from '../../../src/chess/game.ts';
import { epdOf, fenOf, legalMoves, type Position } from '../../../src/chess/position.ts';
import { type Score, turnScore, winPercent } from '../../../src/chess/score.ts';
import type { MaiaRequest } from '../../../src/engine/maia-pool.ts';
import type { SearchRequest } from '../../../src/engine/stockfish.ts';
import { parseGame } from '../../../src/input/moves.ts';

interface Opinions {
  /** White's score of a position: what a search of it says, and of the move that leads there. */
  score: (position: Position) => Score;
  logits?: (position: Position, request: MaiaRequest) => number[];
  cached?: boolean;
}

/** An engine that looks one move ahead and always finds the best of what it is told to look at. */
export function oneMoveEngines({ score, logits, cached = false }: Opinions) {
  const searched: { fen: string; request: SearchRequest }[] = [];
  const predicted: MaiaRequest[] = [];
  const engines: Engines = {
    model: 'fake',
    allRatings: true,
    width: 2,
    search: async (position, request) => {
      searched.push({ fen: fenOf(position), request });
      const own = (white: Score) => winPercent(turnScore(white, position.turn));
      const [best] = legalMoves(position)
        .filter(({ uci }) => !request.searchmoves || request.searchmoves.includes(uci))
        .map(({ uci, move }) => {
          const next = position.clone();
          next.play(move);
          return { score: score(next), depth: 1, uci: [uci] };
        })
        .sort((a, b) => own(b.score) - own(a.score) || (a.uci < b.uci ? -1 : 1));
      return { engine: 'Fakefish', depth: 1, nodes: 1000, ms: 2, cached, lines: best ? [best] : [] };
    },
    predict: async request => {
      predicted.push(request);
      const position = request.history.at(-1) as Position;
      const equal = legalMoves(position).map(() => 0);
      return { logits: logits?.(position, request) ?? equal, wdl: { win: 0.5, draw: 0.3, loss: 0.2 }, cached };
    },
  };
  return { engines, searched, predicted };
}

/** A score for each position named by its EPD, and one for all others. */
export const scoresFrom =
  (table: ReadonlyMap<string, Score>, others: Score) =>
  (position: Position): Score =>
    table.get(epdOf(position)) ?? others;

export function played(moves: string, start = 'startpos'): Game {
  const game = parseGame(start, moves);
  if (!game.ok) throw new Error(game.message);
  return game.value;
}

/** The position after some moves, by the name it has in a table of scores. */
export function epdAfter(moves: readonly string[], game: Game = gameFrom()): string {
  const line = playUci(game.positions[0] as Position, moves);
  if (!line) throw new Error(`${moves.join(' ')} cannot be played`);
  return epdOf(line.positions.at(-1) as Position);
}
