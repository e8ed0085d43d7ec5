import { makeLog } from '../base/log.ts';
import { version } from '../base/package-info.ts';
import type { Measures } from '../metrics/measures.ts';
import { secretsOf } from './config.ts';
import type { AppContext } from './context.ts';

/** The measures as a command uses them, whether they are served or not. */
export type AppMeasures = Pick<Measures, 'watch' | 'acknowledged' | 'lichessAnswered' | 'close'>;

const NO_MEASURES: AppMeasures = {
  watch: () => undefined,
  acknowledged: () => undefined,
  lichessAnswered: () => undefined,
  close: async () => undefined,
};

/**
 * For every command that runs until it is stopped. Without KIBITZ_METRICS_PORT nothing is opened, loaded or counted.
 * The first shard has that port, the second the next one, and so on.
 */
export async function openMeasures({ config, terminal }: AppContext, shard = 0): Promise<AppMeasures> {
  const { host, port } = config.metrics;
  if (port === undefined) return NO_MEASURES;
  const { Measures } = await import('../metrics/measures.ts');
  const measures = new Measures({ version: version(), log: makeLog(config.log, secretsOf(config)) });
  terminal.note(`How it is doing: ${await measures.open({ host, port: port + shard })}/metrics`);
  return measures;
}
