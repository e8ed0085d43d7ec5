import type { Engines } from '../../../src/analysis/engines.ts';
import { investigate } from '../../../src/analysis/investigation/investigation.ts';
import { DEFAULTS, type InvestigationParams } from '../../../src/analysis/investigation/params.ts';
import type { IllusionBranch, InvestigationReport } from '../../../src/analysis/investigation/report.ts';
import { current, type Game } from '../../../src/chess/game.ts';
import { after, legalMoves, type Position } from '../../../src/chess/position.ts';
import { cp, type Score, worth } from '../../../src/chess/score.ts';
import type { MaiaRequest } from '../../../src/engine/maia-pool.ts';
import type { SearchRequest } from '../../../src/engine/stockfish.ts';
import { parseGame } from '../../../src/input/moves.ts';
import { investigationPgn } from '../../../src/present/investigation-pgn.ts';

export type Opinion = (played: string, position: Position) => number;

interface Faces {
  /** Centipawns for whoever plays the move, at a glance and after thinking; 0 if nothing is said. */
  shallow?: Opinion;
  deep?: Opinion;
  /** How many half-moves a line goes on for after the move that leads to a position. */
  plies?: (position: Position) => number;
}

const SHALLOW = DEFAULTS.shallow;

/** An engine that says one thing at a glance and another after thinking, and what it was asked. */
export function twoFaced({ shallow = () => 0, deep = () => 0, plies = () => 3 }: Faces) {
  const searched: { depth: number; multipv: number; searchmoves: number | undefined }[] = [];
  const predicted: MaiaRequest[] = [];
  const look = (position: Position, depth: number, moves?: readonly string[]) => {
    const opinion = depth <= SHALLOW ? shallow : deep;
    const own = (value: number): Score => cp(0 + (position.turn === 'white' ? value : 0 - value));
    return legalMoves(position)
      .filter(({ uci }) => !moves || moves.includes(uci))
      .map(({ uci, move }) => ({ uci, move, score: own(opinion(uci, position)) }))
      .sort((a, b) => worth(b.score, position.turn) - worth(a.score, position.turn) || (a.uci < b.uci ? -1 : 1));
  };
  const lineFrom = (position: Position, depth: number, length: number): string[] => {
    const [best] = length > 0 ? look(position, depth) : [];
    return best ? [best.uci, ...lineFrom(after(position, best.move), depth, length - 1)] : [];
  };
  const lineOf = (position: Position, depth: number) => lineFrom(position, depth, plies(position));
  const engines: Engines = {
    model: 'fake',
    allRatings: true,
    width: 2,
    search: async (position, { limit, multipv, searchmoves }: SearchRequest) => {
      if (limit.kind !== 'depth') throw new Error('an investigation searches by depth');
      searched.push({ depth: limit.depth, multipv, searchmoves: searchmoves?.length });
      const lines = look(position, limit.depth, searchmoves)
        .slice(0, multipv)
        .map(({ uci, move, score }) => ({
          score,
          depth: limit.depth,
          uci: [uci, ...lineOf(after(position, move), limit.depth)],
        }));
      return { engine: 'Fakefish', depth: limit.depth, nodes: 100, ms: 1, cached: false, lines };
    },
    predict: async request => {
      predicted.push(request);
      const position = request.history.at(-1) as Position;
      return { logits: legalMoves(position).map(() => 0), wdl: { win: 0.5, draw: 0.3, loss: 0.2 }, cached: false };
    },
  };
  return { engines, searched, predicted };
}

export function gameOf(start: string, moves = ''): Game {
  const game = parseGame(start, moves);
  if (!game.ok) throw new Error(game.message);
  return game.value;
}

export const look = (
  game: Game,
  faces: Faces,
  params: Partial<InvestigationParams> = {},
): Promise<InvestigationReport> => investigated(game, { ...DEFAULTS, ...params }, twoFaced(faces).engines);

/** The report as a service writes it. */
export async function investigated(
  game: Game,
  params: InvestigationParams,
  engines: Engines,
): Promise<InvestigationReport> {
  const found = await investigate(game, params, engines, { deterministic: false, onProgress: () => undefined });
  return { ...found, pgn: investigationPgn(found, current(game)) };
}

/** All branches of a tree, parents before children. */
export const allBranches = (branches: readonly IllusionBranch[]): IllusionBranch[] =>
  branches.flatMap(branch => [branch, ...allBranches(branch.branches)]);
