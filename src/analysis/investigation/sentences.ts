import { ordinal } from '../../base/text.ts';
import type { Language } from '../../chess/tongue.ts';

/** The sentences of an investigation; what stands in them is said in the same language. */

interface Told {
  name: string;
  looks: string;
  fails: string;
  /** What the quick look says, and how deep that was. */
  glance: string;
  shallow: number;
  /** `(depth 16: -6.1, 23rd)` */
  truth: string;
}

const en = {
  /** `+1.2, 1st` */
  ranked: (score: string, rank: number) => `${score}, ${ordinal(rank)}`,
  atDepth: (depth: number, what: string) => `depth ${depth}: ${what}`,
  near: (name: string, best: string, truth: string) => `${name} is nearly as good as ${best} ${truth}.`,
  matesToo: (name: string) => `${name} mates as well.`,
  fooled: ({ name, looks, shallow, glance, fails, truth }: Told) =>
    `${name} ${looks} (depth ${shallow}: ${glance}) but ${fails} ${truth}.`,
  plain: ({ name, looks, shallow, glance, fails, truth }: Told) =>
    `${name} ${looks}, but ${fails} ${truth}; even depth ${shallow} sees that something is wrong (${glance}).`,
  branch: (move: string, looks: string, fails: string) => `${move} ${looks}, but ${fails}.`,
  played: (share: string, people: string, isOne: boolean) =>
    `${share} of ${people} play ${isOne ? 'it' : 'one of them'}.`,
  equals: (moves: string, depth: string) => `${moves} are about equally good, and the best (${depth}).`,
  more: (count: number) => `${count} more`,
  best: (move: string, depth: string) => `Best is ${move} (${depth}).`,
  overlooked: (depth: number, rank: number) => `, at depth ${depth} only ${ordinal(rank)}`,
  over: (result: string) => `${result}. There is nothing to investigate.`,
  onlyMove: (move: string) => `${move} is the only legal move: nobody can be fooled here.`,
  limited: (searches: number) => `There was more to look at than ${searches} searches, the most for one question.`,
  agree: (shallow: number, deep: number) =>
    `Nothing here looks better than it is: depth ${shallow} and depth ${deep} agree.`,
  hardlyPlayed: 'What looks better than it is here is hardly ever played.',
  littleLost: (shallow: number, deep: number) =>
    `Nothing here looks much better than it is: what a glance (depth ${shallow}) likes loses little at depth ${deep}.`,
};

const de: typeof en = {
  ranked: (score, rank) => `${score}, Platz ${rank}`,
  atDepth: (depth, what) => `Tiefe ${depth}: ${what}`,
  near: (name, best, truth) => `${name} ist fast so gut wie ${best} ${truth}.`,
  matesToo: name => `${name} setzt ebenfalls matt.`,
  fooled: ({ name, looks, shallow, glance, fails, truth }) =>
    `${name} ${looks} (Tiefe ${shallow}: ${glance}), aber ${fails} ${truth}.`,
  plain: ({ name, looks, shallow, glance, fails, truth }) =>
    `${name} ${looks}, aber ${fails} ${truth}; schon Tiefe ${shallow} sieht, dass etwas nicht stimmt (${glance}).`,
  branch: (move, looks, fails) => `${move} ${looks}, aber ${fails}.`,
  played: (share, people, isOne) => `${share} der ${people} spielen ${isOne ? 'ihn' : 'einen davon'}.`,
  equals: (moves, depth) => `${moves} sind etwa gleich gut und am besten (${depth}).`,
  more: count => `${count} weitere`,
  best: (move, depth) => `Am besten ist ${move} (${depth}).`,
  overlooked: (depth, rank) => `, bei Tiefe ${depth} nur Platz ${rank}`,
  over: result => `${result}. Da gibt es nichts zu untersuchen.`,
  onlyMove: move => `${move} ist der einzige legale Zug: Hier kann niemand hereinfallen.`,
  limited: searches => `Es gab mehr anzusehen, als ${searches} Suchen für eine Frage hergeben.`,
  agree: (shallow, deep) =>
    `Nichts sieht hier besser aus, als es ist: Tiefe ${shallow} und Tiefe ${deep} sind sich einig.`,
  hardlyPlayed: 'Was hier besser aussieht, als es ist, wird kaum gespielt.',
  littleLost: (shallow, deep) =>
    `Nichts sieht hier viel besser aus, als es ist: Was auf den ersten Blick (Tiefe ${shallow}) gefällt, verliert bei Tiefe ${deep} wenig.`,
};

export const SENTENCES: Record<Language, typeof en> = { en, de };
