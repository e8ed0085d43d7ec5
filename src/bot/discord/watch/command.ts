import { ApplicationCommandOptionType, type ChatInputCommandInteraction, PermissionFlagsBits } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { exportGame, isPlaying } from '../../../lichess/export.ts';
import { isLink, parseLink } from '../../../lichess/link.ts';
import { fetchUser } from '../../../lichess/user.ts';
import { commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { NewWatch } from '../../../store/watches.ts';
import type { Session } from '../core/context.ts';
import { type BotContext, EVERYWHERE, type SlashCommand } from '../core/context.ts';
import { escapeMarkdown, plainLabel } from '../core/escape-markdown.ts';
import { reviewRow } from '../core/game-reply.ts';
import { nameIn } from '../core/input.ts';
import type { Reply } from '../core/reply.ts';
import { wrongChannel } from '../core/requester.ts';
import { isReachable } from '../core/send.ts';

/** Follows live games in a channel. What is shown there are messages of their own: those can be edited for ever. */
export const watchCommand: SlashCommand = {
  description: {
    ...commandWords('watch'),
    options: [
      { ...optionWords('watch', 'game'), type: ApplicationCommandOptionType.String, max_length: 200 },
      { ...optionWords('watch', 'user'), type: ApplicationCommandOptionType.String, max_length: 100 },
      { ...optionWords('watch', 'tv'), type: ApplicationCommandOptionType.Boolean },
    ],
    ...EVERYWHERE,
  },
  private: true,
  async run(asked, session, context, requester) {
    const { voice, user: owner, server } = requester;
    const wrong = isReachable(asked) ? wrongChannel(asked, requester) : voice.say('watch.not-here');
    if (wrong !== undefined) return { content: wrong };
    if (server !== null && !mayWrite(asked)) return { content: voice.say('refused.send') };
    const what = readWish(asked, context.lichessUrl, voice);
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

type Wish = Pick<NewWatch, 'kind' | 'target' | 'side'>;

const TV: Wish = { kind: 'tv', target: '', side: null };

function readWish({ options }: ChatInputCommandInteraction, home: string, voice: Voice): Wish {
  const [game, user] = [options.getString('game')?.trim(), options.getString('user')?.trim()];
  const wishes: Wish[] = [
    ...(game ? [gameWish(game, home, voice)] : []),
    ...(user ? [{ kind: 'user' as const, target: nameIn(user, home), side: null }] : []),
    ...(options.getBoolean('tv') ? [TV] : []),
  ];
  const [wish, other] = wishes;
  if (!wish || other) throw new Fault('bad-input', voice.say('watch.one'));
  return wish;
}

/** The player's own id has four characters more, their secret. */
const ID = /^([A-Za-z0-9]{8})(?:[A-Za-z0-9]{4})?$/;

function gameWish(text: string, home: string, voice: Voice): Wish {
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
