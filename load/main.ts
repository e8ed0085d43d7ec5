import { CORES, percentile, printReport, type Report, type Row, save, withFolder } from '../bench/support.ts';
import { hasRedis } from '../bench/workers.ts';
import { plural } from '../src/base/text.ts';
import { planEvening } from './evening.ts';
import { loadOptions } from './options.ts';
import { type Outcome, type Played, playEvening, withStage } from './play.ts';

/**
 * A busy evening on Discord, played against a bot whose analyses are done by one, two and four workers of this machine:
 * how much is answered, how long people wait, and what fails. The same evening for each of them.
 */

async function main(args: string[]): Promise<number> {
  const read = loadOptions(args);
  if (!read.ok) return refuse(read.message);
  if (!hasRedis()) return refuse('redis-server: not installed; "apt install redis-server" does it.');
  const { workers: counts, ...plan } = read.value;
  const evening = planEvening(plan);
  const rounds: [number, Played][] = [];
  for (const count of counts) {
    console.log(`${plural(count, 'worker')}: ${plan.commands} commands in ${plan.seconds} s …`);
    const play = (folder: string) => withStage(count, folder, stage => playEvening(stage, evening));
    rounds.push([count, await withFolder(play)]);
  }
  const report = reportOf(plan, rounds);
  console.log();
  printReport(report);
  save('load.json', `${JSON.stringify({ date: new Date().toISOString(), plan, ...report }, null, 2)}\n`);
  console.log('All numbers are in out/load.json.');
  return rounds.some(([, { outcomes }]) => count(outcomes, 'lost') > 0) ? 1 : 0;
}

function refuse(sentence: string): number {
  console.error(sentence);
  return 2;
}

function reportOf({ commands, seconds }: { commands: number; seconds: number }, rounds: [number, Played][]): Report {
  const [first, ...others] = rounds;
  const rate = ([, { outcomes, ms }]: [number, Played]) => (60_000 * count(outcomes, 'answered')) / ms;
  return {
    title: `load: ${commands} commands in ${seconds} s, workers with one engine each, ${CORES} cores`,
    rows: [
      ...rounds.map(round => roundRow(round, rate(round))),
      ...rounds.map(processorRow),
      ...rounds.flatMap(kindRows),
    ],
    comparisons: others.map(round => ({
      name: `answers a minute, ${plural(round[0], 'worker')} against ${first?.[0]}`,
      ratio: first ? rate(round) / rate(first) : 0,
    })),
    notes: rounds.flatMap(([workers, { outcomes, complaints }]) => [
      ...new Set(
        outcomes.flatMap(({ why }) => (why === undefined ? [] : [`${plural(workers, 'worker')}, refused: ${why}`])),
      ),
      ...complaints.map(complaint => `${plural(workers, 'worker')}, Discord complains: ${complaint}`),
    ]),
  };
}

const count = (outcomes: readonly Outcome[], end: Outcome['end']): number =>
  outcomes.filter(outcome => outcome.end === end).length;

function roundRow([workers, { outcomes }]: [number, Played], perMinute: number): Row {
  const acknowledged = outcomes.flatMap(({ acknowledgedMs }) => (acknowledgedMs === undefined ? [] : [acknowledgedMs]));
  return {
    workers,
    answered: count(outcomes, 'answered'),
    refused: count(outcomes, 'refused'),
    lost: count(outcomes, 'lost'),
    'answers/min': perMinute,
    'acknowledged p50 ms': acknowledged.length > 0 ? percentile(acknowledged, 0.5) : '–',
    'p99 ms': acknowledged.length > 0 ? percentile(acknowledged, 0.99) : '–',
  };
}

/** Where a machine's time goes: what each command has cost, in seconds of one core. */
function processorRow([workers, { outcomes, processor }]: [number, Played]): Row {
  const each = (seconds: number | undefined) => (seconds === undefined ? '–' : seconds / outcomes.length);
  return {
    workers,
    'bot core-s/command': each(processor.bot),
    'Redis core-s/command': each(processor.redis),
    'workers core-s/command': each(processor.workers),
  };
}

/** How long people wait, by what they ask. */
function kindRows([workers, { outcomes }]: [number, Played]): Row[] {
  const kinds = [...new Set(outcomes.map(({ command }) => command))].sort();
  return kinds.flatMap(command => {
    const waits = outcomes.filter(one => one.command === command && one.end === 'answered').map(one => one.waitedMs);
    if (waits.length === 0) return [];
    const seconds = (share: number) => percentile(waits, share) / 1000;
    return [
      {
        workers,
        command,
        answers: waits.length,
        'p50 s': seconds(0.5),
        'p95 s': seconds(0.95),
        'longest s': seconds(1),
      },
    ];
  });
}

process.exitCode = await main(process.argv.slice(2));
