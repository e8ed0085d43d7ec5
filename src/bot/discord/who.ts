import type { BaseInteraction } from 'discord.js';
import { DEFAULT_SETTINGS } from '../../store/settings.ts';
import type { Store } from '../../store/store.ts';
import type { Who } from './errand.ts';
import { voiceOf } from './strings/voice.ts';

/** Somebody, by what is known of them; on a server it is as the server has decided. */
export const makeWho = (user: string, server: string | null, locale: string, { settings }: Store): Who => ({
  user,
  server,
  voice: voiceOf(locale),
  settings: server === null ? DEFAULT_SETTINGS : settings.of(server),
});

export const whoIs = ({ user, guildId, locale }: BaseInteraction, store: Store): Who =>
  makeWho(user.id, guildId, locale, store);

interface Placed {
  channelId: string | null;
  channel: { isThread(): boolean; parentId?: string | null } | null;
}

/** Why Kibitz does not answer here: the server wants it in other channels. Threads belong to theirs. */
export function wrongChannel({ channelId, channel }: Placed, { settings, voice }: Who): string | undefined {
  const { channels } = settings;
  const here = [channelId, channel?.isThread() ? channel.parentId : undefined];
  if (channels === 'all' || here.some(id => id != null && channels.includes(id))) return undefined;
  return voice.say('refused.channel', { channels: voice.list(channels.map(id => `<#${id}>`)) });
}
