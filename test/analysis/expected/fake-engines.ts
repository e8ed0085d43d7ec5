import type { Engines } from '../../../src/analysis/engines.ts';
import { epdOf, legalMoves, type Position } from '../../../src/chess/position.ts';
import { cp, type Score } from '../../../src/chess/score.ts';
import type { MaiaRequest } from '../../../src/engine/maia-pool.ts';
import type { SearchRequest } from '../../../src/engine/stockfish.ts';
import { seeded } from '../../support/positions.ts';

export interface FakeOptions {
  /** From White's side. By default anything from -6 to +6, always the same for a position. */
  score?: (position: Position, depth: number) => Score;
  /** By default a few favourites, always the same for a position. */
  logits?: (position: Position, request: MaiaRequest) => number[];
  /** Answers come late, in any order. */
  delays?: () => number;
  width?: number;
}

/** Engines with opinions of their own: fast, reproducible, and free of any knowledge of chess. */
export function fakeEngines({ score = anyScore, logits = anyLogits, delays, width = 2 }: FakeOptions = {}) {
  const searched: { position: Position; request: SearchRequest }[] = [];
  const predicted: MaiaRequest[] = [];
  const wait = async () => {
    if (delays) await new Promise(resolve => setTimeout(resolve, delays()));
  };
  const engines: Engines = {
    model: 'fake',
    allRatings: true,
    width,
    search: async (position, request) => {
      searched.push({ position, request });
      await wait();
      return {
        engine: 'Fakefish',
        depth: 1,
        nodes: 1000,
        ms: 1,
        cached: false,
        lines: linesOf(position, request, score),
      };
    },
    predict: async request => {
      predicted.push(request);
      await wait();
      const position = request.history.at(-1) as Position;
      const random = seeded(hash(epdOf(position)) ^ request.rating);
      const [win = 0, draw = 0, loss = 0] = [random(), random(), random()];
      const all = win + draw + loss;
      return {
        logits: logits(position, request),
        wdl: { win: win / all, draw: draw / all, loss: loss / all },
        cached: false,
      };
    },
  };
  return { engines, searched, predicted };
}

/** With several lines, or for named moves, the score of each is the one of the position it leads to. */
function linesOf(
  position: Position,
  { multipv, searchmoves, limit }: SearchRequest,
  score: NonNullable<FakeOptions['score']>,
) {
  const depth = limit.kind === 'depth' ? limit.depth : 1;
  if (multipv === 1 && !searchmoves) {
    const [first] = legalMoves(position);
    return [{ score: score(position, depth), depth: 1, uci: [first?.uci ?? ''] }];
  }
  return legalMoves(position)
    .filter(({ uci }) => !searchmoves || searchmoves.includes(uci))
    .map(({ uci, move }) => {
      const next = position.clone();
      next.play(move);
      return { score: score(next, depth), depth: 1, uci: [uci] };
    });
}

export function hash(text: string): number {
  let value = 2166136261;
  for (const sign of text) value = Math.imul(value ^ sign.charCodeAt(0), 16777619);
  return value;
}

const anyScore = (position: Position): Score => cp(Math.round(seeded(hash(epdOf(position)))() * 1200) - 600);

const anyLogits = (position: Position, { rating }: MaiaRequest): number[] => {
  const random = seeded(hash(epdOf(position)) + rating);
  return legalMoves(position).map(() => random() ** 2 * 6);
};
