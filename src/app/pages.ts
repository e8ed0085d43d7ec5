import type { Logger } from 'pino';
import { makeLog } from '../base/log.ts';
import { version } from '../base/package-info.ts';
import type { Pages } from '../bot/discord/core/report-views.ts';
import type { AnalysisService } from '../service/jobs.ts';
import type { Store } from '../store/store.ts';
import type { TaskPool } from '../tasks/tasks.ts';
import { reportUrl } from '../web/protocol.ts';
import { type Config, secretsOf } from './config.ts';
import { type AppContext, aborted, openMeasures } from './service.ts';

/** The pages of reports in the browser, served as the settings say. */

/** Serves the reports in the store as pages. */
export async function openPages(
  { web, sourceUrl }: Config,
  { store, ...parts }: { service: AnalysisService; store: Store; tasks: TaskPool; log: Logger },
): Promise<{ close(): Promise<void> }> {
  // Fastify is loaded where it is used.
  const { PageServer } = await import('../web/server/server.ts');
  const server = new PageServer({ ...web, ...parts, reports: store.reports, version: version(), sourceUrl });
  await server.open();
  return server;
}

/** The address at which people open the pages. */
export const addressOf = (config: Config): string => config.web.publicUrl ?? listenAddress(config);

/** The address at which this process listens. */
const listenAddress = ({ web: { host, port } }: Config): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;

/** Serves the pages until it is stopped. The address in `config` may differ from that in the context. */
export async function runServer(context: AppContext, config: Config): Promise<number> {
  const { signal, terminal } = context;
  const log = makeLog(config.log, secretsOf(config));
  const measures = await openMeasures(context);
  const [{ Store }, { startTasks }] = await Promise.all([import('../store/store.ts'), import('../tasks/tasks.ts')]);
  const store = new Store({ folder: config.dataDir, log });
  const tasks = startTasks();
  try {
    const service = await context.service();
    measures?.watch(service);
    const pages = await openPages(config, { service, store, tasks, log });
    terminal.note(servedAt(config, context.config));
    await aborted(signal);
    terminal.note('Shutting down.');
    await pages.close();
    return 0;
  } finally {
    await tasks.close();
    store.close();
    await measures?.close();
  }
}

/** "--link" goes by the settings: it does not know the options that the server was started with. */
function servedAt(config: Config, set: Config): string {
  const [here, said] = [addressOf(config), addressOf(set)];
  const heard = listenAddress(config);
  const where = here === heard ? here : `${here}, listening at ${heard}`;
  if (here === said) return `Reports are served at ${where}; "--link" keeps one and says its address.`;
  return `Reports are served at ${where}; "--link" keeps one and says ${said}: set KIBITZ_WEB_PORT and KIBITZ_WEB_HOST, not the options, for both to agree.`;
}

/** How the bot on Discord shows the pages of reports. */
export function discordPages(config: Config, tasks: TaskPool): Pages {
  const mode = config.discord.pages;
  if (mode === 'off') return { kind: 'off' };
  if (mode === 'link') return { kind: 'link', urlOf: id => reportUrl(addressOf(config), id) };
  const { sourceUrl } = config;
  return { kind: 'file', make: (kept, maxBytes, options) => tasks.run('page', { kept, sourceUrl, maxBytes }, options) };
}
