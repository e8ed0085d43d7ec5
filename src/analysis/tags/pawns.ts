import { pawnAttacks } from 'chessops/attacks';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Square } from 'chessops/types';
import { squareFile } from 'chessops/util';
import { other } from '../../chess/position.ts';
import { ahead, asSeenBy, fileAt, filesBeside } from '../../chess/squares.ts';
import { type Tag, tag } from './names.ts';
import type { Sight } from './sight.ts';

/** Two pawns on a diagonal are everywhere; three are a chain. */
const CHAIN = 3;

export function pawnTags({ board }: Sight, side: Color): Tag[] {
  const own = board.pieces(side, 'pawn');
  const enemy = board.pieces(other(side), 'pawn');
  const tags: Tag[] = [];
  for (const square of asSeenBy(side, own)) tags.push(...onePawn(square, side, own, enemy));
  for (let file = 0; file < 8; file++) {
    const stacked = own.intersect(fileAt(file));
    if (stacked.moreThanOne()) tags.push(tag('pawns.doubled', side, asSeenBy(side, stacked)));
  }
  for (const chain of chainsOf(own, side)) tags.push(tag('pawns.chain', side, asSeenBy(side, chain)));
  for (const island of islandsOf(own)) tags.push(tag('pawns.island', side, asSeenBy(side, island)));
  return tags;
}

function onePawn(square: Square, side: Color, own: SquareSet, enemy: SquareSet): Tag[] {
  const tags: Tag[] = [];
  const file = fileAt(squareFile(square));
  const beside = filesBeside(squareFile(square));
  const before = ahead(side, square);
  const isolated = own.isDisjoint(beside);
  if (isolated) tags.push(tag('pawns.isolated', side, [square]));
  else if (isBackward(square, side, own.intersect(beside), enemy)) tags.push(tag('pawns.backward', side, [square]));
  const first = own.intersect(file).isDisjoint(before);
  if (first && enemy.intersect(file.union(beside)).isDisjoint(before)) {
    tags.push(tag('pawns.passed', side, [square]));
    const guards = pawnAttacks(other(side), square).intersect(own);
    if (guards.nonEmpty()) tags.push(tag('pawns.passed.protected', side, [square, ...asSeenBy(side, guards)]));
  }
  for (const target of asSeenBy(side, pawnAttacks(side, square).intersect(enemy)))
    tags.push(tag('pawns.lever', side, [square, target]));
  return tags;
}

/** Its neighbours have gone ahead, and an enemy pawn takes it if it follows. */
function isBackward(square: Square, side: Color, neighbours: SquareSet, enemy: SquareSet): boolean {
  const step = square + (side === 'white' ? 8 : -8);
  return neighbours.subsetOf(ahead(side, square)) && pawnAttacks(side, step).intersects(enemy);
}

/** Pawns that guard one another, directly or through others. */
function chainsOf(own: SquareSet, side: Color): SquareSet[] {
  const chains: SquareSet[] = [];
  let left = own;
  for (let first = left.first(); first !== undefined; first = left.first()) {
    let chain = SquareSet.fromSquare(first);
    for (let grown = SquareSet.empty(); !grown.equals(chain); ) {
      grown = chain;
      for (const pawn of grown)
        chain = chain.union(
          pawnAttacks(side, pawn)
            .union(pawnAttacks(other(side), pawn))
            .intersect(own),
        );
    }
    if (chain.size() >= CHAIN) chains.push(chain);
    left = left.diff(chain);
  }
  return chains;
}

/** Pawns on neighbouring files. */
function islandsOf(own: SquareSet): SquareSet[] {
  const islands: SquareSet[] = [];
  let island = SquareSet.empty();
  for (let file = 0; file <= 8; file++) {
    const pawns = own.intersect(fileAt(file));
    if (pawns.isEmpty() && island.nonEmpty()) {
      islands.push(island);
      island = SquareSet.empty();
    }
    island = island.union(pawns);
  }
  return islands;
}
