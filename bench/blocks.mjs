import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Loaded before the bot that bench/loop.ts measures: notes in a file each time when its event loop could not turn. A
 * line is when that ended, for how many milliseconds, and how many of those its main thread had a processor.
 */

const TICK_MS = 2;
/** Shorter ones are not worth a line. */
const LEAST_MS = 5;

const [file, isBot] = [process.env.BENCH_BLOCKS, process.argv[2] === 'bot'];

/** The first number is what the scheduler has given it: https://docs.kernel.org/scheduler/sched-stats.html */
const processorMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

if (file && isBot) {
  let [last, spent] = [performance.now(), processorMs()];
  setInterval(() => {
    const [now, used] = [performance.now(), processorMs()];
    const ms = now - last - TICK_MS;
    if (ms >= LEAST_MS) appendFileSync(file, `${Date.now()} ${ms} ${used - spent}\n`);
    [last, spent] = [performance.now(), processorMs()];
  }, TICK_MS).unref();
}
