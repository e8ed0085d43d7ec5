import { ApplicationCommandOptionType } from 'discord.js';
import { Fault } from '../../../engine/fault.ts';
import { fetchUser } from '../../../lichess/user.ts';
import { type Ratings, SPEEDS } from '../../../store/links.ts';
import type { Talk } from '../conversation.ts';
import type { Who } from '../errand.ts';
import { inLabel, inMarkdown } from '../safe.ts';
import { commandWords, optionWords } from '../strings/localized.ts';
import { type Command, EVERYWHERE, type Kit } from './command.ts';
import { nameIn } from './position.ts';

export const linkCommand: Command = {
  description: {
    ...commandWords('link'),
    options: [{ ...optionWords('link', 'lichess'), type: ApplicationCommandOptionType.String, max_length: 100 }],
    ...EVERYWHERE,
  },
  private: true,
  async run(asked, talk, kit, who) {
    const given = asked.options.getString('lichess')?.trim();
    if (given) return { content: await remember(given, talk, kit, who) };
    const forgotten = kit.store.links.remove(who.user);
    return { content: who.voice.say(forgotten ? 'link.unlinked' : 'link.none') };
  },
};

async function remember(
  given: string,
  { signal }: Talk,
  { lichess, store }: Kit,
  { user, voice }: Who,
): Promise<string> {
  const name = nameIn(given, lichess.url);
  const found = await fetchUser(lichess, name, { signal });
  if (found.kind !== 'user') throw new Fault('bad-input', voice.say(`link.${found.kind}`, { name: inLabel(name) }));
  const ratings: Ratings = Object.fromEntries(
    SPEEDS.flatMap(speed => (found.ratings[speed] ? [[speed, found.ratings[speed]]] : [])),
  );
  store.links.put(user, { name: found.name, ratings });
  const words = SPEEDS.flatMap(speed => {
    const rating = ratings[speed];
    return rating ? [`${voice.say(`speed.${speed}`)} ${voice.number(rating)}`] : [];
  });
  const shown = inMarkdown(found.name);
  return words.length > 0
    ? voice.say('link.linked', { name: shown, ratings: voice.list(words) })
    : voice.say('link.unrated', { name: shown });
}
