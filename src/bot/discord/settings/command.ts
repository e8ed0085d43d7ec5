import {
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord.js';
import { DISCORD_DEPTH } from '../../../analysis/expected/params.ts';
import { Fault } from '../../../base/fault.ts';
import { RATING } from '../../../chess/rating.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { THEMES } from '../../../render/theme.ts';
import { SETTING_NAMES, type ServerSettings, type SettingName, type Settings } from '../../../store/settings.ts';
import type { SlashCommand } from '../core/context.ts';
import { choiceOption, described, wholeOption } from '../core/description.ts';

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
