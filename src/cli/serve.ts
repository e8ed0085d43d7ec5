import type { Config } from '../app/config.ts';
import { runServer } from '../app/pages.ts';
import type { Command, Values } from './command.ts';
import { numberOption } from './options.ts';

const PORT = { min: 1, max: 65_535 };

export const command: Command = {
  options: {
    port: { value: 'n', help: 'Where it listens; KIBITZ_WEB_PORT, or 8080, if nothing is said.' },
    host: { value: 'address', help: 'On which address; KIBITZ_WEB_HOST, or 127.0.0.1: this machine only.' },
  },
  async run(_args, values, context) {
    return runServer(context, withPlace(context.config, values));
  },
};

function withPlace(config: Config, values: Values): Config {
  const port = numberOption(values, 'port', { usual: config.web.port, ...PORT });
  const host = typeof values.host === 'string' && values.host !== '' ? values.host : config.web.host;
  return { ...config, web: { ...config.web, port, host } };
}
