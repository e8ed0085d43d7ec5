import { makeLog } from '../base/log.ts';
import { version } from '../base/version.ts';
import type { Context } from '../cli/command.ts';
import type { Measures } from '../metrics/measures.ts';
import { secretsOf } from './config.ts';

/** As much of the measures as a command needs: it need not know whether anybody asks for them. */
export type Watch = Pick<Measures, 'watch' | 'acknowledged' | 'lichessAnswered' | 'close'>;

const NOBODY: Watch = {
  watch: () => undefined,
  acknowledged: () => undefined,
  lichessAnswered: () => undefined,
  close: async () => undefined,
};

/**
 * For every command that runs until it is stopped. Without KIBITZ_METRICS_PORT nothing is opened, loaded or counted. Shards
 * are beside each other: the first has that port, the second the next one.
 */
export async function openMeasures(
  { config, terminal }: Pick<Context, 'config' | 'terminal'>,
  shard = 0,
): Promise<Watch> {
  const { host, port } = config.metrics;
  if (port === undefined) return NOBODY;
  const { Measures } = await import('../metrics/measures.ts');
  const measures = new Measures({ version: version(), log: makeLog(config.log, secretsOf(config)) });
  terminal.note(`How it is doing: ${await measures.open({ host, port: port + shard })}/metrics`);
  return measures;
}
