import { addressOf } from '../metrics/server.ts';
import type { Command } from './command.ts';

/** A process that has not answered by then hangs. */
const PATIENCE_MS = 3_000;
/** What listens everywhere is asked from here. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export const command: Command = {
  options: { ready: { help: 'Whether it can do its work, too.' } },
  async run(_args, values, { config, signal, terminal }) {
    const { host, port } = config.metrics;
    const path = values.ready ? '/readyz' : '/healthz';
    const tell = (ok: boolean, text: string): number => {
      if (terminal.json) terminal.printJson({ kind: 'health', ok, text });
      else if (ok) terminal.print(text);
      else terminal.error(text);
      return ok ? 0 : 1;
    };
    if (port === undefined) return tell(true, 'KIBITZ_METRICS_PORT: not set; nobody can be asked.');
    const late = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const address = addressOf({ host: EVERYWHERE[host] ?? host, port });
    const silent = `Nobody answers at ${address} (KIBITZ_METRICS_PORT); is Kibitz running?`;
    const { ok, text } = await fetch(address + path, { signal: late }).then(
      async answer => ({ ok: answer.ok, text: (await answer.text()).trim() }),
      () => ({ ok: false, text: silent }),
    );
    return tell(ok, text);
  },
};
