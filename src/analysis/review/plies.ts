import type { Color } from 'chessops/types';
import { type Game, PHASES, type Phase } from '../../chess/game.ts';
import { fenOf, legalMoves, type Position, sanLine, sanOf, startPosition, uciOf } from '../../chess/position.ts';
import { ceiledCp, cp, type Score, winPercent } from '../../chess/score.ts';
import type { PositionPrediction } from '../move-predictions.ts';
import { type Phases, phaseOf } from '../phases/phases.ts';
import type { PositionEvaluation } from './game-evaluation.ts';
import { judgementOf, labelsOf, moveAccuracy, moveWeights, overallAccuracy } from './judgement.ts';
import type { ReviewNotes } from './params.ts';
import type {
  BestMove,
  HumanView,
  Judgement,
  MoveLabel,
  PhaseReview,
  PlayedLike,
  PlayerReview,
  ReviewedPly,
} from './report.ts';

/** A half-move, and what of it only counts in sums. */
export interface CountedPly {
  ply: ReviewedPly;
  /**
   * Null where one of the two positions is not evaluated, and where the move mates: Lichess does not count that either.
   */
  accuracy: number | null;
  /** Centipawns that the mover lost; null in the same places. */
  cpLost: number | null;
  /** How much the move counts, by how the whole game swings around it: a short phase has no windows of its own. */
  weight: number;
}

/** What is known of a game when both engines are done. */
interface Findings {
  game: Game;
  notes: ReviewNotes;
  phases: Phases;
  /** One for each position. */
  evaluations: readonly PositionEvaluation[];
  /** One for each half-move; null where Maia was not asked. */
  predictions: readonly PositionPrediction[] | null;
}

/** Lichess counts the first move from here, whatever an engine says of the start of a game. */
const FIRST_MOVE = cp(15);

/** What the game began with: the usual score of the usual position, what an engine says of any other. */
export function startScore({ positions: [start] }: Game, [first]: readonly PositionEvaluation[]): Score | null {
  const isUsual = start && fenOf(start) === fenOf(startPosition());
  return isUsual ? FIRST_MOVE : (first?.score ?? null);
}

/** Every half-move with all that is said of it. */
export function reviewPlies(findings: Findings): CountedPly[] {
  const { game, evaluations } = findings;
  const scores = [startScore(game, evaluations), ...evaluations.slice(1).map(({ score }) => score)];
  const weights = moveWeights(scores.map(score => score && winPercent(score)));
  return game.moves.map((_, index) => reviewPly(findings, index, scores, weights[index] ?? 0));
}

function reviewPly(findings: Findings, index: number, scores: readonly (Score | null)[], weight: number): CountedPly {
  const { game, notes, phases, evaluations, predictions } = findings;
  const [before, after] = [game.positions[index] as Position, game.positions[index + 1] as Position];
  const move = game.moves[index] as Game['moves'][number];
  const mover = before.turn;
  const played = uciOf(before, move);
  const best = bestMove(before, evaluations[index]?.line ?? []);
  const loss = lossOf(scores[index] ?? null, scores[index + 1] ?? null, mover);
  const judgement = best?.uci === played ? undefined : loss?.judgement;
  const prediction = predictions?.[index];
  const human = prediction ? humanView(prediction, played, best?.uci) : null;
  const clock = notes.clocks[index];
  const score = scores[index + 1] ?? null;
  const ending = after.isCheckmate() ? MATES[mover] : null;
  const ply: ReviewedPly = {
    ply: index + 1,
    moveNumber: before.fullmoves,
    color: mover,
    san: sanOf(before, move),
    uci: played,
    fen: fenOf(after),
    score,
    winPercent: ending?.winPercent ?? (score && winPercent(score)),
    lost: ending?.lost ?? loss?.lost ?? null,
    accuracy: ending?.accuracy ?? loss?.accuracy ?? null,
    ...(judgement && { judgement }),
    best,
    maia: human,
    labels: labelsOf({ judgement, played: human?.played ?? null, gap: evaluations[index]?.gap ?? null }),
    phase: phaseOf(before.fullmoves, phases),
    book: index < notes.lastBookPly,
    ...(clock !== null && clock !== undefined && { clock }),
  };
  return { ply, accuracy: loss?.accuracy ?? null, cpLost: loss?.cpLost ?? null, weight };
}

/** Of a move that mates. */
const MATES: Record<Color, { winPercent: number; lost: number; accuracy: number }> = {
  white: { winPercent: 100, lost: 0, accuracy: 100 },
  black: { winPercent: 0, lost: 0, accuracy: 100 },
};

/** What a move cost, by the scores before and after it. */
function lossOf(before: Score | null, after: Score | null, mover: Color) {
  if (!before || !after) return undefined;
  const own = (white: number, all: number) => (mover === 'white' ? white : all - white);
  const [had, has] = [own(winPercent(before), 100), own(winPercent(after), 100)];
  return {
    lost: Math.max(0, had - has),
    accuracy: moveAccuracy(had, has),
    cpLost: Math.max(0, own(ceiledCp(before), 0) - own(ceiledCp(after), 0)),
    judgement: judgementOf(before, after, mover),
  };
}

/** The most of a line that is worth reading. */
const LINE_PLIES = 12;

function bestMove(position: Position, line: readonly string[]): BestMove | null {
  const san = sanLine(position, line.slice(0, LINE_PLIES));
  return san[0] && line[0] ? { san: san[0], uci: line[0], line: san } : null;
}

const TOP = 3;

/** The same as it is reported, for the move that was played and the one that should have been. */
function humanView({ position, probabilities, wdl }: PositionPrediction, played: string, best?: string): HumanView {
  const names = new Map(legalMoves(position).map(({ uci, move }) => [uci, sanOf(position, move)]));
  return {
    played: probabilities.get(played) ?? 0,
    best: best === undefined ? null : (probabilities.get(best) ?? 0),
    top: [...probabilities]
      .slice(0, TOP)
      .map(([uci, probability]) => ({ san: names.get(uci) ?? '', uci, probability })),
    wdl,
  };
}

/** Everything that is said of one player, phase by phase. Phases without a move of theirs are left out. */
export function reviewPlayer(
  color: Color,
  moves: readonly CountedPly[],
  rating: number,
  playedLike: PlayedLike | null,
): PlayerReview {
  const own = moves.filter(({ ply }) => ply.color === color);
  const inPhase = (phase: Phase) => own.filter(({ ply }) => ply.phase === phase);
  const phases = PHASES.filter(phase => inPhase(phase).length > 0);
  return {
    rating,
    accuracy: accuracyOf(own),
    acpl: acplOf(own),
    counts: countsOf(own),
    byPhase: Object.fromEntries(phases.map(phase => [phase, reviewPhase(inPhase(phase))])),
    playedLike,
  };
}

function reviewPhase(moves: readonly CountedPly[]): PhaseReview {
  const { inaccuracy, mistake, blunder } = countsOf(moves);
  return {
    moves: moves.length,
    accuracy: accuracyOf(moves),
    acpl: acplOf(moves),
    inaccuracies: inaccuracy,
    mistakes: mistake,
    blunders: blunder,
  };
}

const accuracyOf = (moves: readonly CountedPly[]): number | null =>
  overallAccuracy(moves.flatMap(({ accuracy, weight }) => (accuracy === null ? [] : [{ accuracy, weight }])));

function acplOf(moves: readonly CountedPly[]): number | null {
  const losses = moves.flatMap(({ cpLost }) => (cpLost === null ? [] : [cpLost]));
  if (losses.length === 0) return null;
  return Math.round(losses.reduce((sum, loss) => sum + loss, 0) / losses.length);
}

function countsOf(moves: readonly CountedPly[]): Record<Judgement | MoveLabel, number> {
  const counts: Record<Judgement | MoveLabel, number> = {
    inaccuracy: 0,
    mistake: 0,
    blunder: 0,
    'natural-mistake': 0,
    'out-of-character': 0,
    'great-find': 0,
    'only-move': 0,
  };
  for (const { ply } of moves) {
    if (ply.judgement) counts[ply.judgement]++;
    for (const label of ply.labels) counts[label]++;
  }
  return counts;
}
