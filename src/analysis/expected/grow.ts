import { Fault } from '../../base/fault.ts';
import { AT_ONCE, type EngineQueries } from './engine-queries.ts';
import { branch, isLeaf, type Node } from './node.ts';
import type { ExpectedParams } from './params.ts';

/** At 8 kB a position while it grows, this is what one analysis may take of everybody's memory: half a gigabyte. */
export const MAX_NODES = 60_000;

interface Growing {
  params: ExpectedParams;
  evidence: EngineQueries;
  /** So many positions more. */
  onGrown: (count: number) => void;
}

/**
 * Follows what people play from a candidate on, as far as it is likely enough. Every answer is followed up as it comes;
 * what is asked in the meantime travels to Maia together.
 */
export async function grow(node: Node, growing: Growing): Promise<void> {
  growing.onGrown(1);
  if (node.outcome) return;
  const { params, evidence } = growing;
  branch(node, await evidence.predict(node.history), params.threshold);
  await Promise.all([...node.children.map(child => grow(child, growing)), glanceIfEarly(node, growing)]);
}

/** Maia's forecast says little in the first moves of a game; until there is a proper search a glance has to do. */
async function glanceIfEarly(node: Node, { params, evidence }: Growing): Promise<void> {
  const counts = isLeaf(node) || params.residual !== 'base';
  if (node.early && counts) node.glance = await evidence.glance(node.history, AT_ONCE);
}

/** Counts what grows, and refuses what grows out of hand. */
export function counter(threshold: number, tell: (count: number) => void): (count: number) => void {
  let total = 0;
  return count => {
    total += count;
    if (total > MAX_NODES)
      throw new Fault(
        'bad-input',
        `threshold: ${threshold} leads to more than ${MAX_NODES.toLocaleString('en-US')} positions here; give a larger one, or fewer candidates.`,
      );
    tell(count);
  };
}
