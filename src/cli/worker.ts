import { runWorker } from '../app/service.ts';
import { jobsFor } from '../service/capacity.ts';
import type { Command } from './command.ts';
import { numberOption } from './options.ts';

const CONCURRENCY = { min: 1, max: 1000 };

export const command: Command = {
  options: {
    concurrency: {
      value: 'n',
      help: 'Long jobs at once; two for each engine and one more if nothing is said. Others have places beside them.',
    },
  },
  async run(_args, values, context) {
    const fallback = jobsFor(context.config.engines);
    return runWorker(context, numberOption(values, 'concurrency', { usual: fallback, ...CONCURRENCY }));
  },
};
