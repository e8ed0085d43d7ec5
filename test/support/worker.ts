// A worker in a process of its own: something for a test to kill.
import { makeLog } from '../../src/base/log.ts';
import { RedisWorker, type RedisWorkerOptions } from '../../src/service/redis/worker.ts';

const options = JSON.parse(process.argv[2] ?? '') as Omit<RedisWorkerOptions, 'log'>;
const worker = new RedisWorker({
  ...options,
  log: makeLog(options.settings.log),
  onUp: () => process.stdout.write('up\n'),
});
process.on('exit', () => worker.kill());
