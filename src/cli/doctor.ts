import { access, constants } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Config } from '../app/config.ts';
import { makeLichessClient } from '../app/service.ts';
import { Fault, systemReason, toFault } from '../base/fault.ts';
import { makeFolder } from '../base/folder.ts';
import { count, plural } from '../base/text.ts';
import { gameFrom } from '../chess/game.ts';
import type { ModelEntry } from '../engine/manifest.ts';
import { type ModelChoice, modelsOf } from '../engine/model-choice.ts';
import { brokenText, byHandText, inspectModel, unwritableText } from '../engine/model-store.ts';
import { makeLink } from '../lichess/link.ts';
import { gameInput } from '../service/jobs.ts';
import type { Status } from '../service/status.ts';
import type { Command, Context, Values } from './command.ts';
import { MODEL_OPTION, modelOption, modelWish } from './options.ts';
import { megabytes, type Style } from './terminal.ts';

type Verdict = 'ok' | 'warning' | 'problem';

interface Finding {
  check: string;
  verdict: Verdict;
  text: string;
}

const MARKS: Record<Verdict, { mark: string; style: Style }> = {
  ok: { mark: '✓', style: 'green' },
  warning: { mark: '!', style: 'yellow' },
  problem: { mark: '✗', style: 'red' },
};

const MIN_NODE = [20, 18] as const;
/** Enough to measure a speed, short enough to wait for. */
const PROBE_NODES = 300_000;
const PROBE_ANSWERS = 8;
const DAY_MS = 24 * 3_600_000;
/** A token that expires sooner is worth a warning. */
const FEW_DAYS = 14;
/** How long pages may take to answer. */
const PAGES_MS = 5_000;

export const command: Command = {
  options: MODEL_OPTION,
  async run(_args, values, context) {
    const findings: Finding[] = [];
    const tell = (check: string, verdict: Verdict, text: string) => {
      findings.push({ check, verdict, text });
      const { mark, style } = MARKS[verdict];
      if (!context.terminal.json) context.terminal.print(`${context.terminal.style(style, mark)} ${check}: ${text}`);
    };
    tell('Node', ...checkNode(process.versions.node));
    const status = await askStatus(context);
    const { redisUrl } = context.config;
    if (redisUrl) tell('Redis', ...(await checkRedis(redisUrl, status)));
    // The rest is asked of the workers.
    if (!(status instanceof Fault)) {
      tell('data folder', ...(await checkDataFolder(context.config, status)));
      tell('Stockfish', ...(await checkStockfish(context, status)));
      tell('Maia', ...(await checkMaia(values, context)));
    }
    tell('Discord', ...(await checkDiscord(context.config)));
    const { publicUrl } = context.config.web;
    if (publicUrl) tell('pages', ...(await checkPages(publicUrl, context.config.web)));
    tell('Lichess', ...(await checkLichess(context.config, context.signal)));
    if (context.terminal.json) context.terminal.printJson({ kind: 'doctor', findings });
    return findings.some(({ verdict }) => verdict === 'problem') ? 1 : 0;
  },
};

function checkNode(version: string): [Verdict, string] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const old = major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]);
  return old ? ['problem', `${version} is too old; install ${MIN_NODE.join('.')} or later.`] : ['ok', version];
}

/** A Redis or workers that are missing are a finding. */
async function askStatus({ run, config }: Context): Promise<Status | Fault> {
  try {
    return await run({ kind: 'status' });
  } catch (error) {
    if (config.redisUrl && error instanceof Fault && error.code === 'busy') return error;
    throw error;
  }
}

async function checkRedis(url: string, status: Status | Fault): Promise<[Verdict, string]> {
  if (status instanceof Fault) return ['problem', status.message];
  const { placeOf } = await import('../service/redis/connection.ts');
  const found = `${placeOf(url)}; its workers have ${plural(status.stockfish.engines, 'engine')}`;
  const { refused = [] } = status;
  if (refused.length === 0) return ['ok', found];
  const { releaseName } = await import('../service/redis/protocol.ts');
  const others = refused.map(each => `${plural(each.workers, 'worker')} of ${releaseName(each)}`).join(', ');
  return ['warning', `${found}; others get no jobs, since they are not of this version: ${others}`];
}

async function checkDataFolder({ dataDir }: Config, { cache }: Status): Promise<[Verdict, string]> {
  try {
    makeFolder(dataDir);
    await access(dataDir, constants.W_OK);
  } catch (error) {
    return [
      'problem',
      `${dataDir} cannot be written to: ${systemReason(error as Error)}. Make it writable or set KIBITZ_DATA_DIR. Analysis works, and so does the bot, but nothing is kept: answers, settings, games and reports are gone when it ends.`,
    ];
  }
  if (cache.problem) return ['problem', `${cache.problem}.`];
  return ['ok', `${dataDir}, the cache holds ${megabytes(cache.bytes)} (answers: ${count(cache.entries)})`];
}

async function checkStockfish({ run }: Context, { stockfish }: Status): Promise<[Verdict, string]> {
  if (stockfish.problem) return ['problem', stockfish.problem];
  const where = `${stockfish.source}, ${stockfish.path}`;
  try {
    const { engine, nodes, ms } = await run({
      kind: 'eval',
      input: gameInput(gameFrom()),
      params: { limit: { kind: 'nodes', nodes: PROBE_NODES }, multipv: 1, deterministic: true },
      cache: false,
    });
    return [
      'ok',
      `${engine} (${where}), ${count(nodes / ms)} thousand nodes a second, up to ${stockfish.engines} at once`,
    ];
  } catch (error) {
    return ['problem', `${where} was found but does not work: ${toFault(error).message}`];
  }
}

async function checkMaia(values: Values, context: Context): Promise<[Verdict, string]> {
  const { modelDir, maiaWorkers, redisUrl } = context.config;
  const choice = modelOption(values, context.config);
  const name = nameOf(choice);
  if (redisUrl) return probeMaia(context, values, `${name} of the workers`);
  for (const model of modelsOf(choice)) {
    const trouble = await checkFiles(model, modelDir);
    if (trouble) return trouble;
  }
  const where = choice.kind === 'file' ? `${name}, whose checksum nobody has told` : `${name} in ${modelDir}`;
  return probeMaia(context, values, where, `, up to ${maiaWorkers} batches at once`);
}

function nameOf(choice: ModelChoice): string {
  if (choice.kind === 'file') return choice.path;
  return choice.kind === 'auto' ? `${choice.models.length} nets of Maia-1` : choice.model.name;
}

async function probeMaia({ run }: Context, values: Values, what: string, more = ''): Promise<[Verdict, string]> {
  // A different rating each time, so that none is answered from another.
  const probe = (index: number) => {
    const params = { rating: 1000 + index, opponentRating: 1500, temperature: 1 };
    return run({ kind: 'maia', input: gameInput(gameFrom()), ...modelWish(values), params, cache: false });
  };
  try {
    await probe(0); // the first answer waits for the model to load
    const started = performance.now();
    for (let index = 1; index <= PROBE_ANSWERS; index++) await probe(index);
    const ms = (performance.now() - started) / PROBE_ANSWERS;
    return ['ok', `${what}, an answer takes ${count(ms)} ms${more}`];
  } catch (error) {
    return ['problem', toFault(error).message];
  }
}

/** What is wrong with the files of a model, if anything is. */
async function checkFiles(model: ModelEntry, modelDir: string): Promise<[Verdict, string] | undefined> {
  const state = await inspectModel(modelDir, model);
  if (state.kind === 'installed') return undefined;
  if (state.kind === 'broken') return ['problem', brokenText(modelDir, model, state)];
  try {
    makeFolder(modelDir);
    await access(modelDir, constants.W_OK);
  } catch (error) {
    return ['problem', unwritableText(modelDir, model, error as Error)];
  }
  const { unreachable } = await import('../engine/download.ts');
  const reasons = await Promise.all(model.sources.map(source => unreachable(source)));
  return reasons.every(reason => reason !== undefined)
    ? [
        'problem',
        `${model.name} is not in ${modelDir} and cannot be fetched: ${reasons.join('; ')}. ${byHandText(modelDir, model)} Everything that does not need Maia works.`,
      ]
    : [
        'warning',
        `${model.name} is not installed yet; it is fetched when first needed, or now with "kibitz models pull ${model.id}".`,
      ];
}

async function checkDiscord({ discord: { token, api } }: Config): Promise<[Verdict, string]> {
  if (!token) return ['ok', 'DISCORD_TOKEN is not set; only "kibitz bot" needs it.'];
  // discord.js is loaded where it is used.
  const { whoami } = await import('../bot/discord/core/application.ts');
  try {
    const { name, invite } = await whoami({ token, api });
    return ['ok', `the token is that of ${name}; invite it with ${invite}`];
  } catch (error) {
    return ['problem', toFault(error).message];
  }
}

/** Whose token it is, and whether it is good for playing. */
export async function checkLichess(
  config: Pick<Config, 'lichess' | 'lichessUrl'>,
  signal: AbortSignal,
): Promise<[Verdict, string]> {
  const { token } = config.lichess;
  if (!token) return ['ok', 'LICHESS_TOKEN is not set; only a bot that plays on Lichess needs it.'];
  const { fetchAccount, requirePlay } = await import('../lichess/user.ts');
  try {
    const client = await makeLichessClient(config, { token });
    try {
      const { name, title, games } = await fetchAccount(client, { signal });
      const { expires } = (await requirePlay(client, token, { signal })) ?? {};
      if (title !== 'BOT' && games > 0)
        return [
          'problem',
          `LICHESS_TOKEN: ${name} has played games, so it cannot become a bot; create another account.`,
        ];
      if (title !== 'BOT') return ['warning', `${name} is not a bot yet; make it one with "kibitz lichess upgrade".`];
      const days = Math.floor(((expires ?? Number.POSITIVE_INFINITY) - Date.now()) / DAY_MS);
      const whose = `the token is that of the bot ${name}`;
      if (days < FEW_DAYS) return ['warning', `${whose}, and expires in ${plural(days, 'day')}; create a new one.`];
      return ['ok', `${whose}; challenge it at ${makeLink({ kind: 'user', name }, client.url)}`];
    } finally {
      await client.close();
    }
  } catch (error) {
    return ['problem', toFault(error).message];
  }
}

/** Whether the pages can be served, or are being served already. */
export async function checkPages(
  publicUrl: string,
  { host, port }: Pick<Config['web'], 'host' | 'port'>,
): Promise<[Verdict, string]> {
  const place = `${host}:${port}`;
  const trouble = await listening(host, port);
  if (trouble === undefined) return ['ok', `${publicUrl}, to be served by "kibitz bot" or "kibitz serve" at ${place}`];
  if (trouble.code !== 'EADDRINUSE')
    return [
      'problem',
      `nothing can be served at ${place}: ${systemReason(trouble)}; set KIBITZ_WEB_HOST and KIBITZ_WEB_PORT.`,
    ];
  return (await isKibitz(publicUrl))
    ? ['ok', `${publicUrl} answers, served at ${place}`]
    : [
        'problem',
        `${place} is taken, and ${publicUrl} is not Kibitz's; set another KIBITZ_WEB_PORT, or look at the proxy.`,
      ];
}

/** Why it cannot be listened there. */
const listening = (host: string, port: number): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });

async function isKibitz(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PAGES_MS) });
    return response.ok && (await response.text()).includes('<title>Kibitz');
  } catch {
    return false;
  }
}
