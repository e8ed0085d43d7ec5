import type { Language, Voice } from '../../../present/catalogue/voice.ts';
import type { Status } from '../../../service/status.ts';
import { type BotContext, jobOptions, type SiblingShards, type SlashCommand } from '../core/context.ts';
import { type CommandDescription, described } from '../core/description.ts';

export const helpCommand: SlashCommand = {
  description: described('help'),
  private: true,
  free: true,
  async run(_asked, { voice }, { commands, sourceUrl }) {
    const lines = commands.map(({ description }) => lineOf(description, voice.language));
    // Between angle brackets no preview of the page is shown.
    const source = voice.say('help.source', { url: `<${sourceUrl}>` });
    const notes = [voice.say('help.position'), voice.say('help.menu'), voice.say('fair-play.help'), source];
    return { content: [voice.say('help.about'), '', ...lines, '', ...notes].join('\n') };
  },
};

/** As Discord shows them in that language. */
function lineOf(description: CommandDescription, language: Language): string {
  const translated = language === 'en' ? undefined : language;
  const name = (translated && description.name_localizations?.[translated]) ?? description.name;
  const english = 'description' in description ? description.description : '';
  const about = (translated && description.description_localizations?.[translated]) ?? english;
  return `**/${name}**: ${about}`;
}

export const statusCommand: SlashCommand = {
  description: described('status'),
  private: true,
  free: true,
  async run(_asked, session, context, { user }) {
    const [status, siblings] = await Promise.all([
      context.service.run({ kind: 'status' }, jobOptions(user, session)),
      context.siblings(),
    ]);
    return { content: [text(status, context, session.voice), ...shardLine(siblings, session.voice)].join('\n') };
  },
};

function shardLine(siblings: SiblingShards | undefined, voice: Voice): string[] {
  if (!siblings) return [];
  const { count, servers } = siblings;
  return [
    servers === undefined ? voice.say('status.shards', { count }) : voice.say('status.servers', { count, servers }),
  ];
}

function text(
  { queue, stockfish, maia, cache, uptimeMs, refused = [] }: Status,
  { version, latencyMs, store }: BotContext,
  voice: Voice,
): string {
  const latency = latencyMs();
  const { node } = process.versions;
  const engines = { source: String(stockfish.source), busy: stockfish.busy, all: stockfish.engines };
  const people = { model: maia.model, busy: maia.busy, all: maia.workers };
  return [
    voice.say('status.about', { name: `**Kibitz ${version}**`, node, duration: voice.duration(uptimeMs) }),
    ...(queue ? [voice.say('status.queue', { running: queue.running, waiting: queue.waiting })] : []),
    stockfish.problem ? voice.say('status.no-stockfish') : voice.say('status.stockfish', engines),
    maia.loaded ? voice.say('status.maia', people) : voice.say('status.maia-asleep', { model: maia.model }),
    ...refused.map(other => voice.say('status.other-version', other)),
    voice.say('status.cache', { answers: cache.entries }),
    ...(store.problem === undefined ? [] : [voice.say('status.forgetful')]),
    ...(latency >= 0 ? [voice.say('status.latency', { latency })] : []),
  ].join('\n');
}
