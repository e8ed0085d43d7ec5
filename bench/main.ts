import { cpus } from 'node:os';
import { costsBench } from './costs.ts';
import { discordBench } from './discord.ts';
import { expectedBench } from './expected.ts';
import { lichessBench } from './lichess.ts';
import { likeBench } from './like.ts';
import { loopBench } from './loop.ts';
import { maiaBench } from './maia.ts';
import { pagesBench } from './pages.ts';
import { phasesBench } from './phases.ts';
import { picturesBench } from './pictures.ts';
import { prioritiesBench } from './priorities.ts';
import { reviewBench } from './review.ts';
import { serviceBench } from './service.ts';
import { startupBench } from './startup.ts';
import { engineName, stockfishBench } from './stockfish.ts';
import { CORES, config, coresInUse, isMet, printReport, type Report, type Section, save } from './support.ts';
import { tagsBench } from './tags.ts';

/**
 * How fast Kibitz is. A machine's speed says nothing about the program, so what counts are ratios of variants measured
 * by turns in one run; a missed target is printed and does not fail the run. One section (`like`) measures how good an
 * answer is, not how fast.
 */

const SECTIONS: ReadonlyMap<string, Section> = new Map([
  ['maia', maiaBench],
  ['stockfish', stockfishBench],
  ['service', serviceBench],
  ['startup', startupBench],
  ['expected', expectedBench],
  ['phases', phasesBench],
  ['pages', pagesBench],
  ['pictures', picturesBench],
  ['review', reviewBench],
  ['like', likeBench],
  ['tags', tagsBench],
  ['discord', discordBench],
  ['lichess', lichessBench],
  ['costs', costsBench],
  ['priorities', prioritiesBench],
  ['loop', loopBench],
]);

/** Less of the same, where only whether it still holds is asked. */
const SHORT = '--short';

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter(arg => arg !== SHORT);
  const unknown = names.find(name => !SECTIONS.has(name));
  if (unknown !== undefined) {
    console.error(`there is no section "${unknown}"; known are ${[...SECTIONS.keys()].join(', ')}.`);
    return 2;
  }
  const head = {
    date: new Date().toISOString(),
    node: process.versions.node,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: CORES,
    engine: await engineName(),
    model: config().model,
  };
  console.log(`${head.date}, Node ${head.node}, ${head.cores} cores (${head.cpu}), ${head.engine}, ${head.model}\n`);
  const sections: Record<string, Report> = {};
  for (const [name, section] of SECTIONS) {
    if (names.length > 0 && !names.includes(name)) continue;
    sections[name] = await withLoad(() => section(args.includes(SHORT)));
    printReport(sections[name]);
  }
  summarise(Object.values(sections));
  save('bench.json', `${JSON.stringify({ ...head, sections }, null, 2)}\n`);
  console.log('All numbers are in out/bench.json.');
  return 0;
}

/** Cores that others use are missing from every ratio of many against one. */
async function withLoad(section: () => Promise<Report>): Promise<Report> {
  const before = await coresInUse();
  const report = await section();
  const after = await coresInUse();
  const load = `other programs used ${before.toFixed(1)} of ${CORES} cores just before, ${after.toFixed(1)} just after`;
  return { ...report, notes: [...report.notes, load] };
}

function summarise(reports: readonly Report[]): void {
  const targets = reports.flatMap(({ comparisons }) => comparisons.filter(({ target }) => target !== undefined));
  if (targets.length > 0) console.log(`${targets.filter(isMet).length} of ${targets.length} targets met.`);
}

process.exitCode = await main(process.argv.slice(2));
