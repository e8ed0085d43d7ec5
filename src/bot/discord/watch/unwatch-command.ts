import { type BaseInteraction, PermissionFlagsBits } from 'discord.js';
import { commandWords } from '../../../present/catalogue/localized.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { Watch } from '../../../store/watches.ts';
import { type BotContext, EVERYWHERE, type SlashCommand } from '../core/context.ts';
import { escapeMarkdown, plainLabel } from '../core/escape-markdown.ts';
import { type ComponentRow, menuRow, type Reply } from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';
import { watchName } from './name.ts';

export const unwatchCommand: SlashCommand = {
  description: { ...commandWords('unwatch'), ...EVERYWHERE },
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

type Asked = Pick<BaseInteraction, 'channelId' | 'memberPermissions'>;

/** Whoever started it, and those who keep the place tidy; in private nobody else is there. */
const mayStop = ({ owner, server }: Watch, { memberPermissions }: Asked, { user }: Requester): boolean =>
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
export function stopPicked(asked: Asked, picked: string, requester: Requester, context: BotContext): Reply {
  const { voice } = requester;
  const here = context.store.watches.in(asked.channelId ?? '').filter(({ id }) => picked === ALL || picked === id);
  if (here.length === 0) return { content: voice.say('end.over') };
  const own = here.filter(watch => mayStop(watch, asked, requester));
  return own.length === 0 ? refusal(here, voice) : stop(own, context, voice);
}

const MAX_NAME = 120;

function stop(watches: readonly Watch[], { watching }: BotContext, voice: Voice): Reply {
  const names = watches.map(watch => escapeMarkdown(watchName(watch, watching, voice), MAX_NAME));
  for (const { id } of watches) watching.stop(id);
  return { content: voice.say('unwatch.done', { what: voice.list(names) }) };
}
