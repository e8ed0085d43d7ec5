import { Fault } from '../base/fault.ts';
import { makeLog } from '../base/log.ts';
import { version } from '../base/package-info.ts';
import { plural } from '../base/text.ts';
import type { ClientOptions, LichessClient } from '../lichess/client.ts';
import type { Measures } from '../metrics/measures.ts';
import type { MeasurableService, Progress } from '../service/jobs.ts';
import { type Config, secretsOf } from './config.ts';

/** What a bot, a worker or a server gets from the command that starts it. */
export interface AppContext {
  readonly config: Config;
  /** Aborted when the command is to end. */
  readonly signal: AbortSignal;
  readonly terminal: {
    note(text: string): void;
    progress(progress: Progress): void;
    endProgress(): void;
  };
  /** The service, which is started at the first call. */
  service(): Promise<MeasurableService>;
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * For every command that runs until it is stopped. Without KIBITZ_METRICS_PORT nothing is opened, loaded or counted.
 * The first shard has that port, the second the next one, and so on.
 */
export async function openMeasures({ config, terminal }: AppContext, shard = 0): Promise<Measures | undefined> {
  const { host, port } = config.metrics;
  if (port === undefined) return undefined;
  const { Measures } = await import('../metrics/measures.ts');
  const measures = new Measures({ version: version(), log: makeLog(config.log, secretsOf(config)) });
  terminal.note(`How it is doing: ${await measures.open({ host, port: port + shard })}/metrics`);
  return measures;
}

/** The service that does jobs: workers behind Redis, or else a process of this machine. */
export async function startService(config: Config): Promise<MeasurableService> {
  const log = makeLog(config.log, secretsOf(config));
  const { redisUrl: url } = config;
  // Each module is loaded only where it is used, since most people have no Redis.
  if (url) return new (await import('../service/redis/service.ts')).RedisService({ ...config, url, log });
  const { ForkedService } = await import('../service/forked.ts');
  return new ForkedService({ ...config, settings: config, log });
}

/** The one client of a process, since Lichess allows one request at a time. With a token it asks as that account. */
export async function makeLichessClient(
  { lichess, lichessUrl }: Pick<Config, 'lichess' | 'lichessUrl'>,
  { token, ...more }: { token?: string | undefined } & Pick<ClientOptions, 'log' | 'onAnswer'> = {},
): Promise<LichessClient> {
  // What asks Lichess is loaded where it is used.
  const client = await import('../lichess/client.ts');
  return new client.LichessClient({
    url: lichessUrl,
    userAgent: `Kibitz/${version()}${lichess.contact ? ` (${lichess.contact})` : ''}`,
    ...(token && { token }),
    ...more,
  });
}

/** Runs a worker until it is stopped. `concurrency` is the number of long jobs at once. */
export async function runWorker(context: AppContext, concurrency: number): Promise<number> {
  const { config, signal, terminal } = context;
  const { redisUrl: url } = config;
  if (!url) throw new Fault('bad-input', 'REDIS_URL: not set; docs/scaling.md says what a worker needs.');
  // BullMQ and the engines are loaded where they are used.
  const [{ RedisWorker }, { placeOf }] = await Promise.all([
    import('../service/redis/worker.ts'),
    import('../service/redis/connection.ts'),
  ]);
  const measures = await openMeasures(context);
  const worker = new RedisWorker({
    ...{ url, settings: config, concurrency, log: makeLog(config.log, secretsOf(config)) },
    onProblem: problem => terminal.note(problem),
    onUp: () => terminal.note(`Working for Redis at ${placeOf(url)}, ${plural(concurrency, 'job')} at once.`),
  });
  measures?.watch(worker);
  const kill = () => worker.kill();
  process.once('exit', kill);
  await aborted(signal);
  terminal.note('Finishing what runs; interrupt again to leave at once.');
  await worker.close();
  await measures?.close();
  process.removeListener('exit', kill);
  return 0;
}
