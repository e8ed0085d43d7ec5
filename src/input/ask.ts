import { type Failure, ok, type Result } from '../base/result.ts';
import { refuse } from '../chess/refusals.ts';
import { bareSpan, blocksOf } from './chat.ts';
import { type Chess, chessFinder, type Found } from './find-chess.ts';

/** What somebody wants to know about. */
type Ask<L> = Chess | { kind: 'link'; link: L };

/** Knows a link when it sees one; undefined for what is none. */
type ReadLink<L> = (word: string) => Result<L> | undefined;

/** Many messages of a chat. A game that is longer comes as a file. */
export const MAX_BYTES = 100_000;
/** Nobody means the ninth thing that looked like chess and was none. */
const MAX_TRIES = 8;

/**
 * The first thing in a message that can be analysed: a link, a FEN, `startpos`, moves, a PGN. Where there is none, the
 * sentence is about what came nearest.
 */
export function readAsk<L>(message: string, readLink: ReadLink<L>, field = 'position'): Result<Ask<L>> {
  if (Buffer.byteLength(message) > MAX_BYTES) return refuse('too-much', { field, most: MAX_BYTES / 1e3 });
  let nearest: { failure: Failure; weight: number } | undefined;
  let tries = 0;
  for (const block of blocksOf(message))
    for (const { result, weight } of findsIn(block, readLink)) {
      if (result.ok) return result;
      if (!nearest || weight > nearest.weight) nearest = { failure: result, weight };
      if (weight > LINK_WEIGHT && ++tries >= MAX_TRIES) return nearest.failure;
    }
  return nearest?.failure ?? refuse(field === GAME ? 'no-game' : 'nothing', { field });
}

/** Where a position alone would not do. */
const GAME = 'game';

/** In the order in which they stand there. */
function* findsIn<L>(text: string, readLink: ReadLink<L>): Generator<Found<Ask<L>>> {
  const chessAt = chessFinder(text);
  const words = /\S+/g;
  for (let match = words.exec(text); match; match = words.exec(text)) {
    const to = match.index + match[0].length;
    const found = linkIn(match[0], to, readLink) ?? chessAt(match.index, to);
    if (!found) continue;
    yield found;
    words.lastIndex = Math.max(found.end, to);
  }
}

const LINK_WEIGHT = 2;
/** Longer ones are nobody's, and are not looked at. */
const MAX_LINK = 500;
/** `[game](https://…)`, `<https://…>` */
const AROUND_LINKS = /[<>()[\]{}"“”„«»|]+/;

function linkIn<L>(word: string, end: number, readLink: ReadLink<L>): Found<Ask<L>> | undefined {
  if (word.length > 2 * MAX_LINK || !word.includes('/')) return undefined;
  let failed: Found<Ask<L>> | undefined;
  for (const piece of word.split(AROUND_LINKS)) {
    const [start] = bareSpan(piece, 0, piece.length);
    const link = piece.includes('/') && piece.length <= MAX_LINK ? readLink(piece.slice(start)) : undefined;
    if (link?.ok) return { result: ok({ kind: 'link', link: link.value }), weight: LINK_WEIGHT, end };
    if (link) failed ??= { result: link, weight: LINK_WEIGHT, end };
  }
  return failed;
}
