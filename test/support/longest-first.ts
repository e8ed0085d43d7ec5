import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take long begin, so that none of them is left alone at the end; measured, see the report of a run. */
const LONG = [
  'analysis/expected/engines',
  'cli/cli',
  'service/crashes',
  'service/review',
  'service/expected',
  'cli/bot',
  'cli/investigate',
  'service/forked',
  'bot/discord/commands',
  'present/real-games',
  'analysis/expected/edges',
  'bot/discord/restart',
  'cli/run',
  'engine/stockfish',
  'cli/review',
  'render/animation',
];

/** Then the others that have a process of their own, and at last those that share one. */
const rank = ({ moduleId, project }: TestSpecification): number => {
  const long = LONG.findIndex(name => moduleId.endsWith(`/test/${name}.test.ts`));
  return long < 0 ? LONG.length + (project.config.isolate ? 0 : 1) : long;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
