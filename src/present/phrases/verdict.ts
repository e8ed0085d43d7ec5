import { plural } from '../../base/text.ts';
import type { Language } from '../../chess/tongue.ts';

/** What to play and what to beware of, in words. */

interface Chances {
  /** One move, or several in a list. */
  moves: string;
  rating: number;
  share: string;
  /** Where it is another. */
  opponent: number | undefined;
}

const against = (opponent: number | undefined): string => (opponent === undefined ? '' : ` against ${opponent}`);
const gegen = (opponent: number | undefined): string => (opponent === undefined ? '' : ` gegen ${opponent}`);

const en = {
  mate: (move: string) => `${move} is mate.`,
  onlyLegal: ({ moves, rating, share, opponent }: Chances) =>
    `${moves} is the only legal move: people rated ${rating} score ${share}${against(opponent)} after it.`,
  onlyGood: ({ moves, rating, share, opponent }: Chances) =>
    `${moves} is the only move worth considering: people rated ${rating} score ${share}${against(opponent)} after it.`,
  equal: ({ moves, rating, share, opponent }: Chances) =>
    `${moves} give people rated ${rating} about the same chances, the best there are: they score ${share}${against(opponent)}.`,
  best: ({ moves, rating, share, opponent }: Chances) =>
    `${moves} gives people rated ${rating} the best chances: they score ${share}${against(opponent)} after it.`,
  engine: (move: string, share: string) => `Stockfish prefers ${move}, after which they score ${share}.`,
  trap: (move: string, share: string, reply: string) =>
    `${move} sets a trap: ${share} of opponents go wrong at once, most often with ${reply}.`,
  others: (count: number) => plural(count, 'other'),
  short: (rating: number, moves: string, share: string) => `Best chances at ${rating}: ${moves} (${share}).`,
  beware: (move: string, played: string, reply: string | undefined, left: string) =>
    `Beware of ${move}: ${played} play it, and ${reply ? `the answer ${reply}` : 'it'} leaves them ${left}.`,
};

const de: typeof en = {
  mate: move => `${move} ist matt.`,
  onlyLegal: ({ moves, rating, share, opponent }) =>
    `${moves} ist der einzige legale Zug: Damit kommen Spieler mit ${rating}${gegen(opponent)} auf ${share}.`,
  onlyGood: ({ moves, rating, share, opponent }) =>
    `Nur ${moves} kommt in Frage: Damit kommen Spieler mit ${rating}${gegen(opponent)} auf ${share}.`,
  equal: ({ moves, rating, share, opponent }) =>
    `${moves} geben Spielern mit ${rating}${gegen(opponent)} etwa gleich gute Chancen, die besten, die es gibt: ${share}.`,
  best: ({ moves, rating, share, opponent }) =>
    `${moves} gibt Spielern mit ${rating}${gegen(opponent)} die besten Chancen: Damit kommen sie auf ${share}.`,
  engine: (move, share) => `Stockfish zieht ${move} vor; damit kommen sie auf ${share}.`,
  trap: (move, share, reply) =>
    `${move} stellt eine Falle: ${share} der Gegner greifen sofort fehl, meist mit ${reply}.`,
  others: count => `${count} weitere`,
  short: (rating, moves, share) => `Beste Chancen mit ${rating}: ${moves} (${share}).`,
  beware: (move, played, reply, left) =>
    `Vorsicht vor ${move}: ${played} spielen das, und ${reply ? `nach ${reply}` : 'dann'} bleiben ihnen ${left}.`,
};

export const VERDICT: Record<Language, typeof en> = { en, de };
