import { setTimeout as sleep } from 'node:timers/promises';
import type { Square } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import type { MessageComponentInteraction, ModalSubmitInteraction } from 'discord.js';
import { Fault, type FaultCode } from '../../../base/fault.ts';
import { legible } from '../../../base/text.ts';
import { moveOf } from '../../../chess/position.ts';
import { readTypedMove, type TypedMove } from '../../../input/typed-move.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { CustomIdOf } from '../core/custom-id.ts';
import { escapeMarkdown } from '../core/escape-markdown.ts';
import { payloadOf } from '../core/reply.ts';
import type { Press } from '../core/report-buttons.ts';
import { retry } from '../core/rest.ts';
import { acknowledge as acknowledgeAs } from '../core/send.ts';
import { sayFault } from '../core/sentences.ts';
import { ACTIONS, type Action, MOVE_FIELD, moveDialog } from './controls.ts';
import { maiasMove, takesDraw } from './opponent.ts';
import {
  agreedDraw,
  isMaiasTurn,
  isPlayersTurn,
  type PlayState,
  playedGame,
  positionOf,
  readState,
  resigned,
  takenBack,
  withMove,
} from './state.ts';
import { type PlayedGameView, showGame, type ViewExtras } from './view.ts';

/** A button, a menu or a typed move in a game against Maia. */

type AnyPress = Press<MessageComponentInteraction | ModalSubmitInteraction>;

interface PlayPress extends AnyPress {
  game: PlayedGameView;
}

export async function handlePlay(press: AnyPress, id: CustomIdOf<'play'>): Promise<void> {
  const { context, requester, say } = press;
  const { voice, user } = requester;
  const action = ACTIONS.find(one => one === id.action);
  const stored = context.store.games.get(id.game);
  const state = stored && readState(stored.state);
  if (!stored || !state || !action) return say(voice.say('play.gone'));
  if (stored.owner !== user) return say(voice.say('play.not-yours', { user: `<@${stored.owner}>` }));
  const inGame = { ...press, game: { id: stored.id, version: stored.version, state } };
  try {
    // What they saw may not be how it stands: it is an older message, or the slower one of two presses.
    const refusal = id.turn === String(stored.version) ? await DO[action](inGame) : await catchUp(inGame);
    if (refusal !== undefined) await say(refusal);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await explain(inGame, error);
  }
}

/** Of a sentence that quotes a move. */
const LONGEST = 400;

/** Does it; or says in a sentence why not, and nothing has happened. */
type Do = (press: PlayPress) => Promise<string | undefined>;

const DO: Record<Action, Do> = {
  type: async ({ pressed, game, requester, timing }) => {
    if (!isPlayersTurn(game.state)) return requester.voice.say('play.not-now');
    if ('showModal' in pressed)
      await retry(() => pressed.showModal(moveDialog(game, requester.voice)), timing.acknowledgePauses);
    return undefined;
  },
  typed: async press => {
    const { pressed, game, requester } = press;
    if (!isPlayersTurn(game.state)) return requester.voice.say('play.not-now');
    const text = pressed.isModalSubmit() ? pressed.fields.getTextInputValue(MOVE_FIELD) : '';
    const typed = readTypedMove(positionOf(game.state), text);
    return typed.kind === 'move'
      ? move(press, typed.uci)
      : escapeMarkdown(typedWords(typed, text, requester.voice), LONGEST);
  },
  move: press => move(press, pickedIn(press)),
  more: press => move(press, pickedIn(press)),
  piece: async press => {
    const picked = parseSquare(pickedIn(press)) as Square | undefined;
    await acknowledge(press);
    return show(press, picked === undefined ? {} : { picked });
  },
  takeback: async press => {
    const state = takenBack(press.game.state);
    return state ? change(press, state) : press.requester.voice.say('play.nothing-to-take-back');
  },
  draw: async press => {
    if (!isPlayersTurn(press.game.state)) return press.requester.voice.say('play.not-now');
    await acknowledge(press);
    const isTaken = await takesDraw(press.game.state, press.context, urgencyOf(press));
    if (isTaken) return settle(press, agreedDraw(press.game.state));
    return show(press, { note: press.requester.voice.say('play.draw-declined') });
  },
  resign: async press => {
    await acknowledge(press);
    return show(press, { resigning: true });
  },
  'resign-yes': press => change(press, resigned(press.game.state)),
  'resign-no': async press => {
    await acknowledge(press);
    return show(press);
  },
  wake: async press => {
    if (press.context.awaitingMaia.has(press.game.id)) return press.requester.voice.say('play.not-now');
    await acknowledge(press);
    return isMaiasTurn(press.game.state) ? letMaiaMove(press) : show(press);
  },
};

const pickedIn = ({ pressed }: PlayPress): string =>
  (pressed.isMessageComponent() && pressed.isStringSelectMenu() && pressed.values[0]) || '';
const urgencyOf = ({ requester }: PlayPress) => ({ owner: `discord:${requester.user}` });

async function move(press: PlayPress, uci: string): Promise<string | undefined> {
  const { state } = press.game;
  const { voice } = press.requester;
  if (!isPlayersTurn(state)) return voice.say('play.not-now');
  if (!moveOf(positionOf(state), uci)) return voice.say('play.illegal', { move: escapeMarkdown(uci) });
  return change(press, withMove(state, uci));
}

async function change(press: PlayPress, state: PlayState): Promise<undefined> {
  await acknowledge(press);
  return settle(press, state);
}

/** Only the first of two who saw the same game changes it; the other sees what has become of it. */
async function settle(press: PlayPress, state: PlayState): Promise<undefined> {
  const changed = commit(press, state);
  if (!changed) return catchUp(press);
  return isMaiasTurn(state) ? letMaiaMove({ ...press, game: changed }) : show({ ...press, game: changed });
}

/** A game that is over goes among the reports: it can be reviewed from there. */
function commit({ context, game, requester }: PlayPress, state: PlayState): PlayedGameView | undefined {
  const { games, reports } = context.store;
  const about = { owner: requester.user, kind: 'play', question: null };
  const report = state.end ? reports.put(playedGame(state, context.now()), about) : null;
  const settled = { ...state, report };
  const changed = games.change(game, { state: settled, over: state.end !== null });
  return changed && { id: changed.id, version: changed.version, state: settled };
}

/** Whatever happens, the player's move stays, and Maia can be pressed again. */
async function letMaiaMove(press: PlayPress): Promise<undefined> {
  const { game, context, timing } = press;
  context.awaitingMaia.add(game.id);
  try {
    const answer = maiasMove(game.state, context, urgencyOf(press));
    const isThere = answer.then(
      () => true,
      () => true,
    );
    const isSlow = sleep(timing.patienceMs, false, { ref: false });
    if (!(await Promise.race([isThere, isSlow]))) await show(press);
    // If the player has resigned or taken back meanwhile, that press has shown the game.
    const changed = commit(press, withMove(game.state, await answer));
    return changed && show({ ...press, game: changed });
  } finally {
    context.awaitingMaia.delete(game.id);
  }
}

/** How the game stands now, which is not what they saw. */
async function catchUp(press: PlayPress): Promise<undefined> {
  if (!isAcknowledged(press)) await acknowledge(press);
  const game = latest(press);
  if (!isMaiasTurn(game.state)) return show({ ...press, game }, { note: press.requester.voice.say('play.gone-on') });
  return press.context.awaitingMaia.has(game.id) ? undefined : letMaiaMove({ ...press, game });
}

/** What went wrong is told to the player alone, and the game is shown as it stands. */
async function explain(press: PlayPress, fault: Fault): Promise<void> {
  const { pressed, requester, sessions } = press;
  const content = sayFault(requester.voice, fault);
  if (!isAcknowledged(press)) return press.say(content);
  await show({ ...press, game: latest(press) });
  await sessions.whisper(pressed, content);
  if (!PASSING.includes(fault.code)) throw fault;
}

/** Told to the player, and not logged. */
const PASSING: readonly FaultCode[] = ['busy', 'deadline', 'closing', 'cancelled'];

function latest({ context, game }: PlayPress): PlayedGameView {
  const stored = context.store.games.get(game.id);
  const state = stored && readState(stored.state);
  return state ? { id: stored.id, version: stored.version, state } : game;
}

const isAcknowledged = ({ pressed }: PlayPress): boolean => pressed.deferred || pressed.replied;

const acknowledge = ({ pressed, timing }: PlayPress): Promise<void> =>
  acknowledgeAs(pressed, () => pressed.deferUpdate(), timing.acknowledgePauses);

/** If the game has gone on while its picture was on the way, that is shown: the last edit has to be the newest. */
async function show(press: PlayPress, aside: ViewExtras = {}): Promise<undefined> {
  const { pressed, game, requester, timing } = press;
  const reply = await showGame(game, requester, aside);
  await retry(() => pressed.editReply(payloadOf(reply)), timing.lastWordPauses);
  const now = latest(press);
  return now.version === game.version ? undefined : show({ ...press, game: now });
}

/** What is wrong with a typed move, in one sentence. It quotes the text, and is not yet escaped. */
export function typedWords(typed: Exclude<TypedMove, { kind: 'move' }>, text: string, voice: Voice): string {
  const move = legible(text);
  switch (typed.kind) {
    case 'nothing':
    case 'several':
      return voice.say('play.one-move');
    case 'ambiguous':
      return voice.say('play.ambiguous', { move, moves: typed.sans.join(', ') });
    case 'illegal':
      return voice.say(typed.inCheck ? 'play.in-check' : 'play.illegal', { move });
  }
}
