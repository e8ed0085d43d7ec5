import type { Logger } from 'pino';
import { Fault } from '../base/fault.ts';
import { version } from '../base/version.ts';
import type { Pages } from '../bot/discord/core/report-views.ts';
import type { Context } from '../cli/command.ts';
import type { AnalysisService } from '../service/jobs.ts';
import type { About } from '../store/reports.ts';
import type { Store } from '../store/store.ts';
import type { TaskPool } from '../tasks/pool.ts';
import { reportUrl } from '../web/address.ts';
import type { Config } from './config.ts';

/** Reports in a browser, as far as they are set. */

interface Serving {
  config: Config;
  service: AnalysisService;
  store: Store;
  tasks: TaskPool;
  log: Logger;
}

/** The pages of the reports that are kept here; whoever opens them closes them. */
export async function openPages({ config, service, store, tasks, log }: Serving): Promise<{ close(): Promise<void> }> {
  // Fastify is loaded where it is used.
  const { PageServer } = await import('../web/server/server.ts');
  const server = new PageServer({
    ...{ ...config.web, service, reports: store.reports, tasks, log },
    ...{ version: version(), sourceUrl: config.sourceUrl },
  });
  await server.open();
  return server;
}

/** Where people open them. */
export const addressOf = (config: Config): string => config.web.publicUrl ?? listenAddress(config);

/** Where this process hears them. */
export const listenAddress = ({ web: { host, port } }: Config): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;

/** Keeps a report for `kibitz serve`, and says where that shows it. */
export async function publish(report: unknown, about: Omit<About, 'owner'>, context: Context): Promise<void> {
  const { config, terminal } = context;
  const [{ Store }, { makeLog }] = await Promise.all([import('../store/store.ts'), import('../base/log.ts')]);
  const store = new Store({ folder: config.dataDir, log: makeLog(config.log) });
  try {
    const id = store.reports.put(report, { ...about, owner: 'command line' });
    if (!store.reports.isKept(id))
      throw new Fault('store-failed', `The report could not be kept in ${config.dataDir}, so there is no link to it.`);
    const text = `${reportUrl(addressOf(config), id)} while "kibitz serve" runs.`;
    if (terminal.json) terminal.note(text);
    else terminal.print(text);
  } finally {
    store.close();
  }
}

/** How people on Discord get to them. */
export function discordPages(config: Config, tasks: TaskPool): Pages {
  const mode = config.discord.pages;
  if (mode === 'off') return { kind: 'off' };
  if (mode === 'link') return { kind: 'link', urlOf: id => reportUrl(addressOf(config), id) };
  return { kind: 'file', make: (kept, options) => tasks.run('page', { kept, sourceUrl: config.sourceUrl }, options) };
}
