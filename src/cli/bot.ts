import { once } from 'node:events';
import { type AppContext, Bots } from '../app/bots.ts';
import { runComponents } from '../app/components.ts';
import { secretsOf } from '../app/config.ts';
import { makeLichessClient } from '../app/lichess-client.ts';
import { openMeasures } from '../app/measures.ts';
import { addressOf, openPages } from '../app/pages.ts';
import { planShards, runShards } from '../app/shards.ts';
import { type StatusReporter, statusReporterFor } from '../app/status-reporter.ts';
import { Fault, toFault } from '../base/fault.ts';
import { makeLog } from '../base/log.ts';
import type { Store } from '../store/store.ts';
import type { TaskPool } from '../tasks/pool.ts';
import type { Command, Context } from './command.ts';

export const botCommand: Command = {
  name: 'bot',
  usage: 'bot [--shards auto|n]',
  summary: 'Kibitz on Discord, on Lichess or on both, until it is stopped.',
  words: 0,
  options: {
    shards: {
      type: 'string',
      value: 'auto|n',
      help: 'Discord in several processes; auto asks Discord how many. More than one needs REDIS_URL.',
    },
  },
  async run(_args, values, context) {
    const { config, signal, terminal } = context;
    const { discord, lichess } = config;
    const plan = await planShards(values, context);
    if (plan && plan.count > 1) return runShards(plan, context);
    if (!discord.token && !lichess.token) throw new Fault('bad-input', NO_TOKEN);
    const herald = statusReporterFor(terminal, signal);
    const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
    const log = makeLog(config.log, secretsOf(config));
    const measures = await openMeasures(context, herald.shard);
    const client = await makeLichessClient(config, { token: lichess.token, log, onAnswer: measures.lichessAnswered });
    let store: Store | undefined;
    let tasks: TaskPool | undefined;
    let pages: Awaited<ReturnType<typeof openPages>> | undefined;
    try {
      store = new (await import('../store/store.ts')).Store({ folder: config.dataDir, log, mayForget: true });
      if (store.problem) herald.note(store.problem);
      const service = await context.service();
      tasks = new (await import('../tasks/pool.ts')).TaskPool();
      tasks.warm();
      const kit = { context, herald, log, store, client, service, tasks, measures };
      // Of several shards the first.
      if (config.web.publicUrl && !herald.shard) pages = await pagesBeside(kit);
      const bots = new Bots(kit);
      measures.watch(service, bots);
      const parts = [...(discord.token ? [bots.discord] : []), ...(lichess.token ? [bots.lichess] : [])];
      await runComponents(parts, { stopped, note: herald.note, ready: engineNotes(context, herald) });
      terminal.note('Shutting down.');
      return 0;
    } catch (error) {
      if (!herald.failed(toFault(error))) throw error;
      return 1;
    } finally {
      herald.close();
      await pages?.close();
      await tasks?.close();
      await client.close();
      store?.close();
      await measures.close();
    }
  },
};

const NO_TOKEN =
  'DISCORD_TOKEN, LICHESS_TOKEN: neither is set; the README says, under "On Discord" and "On Lichess", how to get one.';

/** The first question shall not have to wait for the process, nor be the first to hear that something is missing. */
function engineNotes({ service, signal }: Context, { note }: StatusReporter): () => Promise<void> {
  let told = false;
  return async () => {
    if (told) return;
    told = true;
    try {
      const { stockfish } = await (await service()).run({ kind: 'status' }, { signal });
      if (stockfish.problem) note(stockfish.problem);
    } catch (error) {
      // Workers that are not there yet are no reason to leave: people are told to come back.
      if (!(error instanceof Fault && error.code === 'busy')) throw error;
      note(error.message);
    }
  };
}

/** Reports in a browser, from the same process. Another one may serve them already, such as `kibitz serve`: that is as good. */
async function pagesBeside({ context: { config }, herald, service, store, tasks, log }: AppContext) {
  try {
    const pages = await openPages({ config, service, store, tasks, log });
    herald.note(`Reports are served at ${addressOf(config)}`);
    return pages;
  } catch (error) {
    const { code, message } = toFault(error);
    if (code !== 'bad-input') throw error;
    herald.note(`${message} Reports are not served by this process; everything else goes on.`);
    return undefined;
  }
}
