import { staticScore } from '../../chess/evaluator.ts';
import { current, type Game } from '../../chess/game.ts';
import { after, legalMoves, type Position } from '../../chess/position.ts';
import { worth } from '../../chess/score.ts';

/** A sensible move without an engine, for when there is none and the clock runs out: it mates, takes, and hangs nothing. */
export function instantMove(game: Game): string | undefined {
  const position = current(game);
  let best: { uci: string; value: number } | undefined;
  for (const { uci, move } of legalMoves(position)) {
    const value = valueFor(position, after(position, move));
    if (!best || value > best.value) best = { uci, value };
  }
  return best?.uci;
}

/** What a position is worth once the other side has taken what there is to take, in one move. */
function valueFor({ turn }: Position, next: Position): number {
  const men = next.board.occupied.size();
  const taken = legalMoves(next).map(({ move }) => after(next, move));
  const worst = taken.filter(({ board }) => board.occupied.size() < men);
  return Math.min(worth(staticScore(next), turn), ...worst.map(position => worth(staticScore(position), turn)));
}
