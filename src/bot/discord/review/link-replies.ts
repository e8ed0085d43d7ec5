import type { Message } from 'discord.js';
import { Fault, toFault } from '../../../base/fault.ts';
import { current } from '../../../chess/game.ts';
import { bareWord } from '../../../input/chess-words.ts';
import { fetchLink, gameOf } from '../../../lichess/find.ts';
import { isLink, parseLink } from '../../../lichess/link.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import { sceneOf } from '../../../render/scene.ts';
import { type BotContext, contextFor } from '../core/context.ts';
import { type GameLink, gameLine, reviewRow } from '../core/game-reply.ts';
import { NO_PINGS, payloadOf, type Reply } from '../core/reply.ts';
import { makeRequester, type Requester, wrongChannel } from '../core/requester.ts';
import { lastStep } from '../position/commands.ts';

/** A posted link to a game of Lichess gets one compact reply: how it ended, and a button for more. */

export async function replyToLink(message: Message, context: BotContext): Promise<void> {
  const { author, guildId, content, webhookId } = message;
  if (!context.linkReplies || author.bot || webhookId || !guildId) return;
  const link = gameLinkIn(content, context.lichessUrl);
  if (!link) return;
  const requester = makeRequester(author.id, guildId, message.guild?.preferredLocale ?? '', context.store);
  if (!requester.settings.linkReplies || wrongChannel(message, requester) !== undefined) return;
  const admission = context.limits.admit({ user: author.id, server: guildId });
  if (admission.kind === 'refused') return;
  let fault: Fault | undefined;
  try {
    const reply = await summary(link, requester, contextFor(context, requester));
    if (reply)
      await message.reply({
        ...payloadOf(reply),
        allowedMentions: { ...NO_PINGS, repliedUser: false },
        failIfNotExists: false,
        nonce: message.id,
        enforceNonce: true,
      });
  } catch (error) {
    fault = toFault(error);
    throw error;
  } finally {
    admission.end(fault);
  }
}

/** The first one; other pages of Lichess say what they are about themselves. */
function gameLinkIn(content: string, home: string): GameLink | undefined {
  for (const word of content.split(/[\s<>()[\]]+/)) {
    const link = isLink(word) ? parseLink(bareWord(word), home) : undefined;
    if (link?.ok && link.value.kind === 'game') return link.value;
  }
  return undefined;
}

const SIZE = 400;

/** Undefined where there is no such game, or it is still being played: then there is nothing to say. */
async function summary(
  link: GameLink,
  { voice, settings }: Requester,
  context: BotContext,
): Promise<Reply | undefined> {
  const pgn = await fetchLink(link, context).then(gameOf, error => {
    if (error instanceof Fault && error.code === 'bad-input') return undefined;
    throw error;
  });
  if (!pgn) return undefined;
  const { theme } = settings;
  const lastMove = lastStep(pgn.game);
  const orientation = link.side ?? 'white';
  const scene = sceneOf(current(pgn.game), { theme, size: SIZE, orientation, ...(lastMove && { lastMove }) });
  const { png, alt } = await boardPicture(scene);
  return {
    content: gameLine(pgn),
    files: [{ name: 'board.png', bytes: png, alt }],
    rows: reviewRow(link, voice, context),
  };
}
