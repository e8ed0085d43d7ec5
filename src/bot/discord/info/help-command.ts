import { commandWords } from '../../../present/catalogue/localized.ts';
import type { Language } from '../../../present/catalogue/voice.ts';
import type { CommandDescription } from '../core/context.ts';
import { EVERYWHERE, type SlashCommand } from '../core/context.ts';

export const helpCommand: SlashCommand = {
  description: { ...commandWords('help'), ...EVERYWHERE },
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
