import {
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { RATING } from '../../../chess/rating.ts';
import { choiceWords, commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { THEMES } from '../../../render/theme.ts';
import {
  DEPTH_BOUNDS,
  SETTING_NAMES,
  type ServerSettings,
  type SettingName,
  type Settings,
} from '../../../store/settings.ts';
import { EVERYWHERE, type SlashCommand } from '../core/context.ts';

const bounds = ({ min, max }: { min: number; max: number }) => ({ min_value: min, max_value: max });

export const settingsCommand: SlashCommand = {
  description: {
    ...commandWords('settings'),
    options: [
      { ...optionWords('settings', 'rating'), type: ApplicationCommandOptionType.Integer, ...bounds(RATING) },
      {
        ...optionWords('settings', 'theme'),
        type: ApplicationCommandOptionType.String,
        choices: THEMES.map(theme => ({ ...choiceWords(`theme.${theme}`), value: theme })),
      },
      { ...optionWords('settings', 'depth'), type: ApplicationCommandOptionType.Integer, ...bounds(DEPTH_BOUNDS) },
      { ...optionWords('settings', 'link-replies'), type: ApplicationCommandOptionType.Boolean },
      { ...optionWords('settings', 'channel'), type: ApplicationCommandOptionType.Channel },
      { ...optionWords('settings', 'reset'), type: ApplicationCommandOptionType.Boolean },
    ],
    ...EVERYWHERE,
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
