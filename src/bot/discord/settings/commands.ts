import {
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord.js';
import { DISCORD_DEPTH } from '../../../analysis/expected/params.ts';
import { Fault, type FaultCode } from '../../../base/fault.ts';
import { RATING } from '../../../chess/rating.ts';
import { parsePgn } from '../../../input/pgn.ts';
import { exportLastGame } from '../../../lichess/export.ts';
import { fetchUser } from '../../../lichess/user.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { THEMES } from '../../../render/theme.ts';
import { type Ratings, SPEEDS } from '../../../store/links.ts';
import { SETTING_NAMES, type ServerSettings, type SettingName, type Settings } from '../../../store/settings.ts';
import type { BotContext, Session, SlashCommand } from '../core/context.ts';
import { choiceOption, described, wholeOption } from '../core/description.ts';
import { escapeMarkdown, plainLabel } from '../core/escape-markdown.ts';
import { gameLine, reviewRow } from '../core/game-reply.ts';
import { nameIn } from '../core/input.ts';
import type { Reply } from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';

export const settingsCommand: SlashCommand = {
  description: {
    ...described(
      'settings',
      wholeOption(optionWords('settings', 'rating'), RATING),
      choiceOption(optionWords('settings', 'theme'), THEMES, theme => `theme.${theme}`),
      wholeOption(optionWords('settings', 'depth'), DISCORD_DEPTH),
      { ...optionWords('settings', 'link-replies'), type: ApplicationCommandOptionType.Boolean },
      { ...optionWords('settings', 'channel'), type: ApplicationCommandOptionType.Channel },
      { ...optionWords('settings', 'reset'), type: ApplicationCommandOptionType.Boolean },
    ),
    contexts: [InteractionContextType.Guild],
  },
  private: true,
  free: true,
  async run(asked, { voice }, { store, linkReplies }, { server }) {
    const refuse = (reason: string) => new Fault('bad-input', reason);
    if (server === null) throw refuse(voice.say('refused.server-only'));
    if (!asked.memberPermissions?.has(PermissionFlagsBits.ManageGuild))
      throw refuse(voice.say('refused.manage-server'));
    const { settings } = store;
    if (asked.options.getBoolean('reset')) settings.forget(server);
    const changed = change(asked, server, settings);
    const now = settings.of(server);
    const lines = SETTING_NAMES.map(name => {
      const line = `${voice.say(`settings.${name}`)}: ${shown(now, name, voice)}`;
      return changed.includes(name) ? `**${line}**` : line;
    });
    const notes = now.linkReplies && !linkReplies ? ['', voice.say('settings.no-intent')] : [];
    return { content: [`**${voice.say('settings.title')}**`, ...lines, ...notes].join('\n') };
  },
};

/** Sets what is given; returns the names of the settings that were given. */
function change({ options }: ChatInputCommandInteraction, server: string, settings: Settings): SettingName[] {
  const channel = options.getChannel('channel');
  const given: { [K in SettingName]?: ServerSettings[K] | null } = {
    rating: options.getInteger('rating'),
    theme: THEMES.find(theme => theme === options.getString('theme')) ?? null,
    depth: options.getInteger('depth'),
    linkReplies: options.getBoolean('link-replies'),
    channels: channel && toggled(settings.of(server).channels, channel.id),
  };
  return SETTING_NAMES.filter(name => {
    const value = given[name];
    if (value === null || value === undefined) return false;
    const result = settings.set(server, name, value);
    if (!result.ok) throw new Fault('bad-input', result.message);
    return true;
  });
}

/** Adds a channel or takes it away; without the last one Kibitz answers in all channels. */
function toggled(channels: ServerSettings['channels'], id: string): ServerSettings['channels'] {
  if (channels === 'all') return [id];
  const others = channels.filter(one => one !== id);
  if (others.length === channels.length) return [...channels, id];
  return others.length > 0 ? others : 'all';
}

function shown(settings: ServerSettings, name: SettingName, voice: Voice): string {
  switch (name) {
    case 'rating':
    case 'depth':
      return voice.number(settings[name]);
    case 'theme':
      return voice.say(`theme.${settings.theme}`);
    case 'linkReplies':
      return voice.say(settings.linkReplies ? 'settings.on' : 'settings.off');
    case 'channels': {
      const { channels } = settings;
      return channels === 'all'
        ? voice.say('settings.all-channels')
        : voice.list(channels.map(channel => `<#${channel}>`));
    }
  }
}

export const linkCommand: SlashCommand = {
  description: described('link', {
    ...optionWords('link', 'lichess'),
    type: ApplicationCommandOptionType.String,
    max_length: 100,
  }),
  private: true,
  async run(asked, session, context, requester) {
    const given = asked.options.getString('lichess')?.trim();
    if (given) {
      const { name, sentence } = await remember(given, session, context, requester);
      return withLastGame(sentence, name, session, context, requester);
    }
    const forgotten = context.store.links.remove(requester.user);
    return { content: requester.voice.say(forgotten ? 'link.unlinked' : 'link.none') };
  },
};

async function remember(
  given: string,
  { signal }: Session,
  { lichess, store }: BotContext,
  { user, voice }: Requester,
): Promise<{ name: string; sentence: string }> {
  const name = nameIn(given, lichess.url);
  const found = await fetchUser(lichess, name, { signal });
  if (found.kind !== 'user') throw new Fault('bad-input', voice.say(`link.${found.kind}`, { name: plainLabel(name) }));
  const ratings: Ratings = Object.fromEntries(
    SPEEDS.flatMap(speed => (found.ratings[speed] ? [[speed, found.ratings[speed]]] : [])),
  );
  store.links.put(user, { name: found.name, ratings });
  const words = SPEEDS.flatMap(speed => {
    const rating = ratings[speed];
    return rating ? [`${voice.say(`speed.${speed}`)} ${voice.number(rating)}`] : [];
  });
  const shown = escapeMarkdown(found.name);
  const sentence =
    words.length > 0
      ? voice.say('link.linked', { name: shown, ratings: voice.list(words) })
      : voice.say('link.unrated', { name: shown });
  return { name: found.name, sentence };
}

/** The last game is an extra: where there is none, or Lichess is slow, the answer comes without it. */
const EXTRA_MS = 5_000;
const NO_EXTRA: readonly FaultCode[] = ['bad-input', 'lichess-failed', 'lichess-refused', 'rate-limited', 'deadline'];

async function withLastGame(
  sentence: string,
  name: string,
  { signal }: Session,
  context: BotContext,
  { voice }: Requester,
): Promise<Reply> {
  try {
    const { pgn, id, side } = await exportLastGame(context.lichess, name, { signal, deadlineMs: EXTRA_MS });
    const game = parsePgn(pgn);
    if (!game.ok) return { content: sentence };
    const line = voice.say('link.last-game', { game: gameLine(game.value) });
    return { content: `${sentence}\n${line}`, rows: id === undefined ? [] : reviewRow({ id, side }, voice, context) };
  } catch (error) {
    if (!(error instanceof Fault) || !NO_EXTRA.includes(error.code)) throw error;
    return { content: sentence };
  }
}
