import { plural } from '../../../src/base/text.ts';
import { type ClockTime, thinkMs, USUAL_OVERHEAD_MS } from '../../../src/bot/lichess/think-time.ts';
import { seeded } from '../../support/positions.ts';

/** How long the bot thinks, as docs/lichess.md shows it. */

const MOVES = 200;
const MOVE = 20;
const ENTROPIES = [0, 1, 2, 3, 4];
const SITUATIONS: [name: string, clock: ClockTime | undefined][] = [
  ['1+0, 60 s left', { left: 60_000, increment: 0 }],
  ['1+0, 30 s left', { left: 30_000, increment: 0 }],
  ['1+0, 10 s left', { left: 10_000, increment: 0 }],
  ['3+2, 3 min left', { left: 180_000, increment: 2_000 }],
  ['3+2, 30 s left', { left: 30_000, increment: 2_000 }],
  ['10+0, 10 min left', { left: 600_000, increment: 0 }],
  ['10+0, 2 min left', { left: 120_000, increment: 0 }],
  ['15+10, 10 min left', { left: 600_000, increment: 10_000 }],
  ['correspondence', undefined],
];

/** The median of so many moves, and what eight of ten are between. */
export function thinkTable(): string {
  const head = `| clock | ${ENTROPIES.map(bits => plural(bits, 'bit')).join(' | ')} |`;
  const rows = SITUATIONS.map(
    ([name, clock], row) => `| ${name} | ${ENTROPIES.map(entropy => cell(clock, entropy, row)).join(' | ')} |`,
  );
  return [head, `|---|${ENTROPIES.map(() => '---').join('|')}|`, ...rows].join('\n');
}

function cell(clock: ClockTime | undefined, entropy: number, seed: number): string {
  const random = seeded(100 * seed + entropy);
  const thought = { clock, move: MOVE, legal: 30, entropy, overheadMs: USUAL_OVERHEAD_MS, pace: 1 };
  const times = Array.from({ length: MOVES }, () => thinkMs(thought, random) / 1000).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * MOVES)] ?? 0).toFixed(1);
  return `${at(0.5)} s (${at(0.1)}–${at(0.9)})`;
}
