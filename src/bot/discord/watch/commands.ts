import {
  ApplicationCommandOptionType,
  type BaseInteraction,
  type ChatInputCommandInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { exportGame, isPlaying } from '../../../lichess/export.ts';
import { isLink, parseLink } from '../../../lichess/link.ts';
import { fetchUser } from '../../../lichess/user.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { NewWatch, Watch } from '../../../store/watches.ts';
import type { BotContext, Session, SlashCommand } from '../core/context.ts';
import { described } from '../core/description.ts';
import { escapeMarkdown, plainLabel } from '../core/escape-markdown.ts';
import { reviewRow } from '../core/game-reply.ts';
import { nameIn } from '../core/input.ts';
import { type ComponentRow, menuRow, type Reply } from '../core/reply.ts';
import type { Press } from '../core/report-buttons.ts';
import { type Requester, wrongChannel } from '../core/requester.ts';
import { isReachable } from '../core/send.ts';
import { watchName } from './live-game.ts';

/** Follows live games in a channel. What is shown there are messages of their own: those can be edited for ever. */
export const watchCommand: SlashCommand = {
  description: described(
    'watch',
    { ...optionWords('watch', 'game'), type: ApplicationCommandOptionType.String, max_length: 200 },
    { ...optionWords('watch', 'user'), type: ApplicationCommandOptionType.String, max_length: 100 },
    { ...optionWords('watch', 'tv'), type: ApplicationCommandOptionType.Boolean },
  ),
  private: true,
  async run(asked, session, context, requester) {
    const { voice, user: owner, server } = requester;
    const wrong = isReachable(asked) ? wrongChannel(asked, requester) : voice.say('watch.not-here');
    if (wrong !== undefined) return { content: wrong };
    if (server !== null && !mayWrite(asked)) return { content: voice.say('refused.send') };
    const what = readTarget(asked, context.lichessUrl, voice);
    if (what.kind === 'game' && (await isOver(what.target, session, context)))
      return { content: voice.say('watch.over'), rows: reviewRow({ id: what.target }, voice, context) };
    const target = what.kind === 'user' ? await knownName(what.target, session, context) : what.target;
    const place = { channel: asked.channelId, server, owner, locale: asked.locale };
    return begin({ ...what, target, ...place }, context, voice);
  },
};

/** In a thread there is a permission of its own. */
function mayWrite({ appPermissions, channel }: ChatInputCommandInteraction): boolean {
  const { ViewChannel, AttachFiles, SendMessages, SendMessagesInThreads } = PermissionFlagsBits;
  const write = channel?.isThread() ? SendMessagesInThreads : SendMessages;
  return appPermissions.has([ViewChannel, AttachFiles, write]);
}

type WatchTarget = Pick<NewWatch, 'kind' | 'target' | 'side'>;

const TV: WatchTarget = { kind: 'tv', target: '', side: null };

function readTarget({ options }: ChatInputCommandInteraction, home: string, voice: Voice): WatchTarget {
  const [game, user] = [options.getString('game')?.trim(), options.getString('user')?.trim()];
  const wishes: WatchTarget[] = [
    ...(game ? [gameTarget(game, home, voice)] : []),
    ...(user ? [{ kind: 'user' as const, target: nameIn(user, home), side: null }] : []),
    ...(options.getBoolean('tv') ? [TV] : []),
  ];
  const [wish, other] = wishes;
  if (!wish || other) throw new Fault('bad-input', voice.say('watch.one'));
  return wish;
}

/** The player's own id has four characters more, their secret. */
const ID = /^([A-Za-z0-9]{8})(?:[A-Za-z0-9]{4})?$/;

function gameTarget(text: string, home: string, voice: Voice): WatchTarget {
  const [, id] = ID.exec(text) ?? [];
  if (id) return { kind: 'game', target: id, side: null };
  const link = isLink(text) ? parseLink(text, home) : undefined;
  if (link?.ok && link.value.kind === 'game')
    return { kind: 'game', target: link.value.id, side: link.value.side ?? null };
  if (link?.ok && link.value.kind === 'user') return { kind: 'user', target: link.value.name, side: null };
  throw new Fault('bad-input', voice.say('watch.link'));
}

/** Lichess is asked, and says what is wrong with a game that is none. */
async function isOver(id: string, { signal }: Session, { lichess }: BotContext): Promise<boolean> {
  try {
    await exportGame(lichess, id, { signal });
    return true;
  } catch (error) {
    if (isPlaying(error)) return false;
    throw error;
  }
}

async function knownName(name: string, { signal, voice }: Session, { lichess }: BotContext): Promise<string> {
  const found = await fetchUser(lichess, name, { signal });
  if (found.kind === 'user') return found.name;
  throw new Fault('bad-input', voice.say(`watch.${found.kind}`, { name: plainLabel(name) }));
}

async function begin(wanted: NewWatch, { watching }: BotContext, voice: Voice): Promise<Reply> {
  const started = await watching.add(wanted);
  switch (started.kind) {
    case 'started': {
      const { kind, target } = wanted;
      if (kind === 'user') return { content: voice.say('watch.user', { name: escapeMarkdown(target) }) };
      return { content: voice.say(`watch.${kind}`) };
    }
    case 'known':
      return { content: voice.say('watch.known') };
    case 'full':
      return { content: voice.say(`watch.full-${started.bound}`, { most: started.most }) };
    case 'unwritable':
      return { content: voice.say('refused.send') };
  }
}

export const unwatchCommand: SlashCommand = {
  description: described('unwatch'),
  private: true,
  free: true,
  async run(asked, { voice }, context, requester) {
    const here = context.store.watches.in(asked.channelId);
    if (here.length === 0) return { content: voice.say('unwatch.nothing') };
    const own = here.filter(watch => mayStop(watch, asked, requester));
    if (own.length === 0) return refusal(here, voice);
    if (own.length === 1) return stop(own, context, voice);
    return { content: voice.say('unwatch.pick'), rows: [menuOf(own, context, voice)] };
  },
};

/** The user who started it, and moderators; in a private chat every user there. */
const mayStop = (
  { owner, server }: Watch,
  { memberPermissions }: Pick<BaseInteraction, 'memberPermissions'>,
  { user }: Requester,
): boolean =>
  owner === user ||
  server === null ||
  Boolean(memberPermissions?.any([PermissionFlagsBits.ManageMessages, PermissionFlagsBits.ManageGuild]));

function refusal(watches: readonly Watch[], voice: Voice): Reply {
  const owners = new Set(watches.map(({ owner }) => `<@${owner}>`));
  return { content: voice.say('unwatch.refused', { users: voice.list([...owners]) }) };
}

const ALL = 'all';
/** Of one entry: https://discord.com/developers/docs/components/reference */
const MAX_LABEL = 100;

const menuOf = (watches: readonly Watch[], context: BotContext, voice: Voice): ComponentRow =>
  menuRow({ kind: 'unwatch' }, voice.say('unwatch.pick'), [
    ...watches.map(watch => ({
      label: plainLabel(watchName(watch, context.watching, voice), MAX_LABEL),
      value: watch.id,
    })),
    { label: voice.say('unwatch.all'), value: ALL },
  ]);

/** What was picked from the menu; it may have ended since. */
export function stopPicked({ pressed, requester, context }: Press, picked: string): Reply {
  const { voice } = requester;
  const here = context.store.watches.in(pressed.channelId).filter(({ id }) => picked === ALL || picked === id);
  if (here.length === 0) return { content: voice.say('end.over') };
  const own = here.filter(watch => mayStop(watch, pressed, requester));
  return own.length === 0 ? refusal(here, voice) : stop(own, context, voice);
}

const MAX_NAME = 120;

function stop(watches: readonly Watch[], { watching }: BotContext, voice: Voice): Reply {
  const names = watches.map(watch => escapeMarkdown(watchName(watch, watching, voice), MAX_NAME));
  for (const { id } of watches) watching.stop(id);
  return { content: voice.say('unwatch.done', { what: voice.list(names) }) };
}
