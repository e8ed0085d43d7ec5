import { describe, expect, it } from 'vitest';
import { loadOptions } from '../../load/options.ts';
import { processorSeconds } from '../../load/processor.ts';

describe('npm run load', () => {
  it('plays with one, two and four workers if nothing is said, and with what is said', () => {
    const usual = { workers: [1, 2, 4], commands: 60, seconds: 60, seed: 1 };
    expect(loadOptions([])).toEqual({ ok: true, value: usual });
    const said = loadOptions(['--workers', '3,16', '--commands', '2000', '--seed', '0']);
    expect(said).toEqual({ ok: true, value: { ...usual, workers: [3, 16], commands: 2000, seed: 0 } });
  });

  it.each([
    ['--workers', '0', '--workers: whole numbers from 1 to 16 with commas between them are wanted, not "0".'],
    ['--workers', '1,,2', '--workers: whole numbers from 1 to 16 with commas between them are wanted, not "1,,2".'],
    ['--commands', 'many', '--commands: a whole number from 1 to 2000 is wanted, not "many".'],
    ['--seconds', '601', '--seconds: a whole number from 1 to 600 is wanted, not "601".'],
    ['--seed', '-1', 'Usage:'],
  ])('refuses %s %s in one sentence', (name, value, sentence) => {
    expect(loadOptions([name, value])).toMatchObject({ ok: false, message: expect.stringContaining(sentence) });
  });
});

describe.skipIf(process.platform !== 'linux')('the seconds of a core', () => {
  it('grow with what a process does', () => {
    const before = processorSeconds(process.pid) ?? 0;
    const used = process.cpuUsage();
    for (let ms = 0; ms < 200; ms = process.cpuUsage(used).user / 1000);
    const grown = (processorSeconds(process.pid) ?? 0) - before;
    expect(grown).toBeGreaterThanOrEqual(0.18);
  });

  it('are none for a process that is not there', () => {
    expect(processorSeconds(2 ** 22 + 1)).toBe(0);
  });
});
