import { fenOf, type Position, sanOf } from '../src/chess/position.ts';
import type { Given } from '../test/support/discord/command-line.ts';
import { randomGame, seeded } from '../test/support/positions.ts';

/**
 * A busy evening: who asks what, and when. The same every time, so that one machine room can be compared with another.
 */

export interface Command {
  /** After the beginning. */
  atMs: number;
  user: string;
  command: string;
  given: Given;
}

export interface EveningPlan {
  commands: number;
  seconds: number;
  seed: number;
}

/** What people ask, of a hundred. An evaluation is what a chat wants most; a review is what it waits longest for. */
const KINDS: readonly [command: string, weight: number][] = [
  ['/eval', 40],
  ['/analyze', 20],
  ['/board', 15],
  ['/review', 10],
  ['/phases', 5],
  ['/gif', 5],
  ['/help', 5],
];
/** As many tickets as its weight. */
const TICKETS = KINDS.flatMap(([command, weight]) => Array.from({ length: weight }, () => command));
const GAMES = ['/review', '/phases', '/gif'];
const POSITIONS = ['/eval', '/analyze', '/board'];
/** Half of all commands come in bursts: somebody posts a game, and everybody asks. */
const IN_BURSTS = 0.5;
const BURST = { least: 4, most: 8, ms: 1_000 };
/** Of bursts, those in which everybody asks the same. */
const SAME = 1 / 3;
const PLIES = { least: 20, most: 60 };
const USERS = 50;

export function planEvening({ commands, seconds, seed }: EveningPlan): Command[] {
  const random = seeded(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const kind = () => TICKETS[between(0, TICKETS.length - 1)] as string;
  const user = () => `user${between(1, USERS)}`;
  const ask = (atMs: number, command: string): Command => ({ atMs, user: user(), command, given: given(command) });
  const given = (command: string): Given => {
    if (POSITIONS.includes(command)) return { position: fenOf(game().positions.at(-1) as Position) };
    return GAMES.includes(command) ? { game: movesOf(game()) } : {};
  };
  const game = () => randomGame(between(PLIES.least, PLIES.most), random);
  const planned: Command[] = [];
  while (planned.length < commands) {
    const atMs = random() * seconds * 1000;
    const first = ask(atMs, kind());
    const isBurst = random() < IN_BURSTS / ((BURST.least + BURST.most) / 2);
    const size = isBurst ? between(BURST.least, BURST.most) : 1;
    const isSame = random() < SAME;
    const later = () => atMs + random() * BURST.ms;
    const others = Array.from({ length: size - 1 }, () =>
      isSame ? { ...first, atMs: later(), user: user() } : ask(later(), kind()),
    );
    planned.push(first, ...others);
  }
  return planned.slice(0, commands).sort((a, b) => a.atMs - b.atMs);
}

/** As people paste them. */
const movesOf = ({ positions, moves }: ReturnType<typeof randomGame>): string =>
  moves.map((move, ply) => `${ply % 2 ? '' : `${ply / 2 + 1}. `}${sanOf(positions[ply] as Position, move)}`).join(' ');
