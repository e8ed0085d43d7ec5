import type { BaseInteraction } from 'discord.js';
import { type Voice, voiceOf } from '../../../present/catalogue/voice.ts';
import { DEFAULT_SETTINGS, type ServerSettings } from '../../../store/settings.ts';
import type { Store } from '../../../store/store.ts';

/** The user who asks, and how they are to be answered. */
export interface Requester {
  readonly user: string;
  /** Null in private. */
  readonly server: string | null;
  readonly voice: Voice;
  readonly settings: ServerSettings;
}

/** A requester as plain data, for a process of the task pool. */
export type PlainRequester = Omit<Requester, 'voice'> & { locale: string };

export const toPlain = ({ voice: { locale }, ...requester }: Requester): PlainRequester => ({ ...requester, locale });
export const fromPlain = ({ locale, ...requester }: PlainRequester): Requester => ({
  ...requester,
  voice: voiceOf(locale),
});

/** On a server the settings are those of the server. */
export const makeRequester = (user: string, server: string | null, locale: string, { settings }: Store): Requester => ({
  user,
  server,
  voice: voiceOf(locale),
  settings: server === null ? DEFAULT_SETTINGS : settings.of(server),
});

export const requesterOf = ({ user, guildId, locale }: BaseInteraction, store: Store): Requester =>
  makeRequester(user.id, guildId, locale, store);

interface InChannel {
  channelId: string | null;
  channel: { isThread(): boolean; parentId?: string | null } | null;
}

/** Why Kibitz does not answer here: the server wants it in other channels. A thread counts as its channel. */
export function wrongChannel({ channelId, channel }: InChannel, { settings, voice }: Requester): string | undefined {
  const { channels } = settings;
  const here = [channelId, channel?.isThread() ? channel.parentId : undefined];
  if (channels === 'all' || here.some(id => id != null && channels.includes(id))) return undefined;
  return voice.say('refused.channel', { channels: voice.list(channels.map(id => `<#${id}>`)) });
}
