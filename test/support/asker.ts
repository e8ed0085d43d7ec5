// A bot as far as the service goes: asks for evaluations and reviews, and tells on a line each how they ended.
// Something for a test to kill.

import { toFault } from '../../src/base/fault.ts';
import { makeLog } from '../../src/base/log.ts';
import type { JobOf } from '../../src/service/jobs.ts';
import { RedisService } from '../../src/service/redis/service.ts';

export interface AskerTask {
  url: string;
  jobs: { name: number; job: JobOf<'eval'> | JobOf<'review'> }[];
}

export interface Ending {
  name: number;
  done?: true;
  code?: string;
}

const { url, jobs } = JSON.parse(process.argv[2] ?? '') as AskerTask;
const log = makeLog({ level: 'silent', format: 'text' });
const service = new RedisService({ url, log, maxWaiting: 1000, maxWaitingPerOwner: 1000 });
const tell = (ending: Ending) => process.stdout.write(`${JSON.stringify(ending)}\n`);
await Promise.all(
  jobs.map(({ name, job }) =>
    service.run(job, { owner: `o${name % 7}` }).then(
      () => tell({ name, done: true }),
      error => tell({ name, code: toFault(error).code }),
    ),
  ),
);
await service.close();
