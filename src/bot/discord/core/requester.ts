import type { BaseInteraction } from 'discord.js';
import { voiceOf } from '../../../present/catalogue/voice.ts';
import { DEFAULT_SETTINGS } from '../../../store/settings.ts';
import type { Store } from '../../../store/store.ts';
import type { Requester } from './handler.ts';

/** Somebody, by what is known of them; on a server it is as the server has decided. */
export const makeRequester = (user: string, server: string | null, locale: string, { settings }: Store): Requester => ({
  user,
  server,
  voice: voiceOf(locale),
  settings: server === null ? DEFAULT_SETTINGS : settings.of(server),
});

export const requesterOf = ({ user, guildId, locale }: BaseInteraction, store: Store): Requester =>
  makeRequester(user.id, guildId, locale, store);

interface Placed {
  channelId: string | null;
  channel: { isThread(): boolean; parentId?: string | null } | null;
}

/** Why Kibitz does not answer here: the server wants it in other channels. Threads belong to theirs. */
export function wrongChannel({ channelId, channel }: Placed, { settings, voice }: Requester): string | undefined {
  const { channels } = settings;
  const here = [channelId, channel?.isThread() ? channel.parentId : undefined];
  if (channels === 'all' || here.some(id => id != null && channels.includes(id))) return undefined;
  return voice.say('refused.channel', { channels: voice.list(channels.map(id => `<#${id}>`)) });
}
