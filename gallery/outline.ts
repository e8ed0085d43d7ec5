import { parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import type { TreeNode } from '../src/analysis/expected/report.ts';
import { after, endingOf, fenOf, type Position, uciOf } from '../src/chess/position.ts';

const INDENT = 2;
const BLUNDER = '??';
const LINE = /^( *)(\S+) ([\d.]+) ([\d.]+)(?: ([\d.]+))?( \?\?)?$/;

interface Entry {
  depth: number;
  san: string;
  /** Percents: how many play it, what to expect, and what Stockfish says where it looked. */
  percents: [played: number, expected: number, winrate: number | undefined];
  blunder: boolean;
}

function entriesOf(outline: string): Entry[] {
  return outline
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [, indent = '', san = '', played, expected, winrate, mark] = LINE.exec(line) ?? [];
      if (!san) throw new Error(`"${line}" is not "move played expected [winrate] [${BLUNDER}]"`);
      return {
        depth: indent.length / INDENT,
        san,
        percents: [Number(played), Number(expected), winrate === undefined ? undefined : Number(winrate)],
        blunder: mark !== undefined,
      };
    });
}

/** The legal move that a score sheet means. */
export function sanMove(position: Position, san: string): NormalMove {
  const move = parseSan(position, san);
  if (!move || !('from' in move)) throw new Error(`${san} is not legal in ${fenOf(position)}`);
  return move;
}

/** Takes an entry and all that is below it from the front of `entries`. */
function takeNode(entries: Entry[], position: Position, mover: TreeNode['mover'], cumulative: number): TreeNode {
  const entry = entries.shift();
  if (!entry) throw new Error('an outline has at least one move');
  const { depth, san, percents, blunder } = entry;
  const [probability = 0, expected = 0, winrate] = percents.map(percent => percent && percent / 100);
  const move = sanMove(position, san);
  const next = after(position, move);
  const terminal = endingOf(next);
  const children: TreeNode[] = [];
  while (entries[0] && entries[0].depth > depth)
    children.push(takeNode(entries, next, mover === 'player' ? 'opponent' : 'player', cumulative * probability));
  const followed = children.reduce((sum, child) => sum + child.probability, 0);
  return {
    san,
    uci: uciOf(position, move),
    fen: fenOf(next),
    mover,
    probability,
    cumulative: cumulative * probability,
    ...(winrate === undefined ? {} : { winrate }),
    expected,
    leaf: children.length === 0,
    ...(blunder ? { pruned: 'player-blunder' } : {}),
    ...(terminal ? { terminal } : {}),
    ...(children.length > 0 ? { dropped: { moves: 1, probability: 1 - followed, likeliest: 0 } } : {}),
    children,
  };
}

/** A tree from lines such as `Nxf6+ 41.0 52.3 49.0`; what follows a move stands below it, two spaces to the right. */
export const treeOf = (position: Position, outline: string): TreeNode =>
  takeNode(entriesOf(outline), position, 'player', 1);
