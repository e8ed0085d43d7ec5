import { once } from 'node:events';
import { secretsOf } from '../app/config.ts';
import { openMeasures } from '../app/measures.ts';
import { Fault } from '../base/fault.ts';
import { makeLog } from '../base/log.ts';
import { plural } from '../base/text.ts';
import type { Command } from './command.ts';
import { numberOption } from './options.ts';

const CONCURRENCY = { min: 1, max: 1000 };

export const workerCommand: Command = {
  name: 'worker',
  usage: 'worker [--concurrency n]',
  summary: 'Does jobs for every bot of the same REDIS_URL, until it is stopped.',
  words: 0,
  options: {
    concurrency: {
      type: 'string',
      value: 'n',
      help: 'Long jobs at once; two for each engine and one more if nothing is said. Others have places beside them.',
    },
  },
  async run(_args, values, context) {
    const { config, signal, terminal } = context;
    const { redisUrl: url } = config;
    if (!url) throw new Fault('bad-input', 'REDIS_URL: not set; docs/scaling.md says what a worker needs.');
    // BullMQ and the engines are loaded where they are used.
    const [{ RedisWorker }, { jobsFor }, { placeOf }] = await Promise.all([
      import('../service/redis/worker.ts'),
      import('../service/capacity.ts'),
      import('../service/redis/problem.ts'),
    ]);
    const concurrency = numberOption(values, 'concurrency', { fallback: jobsFor(config.engines), ...CONCURRENCY });
    const measures = await openMeasures(context);
    const worker = new RedisWorker({
      ...{ url, settings: config, concurrency, log: makeLog(config.log, secretsOf(config)) },
      onProblem: problem => terminal.note(problem),
      onUp: () => terminal.note(`Working for Redis at ${placeOf(url)}, ${plural(concurrency, 'job')} at once.`),
    });
    measures.watch(worker);
    const kill = () => worker.kill();
    process.once('exit', kill);
    if (!signal.aborted) await once(signal, 'abort');
    terminal.note('Finishing what runs; interrupt again to leave at once.');
    await worker.close();
    await measures.close();
    process.removeListener('exit', kill);
    return 0;
  },
};
