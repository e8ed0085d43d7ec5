import { describe, expect, it } from 'vitest';
import { type Command, planEvening } from '../../load/evening.ts';
import { parseGame } from '../../src/input/moves.ts';
import { parsePgn } from '../../src/input/pgn.ts';

const PLAN = { commands: 400, seconds: 60, seed: 1 };
const evening = planEvening(PLAN);
const named = (name: string) => evening.filter(({ command }) => command === name);
const share = (name: string) => named(name).length / evening.length;

describe('a busy evening', () => {
  it('is the same each time, and another one with another seed', () => {
    expect(planEvening(PLAN)).toEqual(evening);
    expect(planEvening({ ...PLAN, seed: 2 })).not.toEqual(evening);
  });

  it('has as many commands as were wanted, in order, within its time and the last burst', () => {
    expect(evening).toHaveLength(PLAN.commands);
    const times = evening.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(0);
    expect(times.at(-1)).toBeLessThan(61_000);
  });

  it('is mixed: evaluations most of all, and every kind among them', () => {
    expect(share('/eval')).toBeGreaterThan(share('/analyze'));
    expect(share('/analyze')).toBeGreaterThan(share('/review'));
    for (const name of ['/review', '/phases', '/gif', '/board', '/help']) expect(share(name)).toBeGreaterThan(0);
  });

  it('comes in bursts, some of which ask the same', () => {
    const inASecond = ({ atMs }: Command) => evening.filter(one => Math.abs(one.atMs - atMs) < 500).length;
    expect(Math.max(...evening.map(inASecond))).toBeGreaterThan((2 * PLAN.commands) / PLAN.seconds);
    const asked = named('/eval').map(({ given }) => given.position);
    expect(new Set(asked).size).toBeLessThan(asked.length);
  });

  it('asks about positions and games that can be read', () => {
    for (const { given } of [...named('/eval'), ...named('/analyze')])
      expect(parseGame(String(given.position))).toMatchObject({ ok: true });
    for (const { given } of named('/review')) expect(parsePgn(String(given.game))).toMatchObject({ ok: true });
  });
});
