import { once } from 'node:events';
import { type Config, secretsOf } from '../app/config.ts';
import { openMeasures } from '../app/measures.ts';
import { addressOf, listenAddress, openPages } from '../app/pages.ts';
import { makeLog } from '../base/log.ts';
import { Store } from '../store/store.ts';
import { TaskPool } from '../tasks/pool.ts';
import type { Command, Values } from './command.ts';
import { numberOption } from './options.ts';

const PORT = { min: 1, max: 65_535 };

export const serveCommand: Command = {
  name: 'serve',
  usage: 'serve [--port 8080] [--host 127.0.0.1]',
  summary: 'Shows kept reports in a browser, where they can be run again, until it is stopped.',
  words: 0,
  options: {
    port: { type: 'string', value: 'n', help: 'Where it listens; KIBITZ_WEB_PORT, or 8080, if nothing is said.' },
    host: {
      type: 'string',
      value: 'address',
      help: 'On which address; KIBITZ_WEB_HOST, or 127.0.0.1: this machine only.',
    },
  },
  async run(_args, values, context) {
    const { signal, terminal } = context;
    const config = withPlace(context.config, values);
    const log = makeLog(config.log, secretsOf(config));
    const measures = await openMeasures(context);
    const store = new Store({ folder: config.dataDir, log });
    const tasks = new TaskPool();
    try {
      const service = await context.service();
      measures.watch(service);
      const pages = await openPages({ config, service, store, tasks, log });
      terminal.note(servedAt(config, context.config));
      if (!signal.aborted) await once(signal, 'abort');
      terminal.note('Shutting down.');
      await pages.close();
      return 0;
    } finally {
      await tasks.close();
      store.close();
      await measures.close();
    }
  },
};

/** "--link" goes by the settings: it does not know what was said here. */
function servedAt(config: Config, set: Config): string {
  const [here, said] = [addressOf(config), addressOf(set)];
  const heard = listenAddress(config);
  const where = here === heard ? here : `${here}, listening at ${heard}`;
  if (here === said) return `Reports are served at ${where}; "--link" keeps one and says its address.`;
  return `Reports are served at ${where}; "--link" keeps one and says ${said}: set KIBITZ_WEB_PORT and KIBITZ_WEB_HOST, not the options, for both to agree.`;
}

function withPlace(config: Config, values: Values): Config {
  const port = numberOption(values, 'port', { fallback: config.web.port, ...PORT });
  const host = typeof values.host === 'string' && values.host !== '' ? values.host : config.web.host;
  return { ...config, web: { ...config.web, port, host } };
}
