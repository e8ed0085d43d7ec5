import { parseArgs } from 'node:util';
import { no, ok, type Result } from '../src/base/result.ts';
import type { EveningPlan } from './evening.ts';

/** What somebody wants to be played, within bounds: it is this machine that it is played on. */
interface LoadOptions extends EveningPlan {
  /** How many there are in each round. */
  workers: number[];
}

const BOUNDS = {
  commands: { fallback: 60, min: 1, max: 2_000 },
  seconds: { fallback: 60, min: 1, max: 600 },
  seed: { fallback: 1, min: 0, max: 1_000_000 },
} as const;
const WORKERS = { fallback: '1,2,4', min: 1, max: 16 } as const;

const USAGE = 'npm run load -- [--workers 1,2,4] [--commands 60] [--seconds 60] [--seed 1]';

export function loadOptions(args: readonly string[]): Result<LoadOptions> {
  const text = { type: 'string' } as const;
  const options = { workers: text, commands: text, seconds: text, seed: text };
  let given: Partial<Record<keyof typeof options, string>>;
  try {
    given = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    return no(`${(error as Error).message.split('\n')[0]} Usage: ${USAGE}`);
  }
  const workers = (given.workers ?? WORKERS.fallback).split(',').map(Number);
  if (!workers.every(count => isWithin(count, WORKERS)))
    return no(
      `--workers: whole numbers from ${WORKERS.min} to ${WORKERS.max} with commas between them are wanted, not "${given.workers}".`,
    );
  const plan = { commands: 0, seconds: 0, seed: 0 };
  for (const name of ['commands', 'seconds', 'seed'] as const) {
    const { fallback, min, max } = BOUNDS[name];
    plan[name] = Number(given[name] ?? fallback);
    if (!isWithin(plan[name], { min, max }))
      return no(`--${name}: a whole number from ${min} to ${max} is wanted, not "${given[name]}".`);
  }
  return ok({ ...plan, workers });
}

const isWithin = (value: number, { min, max }: { min: number; max: number }): boolean =>
  Number.isInteger(value) && value >= min && value <= max;
