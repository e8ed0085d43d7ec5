import {
  ChildNode,
  emptyHeaders,
  type Game as GameTree,
  Node,
  type PgnNodeData,
  parsePgn as parseChessops,
} from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { expect } from 'vitest';
import { ENDGAME_TYPES } from '../../src/analysis/phases/endgames.ts';
import {
  JUDGEMENTS,
  type MoveLabel,
  type PlayerReview,
  type ReviewedPly,
  type ReviewReport,
} from '../../src/analysis/review/report.ts';
import { type Game, PHASES } from '../../src/chess/game.ts';
import { evalText } from '../../src/chess/pgn/comments.ts';
import { makeTree } from '../../src/chess/pgn/make.ts';
import { after, fenOf, legalMoves, type Position, sanLine, sanOf, uciOf } from '../../src/chess/position.ts';
import { cp, mate, type Score, winrate } from '../../src/chess/score.ts';
import { parsePgn } from '../../src/input/pgn.ts';
import { annotate, annotatedPgn } from '../../src/present/annotated-pgn.ts';
import { treeOf } from '../chess/pgn/trees.ts';

/** Reviews made by hand, with what an annotation reads of them. */

type Tree = GameTree<PgnNodeData>;
export type Said = Partial<ReviewedPly>;

const percentOf = (score: Score | null): number | null => score && 100 * winrate(score, 'white');

/** A review of a game in which nothing is remarkable but what is said, by half-moves from 1 on. */
export function reviewOf(game: Game, said: Record<number, Said> = {}, more: Partial<ReviewReport> = {}): ReviewReport {
  const plies = game.moves.map((move, index): ReviewedPly => {
    const before = game.positions[index] as Position;
    const score = said[index + 1]?.score ?? null;
    return {
      ply: index + 1,
      moveNumber: before.fullmoves,
      color: before.turn,
      san: sanOf(before, move),
      uci: uciOf(before, move),
      fen: fenOf(game.positions[index + 1] as Position),
      score,
      winPercent: percentOf(score),
      lost: null,
      accuracy: null,
      best: null,
      maia: null,
      labels: [],
      phase: 'opening',
      book: false,
      ...said[index + 1],
    };
  });
  const player: Partial<PlayerReview> = { rating: 1500, accuracy: null };
  const report: Partial<ReviewReport> = {
    kind: 'review',
    version: 1,
    start: fenOf(game.positions[0] as Position),
    startWinPercent: percentOf(cp(15)),
    opening: null,
    phases: { openingEnd: null, middlegameEnd: null, endgameType: null },
    players: { white: player as PlayerReview, black: player as PlayerReview },
    plies,
    ending: null,
    ...more,
  };
  return report as ReviewReport;
}

export const playedBy = (played: number): ReviewedPly['maia'] => ({
  played,
  best: null,
  top: [],
  wdl: { win: 0.4, draw: 0.2, loss: 0.4 },
});

/** The best move and its line, in SAN. */
export function bestIn(position: Position, line: string): NonNullable<ReviewedPly['best']> {
  const [san = '', ...rest] = line.split(' ');
  const move = parseSan(position, san);
  if (!move || !('from' in move)) throw new Error(`${san} is not legal`);
  return { san, uci: uciOf(position, move), line: [san, ...rest] };
}

/** Whatever a review may say; scores are those that stand there, or random ones. */
export function randomReview(game: Game, random: () => number, given: readonly (Score | null)[] = []): ReviewReport {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const bookPlies = Math.floor(random() * 12);
  const middlegame = bookPlies + Math.floor(random() * 20);
  const endgame = middlegame + Math.floor(random() * 50);
  const said: Record<number, Said> = {};
  for (const [index, move] of game.moves.entries()) {
    const before = game.positions[index] as Position;
    const isLast = index === game.moves.length - 1;
    const wild = random() < 0.1 ? mate(pick([-12, -3, -1, 1, 2, 30])) : cp(Math.round(2000 * (random() - 0.5)));
    const score = given.length > 0 ? (given[index] ?? null) : isLast ? null : wild;
    // Nothing is judged without the scores before and after it.
    const isKnown = score !== null && (index === 0 || said[index]?.score !== null);
    const judgement = isKnown && random() < 0.4 ? pick(JUDGEMENTS) : undefined;
    const labels: MoveLabel[] = judgement || random() < 0.7 ? [] : pick([['only-move'], ['great-find', 'only-move']]);
    const best = randomLine(before, random);
    said[index + 1] = {
      score,
      ...(judgement ? { judgement } : {}),
      labels,
      best: random() < 0.9 ? best : null,
      maia: random() < 0.9 || labels.length > 0 ? playedBy(random()) : null,
      phase: index < middlegame ? PHASES[0] : index < endgame ? PHASES[1] : PHASES[2],
      book: index < bookPlies,
    };
    if (labels.length > 0)
      said[index + 1] = { ...said[index + 1], best: best && { ...best, uci: uciOf(before, move) } };
  }
  const player = (): PlayerReview =>
    ({ rating: 600 + Math.floor(2000 * random()), accuracy: pick([null, 100 * random()]) }) as PlayerReview;
  return reviewOf(game, said, {
    opening: pick([null, { eco: 'B30', name: 'Sicilian Defense: Rossolimo, "Best" {of} its kind', ply: bookPlies }]),
    phases: { openingEnd: null, middlegameEnd: null, endgameType: pick([null, ...ENDGAME_TYPES]) },
    players: { white: player(), black: player() },
  });
}

function randomLine(start: Position, random: () => number): ReviewedPly['best'] {
  const uci: string[] = [];
  let position = start;
  while (uci.length < 16) {
    const moves = legalMoves(position);
    const chosen = moves[Math.floor(random() * moves.length)];
    if (!chosen) break;
    uci.push(chosen.uci);
    position = after(position, chosen.move);
  }
  const line = sanLine(start, uci);
  return uci[0] && line[0] ? { san: line[0], uci: uci[0], line } : null;
}

/** Every move of every line, with the position before it; undefined where the line is not legal. */
export function everyMove(tree: Tree, start: Position): { san: string; legal: boolean; depth: number }[] {
  const moves: { san: string; legal: boolean; depth: number }[] = [];
  const steps: { node: Node<PgnNodeData>; position: Position; depth: number }[] = [
    { node: tree.moves, position: start, depth: 0 },
  ];
  for (let step = steps.pop(); step; step = steps.pop())
    for (const [index, node] of step.node.children.entries()) {
      const move = parseSan(step.position, node.data.san);
      const depth = index === 0 ? step.depth : step.depth + 1;
      moves.push({ san: node.data.san, legal: move !== undefined, depth });
      if (move && 'from' in move) steps.push({ node, position: after(step.position, move), depth });
    }
  return moves;
}

/** What of one tree is not in another: moves, comments but for their scores, and signs, each in its place. */
export function lostIn(before: Tree, now: Tree): string[] {
  const lost: string[] = [];
  const bare = (text: string) => text.replace(/\[%eval\s[^[\]]*\]|\s/g, '');
  const check = (what: string, old: readonly unknown[] = [], fresh: readonly unknown[] = []) => {
    let at = 0;
    for (const one of old) {
      const found = fresh.findIndex((other, index) => index >= at && (other === one || goesOn(one, other)));
      if (found === -1) lost.push(`${what}: ${one}`);
      else at = found + 1;
    }
  };
  /** Words may follow where there were only commands. */
  const goesOn = (old: unknown, fresh: unknown) => /^(\[%[^\]]*\])+$/.test(`${old}`) && `${fresh}`.startsWith(`${old}`);
  const comments = (list: readonly string[] = []) => list.map(bare).filter(text => text !== '');
  check('tag', [...before.headers.keys()], [...now.headers.keys()]);
  check('comment', before.comments, now.comments);
  const pairs: [Node<PgnNodeData>, Node<PgnNodeData>][] = [[before.moves, now.moves]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop())
    for (const [index, old] of pair[0].children.entries()) {
      const fresh = pair[1].children[index];
      if (fresh?.data.san !== old.data.san) {
        lost.push(`move: ${old.data.san}`);
        continue;
      }
      check('comment', comments(old.data.comments), comments(fresh.data.comments));
      check('comment', old.data.startingComments, fresh.data.startingComments);
      check('sign', old.data.nags, fresh.data.nags);
      pairs.push([old, fresh]);
    }
  return lost;
}

/** A game as a tree, with comments and signs beside its moves, and other moves beside some of them. */
export function decorated(game: Game, notes: readonly string[], random: () => number): Tree {
  const moves = new Node<PgnNodeData>();
  let node: Node<PgnNodeData> = moves;
  for (const [index, move] of game.moves.entries()) {
    const position = game.positions[index] as Position;
    const note = notes[Math.floor(random() * notes.length * 2)];
    const clock = random() < 0.5 ? [`[%clk 0:${10 + Math.floor(random() * 40)}:00]`] : [];
    const score = random() < 0.3 ? [`[%eval ${evalText(cp(Math.round(500 * (random() - 0.5))))},12]`] : [];
    const comments = [...(note === undefined ? [] : [note]), ...clock, ...score];
    const nags = random() < 0.3 ? [Math.floor(random() * 20)] : [];
    const child = new ChildNode<PgnNodeData>({
      san: sanOf(position, move),
      ...(comments.length > 0 ? { comments } : {}),
      ...(nags.length > 0 ? { nags } : {}),
    });
    node.children.push(child);
    if (random() < 0.3) {
      let side: Node<PgnNodeData> = node;
      for (const san of randomLine(position, random)?.line.slice(0, 3) ?? []) {
        const next = new ChildNode<PgnNodeData>({ san });
        side.children.push(next);
        side = next;
      }
    }
    node = child;
  }
  return { headers: new Map([['FEN', fenOf(game.positions[0] as Position)]]), moves };
}

/** Annotates a game of Lichess with a random review: nothing is lost, all is legal, and it is read as the same tree. */
export function expectAnnotated(tree: Tree, random: () => number): { moves: number; variations: number } {
  const source = parsePgn(makeTree(tree));
  if (!source.ok) throw new Error(source.message);
  const { game, notes } = source.value;
  const report = randomReview(
    game,
    random,
    notes.map(({ score }) => score ?? null),
  );
  const result = annotate(tree, report);
  const text = annotatedPgn(tree, report);
  expect(lostIn(tree, result)).toEqual([]);
  const [again] = parseChessops(text, emptyHeaders);
  expect(again).toEqual(treeOf(text));
  expect(again?.moves).toEqual(result.moves);
  const played = everyMove(result, game.positions[0] as Position);
  expect(played.filter(({ legal }) => !legal)).toEqual([]);
  expect(annotatedPgn(treeOf(text), report)).toBe(text);
  return { moves: game.moves.length, variations: played.filter(({ depth }) => depth > 0).length };
}
