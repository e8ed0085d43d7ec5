import { ApplicationCommandOptionType } from 'discord.js';
import { Fault, type FaultCode } from '../../../base/fault.ts';
import { parsePgn } from '../../../input/pgn.ts';
import { exportLastGame } from '../../../lichess/export.ts';
import { fetchUser } from '../../../lichess/user.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import { type Ratings, SPEEDS } from '../../../store/links.ts';
import type { BotContext, Session, SlashCommand } from '../core/context.ts';
import { described } from '../core/description.ts';
import { escapeMarkdown, plainLabel } from '../core/escape-markdown.ts';
import { gameLine, reviewRow } from '../core/game-reply.ts';
import { nameIn } from '../core/input.ts';
import type { Reply } from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';

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
