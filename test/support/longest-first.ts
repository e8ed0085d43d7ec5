import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take long begin, so that none of them is left alone at the end; measured, see the report of a run. */
const LONG = [
  'bot/lichess/soak',
  'bot/lichess/bullet',
  'bot/discord/endurance',
  'cli/model',
  'cli/cli',
  'cli/lichess',
  'analysis/expected/engines',
  'present/investigation-pgn',
  'cli/match',
  'cli/maia',
  'cli/evaluate',
  'service/evaluate',
  'service/match',
  'analysis/review/played-like',
  'cli/bot',
  'service/contract',
  'service/crashes',
  'cli/worker',
  'service/redis/faults',
  'bot/discord/watch/watch',
  'bot/lichess/games',
  'cli/doctor',
  'web/expected-page',
  'engine/maia',
  'service/redis/endurance',
  'input/ask',
  'chess/pgn/flood',
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
