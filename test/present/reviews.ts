import { parseSan } from 'chessops/san';
import type { Color, NormalMove } from 'chessops/types';
import type { EndgameType } from '../../src/analysis/phases/endgames.ts';
import type {
  BestMove,
  HumanView,
  Judgement,
  Moment,
  MoveLabel,
  PhaseReview,
  PlayedLike,
  PlayerReview,
  ReviewedPly,
  ReviewReport,
} from '../../src/analysis/review/report.ts';
import { PHASES, type Phase } from '../../src/chess/game.ts';
import { extendHistory, type History, outcomeOf } from '../../src/chess/history.ts';
import { after, fenOf, other, type Position, sanOf, startPosition, uciOf } from '../../src/chess/position.ts';
import { cp, flipScore, type Score, winrate } from '../../src/chess/score.ts';

/** Reports made by hand from a game and what is said about its moves; the other numbers follow from that. */

/** About one half-move. */
export interface Said {
  /** After it; as before if nothing is said. */
  score?: Score | null;
  /** By what was lost if nothing is said. */
  judgement?: Judgement;
  labels?: MoveLabel[];
  /** In SAN, and how it goes on. */
  best?: string;
  played?: number;
  found?: number;
  clock?: number;
}

export interface Telling {
  start?: Position;
  headers?: Record<string, string>;
  /** By half-move. */
  said?: Record<number, Said>;
  evaluated?: boolean;
  asked?: boolean;
  /** The first half-moves of the later phases. */
  middlegame?: number;
  endgame?: { from: number; type: EndgameType };
  opening?: ReviewReport['opening'];
  playedLike?: PlayedLike;
  rating?: number;
  /** Half-moves. */
  moments?: number[];
}

export const NAMES = { White: 'alice', Black: 'bob', WhiteElo: '1612', BlackElo: '1588' };

const START = cp(15);

/** Moves as on a score sheet, without numbers; what is not said of them is unremarkable. */
export function review(moves: string, telling: Telling = {}): ReviewReport {
  const { start = startPosition(), evaluated = true, asked = true, rating = 1600, playedLike = null } = telling;
  const startScore = evaluated ? START : null;
  const plies: ReviewedPly[] = [];
  let history: History = extendHistory(undefined, start);
  for (const san of moves.split(' ').filter(Boolean)) {
    const move = sanMove(history.position, san);
    const before = history.position;
    history = extendHistory(history, after(before, move));
    plies.push(
      plyOf(before, move, history, plies.at(-1)?.score ?? (plies.length > 0 ? null : startScore), plies, telling),
    );
  }
  const player = (color: Color) => playerOf(plies, color, rating, playedLike);
  return {
    kind: 'review',
    version: 1,
    headers: telling.headers ?? NAMES,
    start: fenOf(start),
    startWinPercent: percentOf(startScore),
    opening: telling.opening ?? null,
    phases: { openingEnd: null, middlegameEnd: null, endgameType: telling.endgame?.type ?? null },
    players: { white: player('white'), black: player('black') },
    plies,
    moments: (telling.moments ?? []).map(ply => momentOf(plies, ply)),
    ending: outcomeOf(history) ?? null,
    engine: evaluated ? { name: 'Stockfish 17', limit: { kind: 'nodes', nodes: 300_000 } } : null,
    model: asked ? { id: 'maia3-5m' } : null,
    problem: null,
    stats: {
      plies: plies.length,
      stockfishPositions: plies.length + 1,
      stockfishNodes: 300_000 * (plies.length + 1),
      maiaPositions: plies.length,
      cacheHits: 0,
      time: { totalMs: 20_000, searchMs: 18_000, maiaMs: 3_000 },
    },
    cacheStatus: 'fresh',
  };
}

function sanMove(position: Position, san: string): NormalMove {
  const move = parseSan(position, san);
  if (!move || !('from' in move)) throw new Error(`${san} is not legal`);
  return move;
}

function plyOf(
  before: Position,
  move: NormalMove,
  history: History,
  had: Score | null,
  earlier: readonly ReviewedPly[],
  { said = {}, asked = true, opening, ...telling }: Telling,
): ReviewedPly {
  const ply = earlier.length + 1;
  const { labels = [], best, clock, judgement, played = 0.4, found = 0.4, score = had } = said[ply] ?? {};
  const outcome = outcomeOf(history);
  const mates = outcome === 'checkmate';
  const has = outcome ? (mates ? null : cp(0)) : score;
  const winPercent = mates ? own(100, before.turn) : percentOf(has);
  const lost = lossOf(percentOf(had), winPercent, before.turn);
  const judged = judgement ?? BOUNDS.find(([from]) => (lost ?? 0) >= from)?.[1];
  const maia: HumanView = { played, best: found, top: [], wdl: { win: 0.4, draw: 0.2, loss: 0.4 } };
  return {
    ply,
    moveNumber: before.fullmoves,
    color: before.turn,
    san: sanOf(before, move),
    uci: uciOf(before, move),
    fen: fenOf(history.position),
    score: has,
    winPercent,
    lost,
    accuracy: lost === null ? null : accuracyOf(lost),
    ...(judged ? { judgement: judged } : {}),
    best: best ? bestOf(before, best.split(' ')) : null,
    maia: asked ? maia : null,
    labels,
    phase: phaseOf(ply, telling),
    book: ply <= (opening?.ply ?? 0),
    ...(clock === undefined ? {} : { clock }),
  };
}

/** A mate counts as ten pawns. */
const clamped = (score: Score): Score => (score.kind === 'mate' ? cp(1000 * Math.sign(score.mate)) : score);
const percentOf = (score: Score | null): number | null => (score ? 100 * winrate(clamped(score), 'white') : null);
const own = (percentage: number, color: Color): number => (color === 'white' ? percentage : 100 - percentage);

const lossOf = (had: number | null, has: number | null, mover: Color): number | null =>
  had === null || has === null ? null : Math.max(0, own(had, mover) - own(has, mover));

const BOUNDS: [from: number, judgement: Judgement][] = [
  [15, 'blunder'],
  [10, 'mistake'],
  [5, 'inaccuracy'],
];

// https://lichess.org/page/accuracy
const accuracyOf = (lost: number): number =>
  Math.max(0, Math.min(100, 103.1668100711649 * Math.exp(-0.04354415386753951 * lost) - 2.166924740191411));

function bestOf(position: Position, line: string[]): BestMove {
  const move = sanMove(position, line[0] as string);
  return { san: sanOf(position, move), uci: uciOf(position, move), line };
}

function phaseOf(ply: number, { middlegame = Number.POSITIVE_INFINITY, endgame }: Telling): Phase {
  if (endgame && ply >= endgame.from) return 'endgame';
  return ply >= middlegame ? 'middlegame' : 'opening';
}

const mean = (values: readonly number[]): number | null =>
  values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : null;

const judgedAs = (plies: readonly ReviewedPly[], judgement: Judgement): number =>
  plies.filter(ply => ply.judgement === judgement).length;

function phaseReview(plies: readonly ReviewedPly[]): PhaseReview {
  const known = plies.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]));
  const lost = plies.flatMap(({ lost }) => (lost === null ? [] : [lost]));
  const acpl = mean(lost);
  return {
    moves: plies.length,
    accuracy: mean(known),
    // Roughly: ten centipawns for each percent.
    acpl: acpl === null ? null : Math.round(10 * acpl),
    inaccuracies: judgedAs(plies, 'inaccuracy'),
    mistakes: judgedAs(plies, 'mistake'),
    blunders: judgedAs(plies, 'blunder'),
  };
}

function playerOf(
  plies: readonly ReviewedPly[],
  color: Color,
  rating: number,
  playedLike: PlayedLike | null,
): PlayerReview {
  const moves = plies.filter(ply => ply.color === color);
  const { accuracy, acpl, inaccuracies, mistakes, blunders } = phaseReview(moves);
  const labelled = (label: MoveLabel) => moves.filter(({ labels }) => labels.includes(label)).length;
  return {
    rating,
    accuracy,
    acpl,
    counts: {
      inaccuracy: inaccuracies,
      mistake: mistakes,
      blunder: blunders,
      'natural-mistake': labelled('natural-mistake'),
      'out-of-character': labelled('out-of-character'),
      'great-find': labelled('great-find'),
      'only-move': labelled('only-move'),
    },
    byPhase: Object.fromEntries(
      PHASES.map(phase => [phase, moves.filter(ply => ply.phase === phase)] as const)
        .filter(([, played]) => played.length > 0)
        .map(([phase, played]) => [phase, phaseReview(played)]),
    ),
    playedLike,
  };
}

function momentOf(plies: readonly ReviewedPly[], ply: number): Moment {
  const { color, winPercent } = plies[ply - 1] as ReviewedPly;
  const before = ply > 1 ? (plies[ply - 2]?.winPercent ?? 50) : (percentOf(START) as number);
  return { ply, before: own(before, color), after: own(winPercent ?? 50, color) };
}

const SWAPPED: Record<string, string> = {
  White: 'Black',
  Black: 'White',
  WhiteElo: 'BlackElo',
  BlackElo: 'WhiteElo',
  '1-0': '0-1',
  '0-1': '1-0',
};

/** The same game with the players' colours exchanged; moves and boards stay as they are. */
export function swapped(report: ReviewReport): ReviewReport {
  const { headers, startWinPercent, players, plies } = report;
  const turned = (percentage: number | null) => (percentage === null ? null : 100 - percentage);
  return {
    ...report,
    headers: Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [
        SWAPPED[key] ?? key,
        key === 'Result' ? (SWAPPED[value] ?? value) : value,
      ]),
    ),
    startWinPercent: turned(startWinPercent),
    players: { white: players.black, black: players.white },
    plies: plies.map(ply => ({
      ...ply,
      color: other(ply.color),
      score: ply.score && flipScore(ply.score),
      winPercent: turned(ply.winPercent),
    })),
  };
}
