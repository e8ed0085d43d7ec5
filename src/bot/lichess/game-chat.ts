import { toFault } from '../../base/fault.ts';
import type { Game } from '../../chess/game.ts';
import { type ChatLineEvent, type ChatMessage, type ChatRoom, fetchChat, sendChat } from '../../lichess/play.ts';
import {
  type ChatCommand,
  chatReply,
  commandIn,
  extremes,
  greeting,
  summaryLines,
  type Wordings,
  wordingOf,
} from './chat-replies.ts';
import type { Forecast } from './draw-resign.ts';
import type { FinishedGame, GamePartOptions } from './game-info.ts';

/** Lines that may wait; further ones are dropped. */
export const MAX_WAITING = 4;
/** For sending one line. */
const LINE_MS = 10_000;

/** Sends the bot's lines: one after the other, while no move is due, and never the same twice in a row. */
class ChatSender {
  readonly #options: GamePartOptions;
  readonly #last = new Map<ChatRoom, string>();
  readonly #waiting: { room: ChatRoom; line: Wordings }[] = [];
  #held = true;
  #speaking: Promise<void> | undefined;

  constructor(options: GamePartOptions) {
    this.#options = options;
  }

  say(room: ChatRoom, line: Wordings): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push({ room, line });
    this.#go();
  }

  /** While it is our move nothing is said: a move would push it aside. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#go();
  }

  /** Once everything is said. */
  async done(): Promise<void> {
    while (this.#speaking) await this.#speaking;
  }

  #go(): void {
    if (this.#speaking || this.#held || this.#waiting.length === 0 || this.#options.signal.aborted) return;
    this.#speaking = this.#speak().finally(() => {
      this.#speaking = undefined;
      this.#go(); // something may have come in the last moment
    });
  }

  async #speak(): Promise<void> {
    const { client, info, log, signal } = this.#options;
    while (!this.#held && !signal.aborted) {
      const next = this.#waiting.shift();
      if (!next) return;
      const { room, line } = next;
      const text = wordingOf(line, this.#last.get(room));
      if (text === undefined) continue;
      // A line that failed may have arrived all the same: it is not sent again.
      this.#last.set(room, text);
      try {
        await sendChat(client, info.id, room, text, { signal, deadlineMs: LINE_MS });
      } catch (error) {
        log.debug(`Lichess: not said in ${info.id}: ${toFault(error).message}`);
      }
    }
  }
}

/** The game as far as it has been played, and what was thought of it. */
interface GameRecord {
  game: Game;
  forecasts: readonly Forecast[];
}

/** After the game there is no stream: the chat is read again after these pauses. */
const LOOKS_MS = [5_000, 10_000, 15_000, 30_000, 60_000];
const LOOK_DEADLINE_MS = 10_000;
/** Commands about the course of the game: they are answered when it is over, in both rooms. */
const AFTER_THE_GAME: readonly ChatCommand[] = ['eval', 'expected'];

/** The chat of one game. Bots are not talked to: two of them would never end. */
export class GameChat {
  readonly #options: GamePartOptions;
  readonly #sender: ChatSender;
  readonly #answering = new Set<ChatCommand>();
  #isOver = false;
  /** Questions that have to wait for the end of the game. */
  readonly #promised: { command: ChatCommand; room: ChatRoom }[] = [];
  /** The farewell, and the answers that were promised: they answer no later question. */
  readonly #parting = new Set<string>();

  constructor(options: GamePartOptions) {
    this.#options = options;
    this.#sender = new ChatSender(options);
  }

  get #chatsWithOpponent(): boolean {
    const { settings, info } = this.#options;
    return settings.chat && info.opponent.title !== 'BOT' && info.opponent.aiLevel === undefined;
  }

  greet(): void {
    if (this.#chatsWithOpponent) this.#sender.say('player', greeting(this.#options.info.rating));
  }

  /** While it is our move, and after it. */
  hold(): void {
    this.#sender.hold();
  }

  release(): void {
    this.#sender.release();
  }

  hear({ room, username, text }: ChatLineEvent, course: GameRecord): void {
    const { settings, me } = this.#options;
    const command = commandIn(text);
    if (!command || username.toLowerCase() === me) return;
    if (room === 'player' ? !this.#chatsWithOpponent : !settings.chat) return;
    if (!this.#isOver && AFTER_THE_GAME.includes(command)) this.#promise(command, room);
    void this.#answer(command, room, course);
  }

  #promise(command: ChatCommand, room: ChatRoom): void {
    const isKnown = this.#promised.some(one => one.command === command && one.room === room);
    if (!isKnown) this.#promised.push({ command, room });
  }

  /** Thanks, what was promised, and what is asked in the first minutes afterwards. */
  async end(finished: FinishedGame, course: GameRecord): Promise<void> {
    this.#isOver = true;
    this.#sender.release();
    if (finished.plies < 2) return;
    if (this.#chatsWithOpponent) await this.#sayFarewell(finished, course);
    for (const { command, room } of this.#promised) {
      for (const text of (await this.#answer(command, room, course)).flat()) this.#parting.add(text);
      await this.#sender.done();
    }
    if (this.#chatsWithOpponent) await this.#listenOn(course);
  }

  async #sayFarewell(finished: FinishedGame, course: GameRecord): Promise<void> {
    const { status, winner, plies } = finished;
    const outcome = winner ? (winner === finished.color ? 'won' : 'lost') : 'drawn';
    const moves = Math.ceil(plies / 2);
    const farewell = summaryLines({ status, outcome, moves, ...extremes(course.forecasts, course.game) });
    for (const text of farewell.flat()) this.#parting.add(text);
    for (const line of farewell) this.#sender.say('player', line);
    await this.#sender.done();
  }

  async #listenOn(course: GameRecord): Promise<void> {
    const { client, signal } = this.#options;
    let read: number | undefined;
    for (const ms of LOOKS_MS) {
      await client.clock.sleep(ms, signal);
      const said = await this.#said();
      if (!said) continue;
      const asked = this.#asked(said.slice(read ?? this.#answered(said)));
      read = said.length;
      for (const command of asked) await this.#answer(command, 'player', course);
      await this.#sender.done();
    }
  }

  async #said(): Promise<ChatMessage[] | undefined> {
    const { client, info, log, signal } = this.#options;
    try {
      return await fetchChat(client, info.id, { signal, deadlineMs: LOOK_DEADLINE_MS });
    } catch (error) {
      log.debug(`Lichess: the chat of ${info.id} could not be read: ${toFault(error).message}`);
      return undefined;
    }
  }

  /** How many lines came before our last answer. The farewell is none: a question may have come while it was sent. */
  #answered(said: readonly ChatMessage[]): number {
    const { me } = this.#options;
    return said.findLastIndex(({ user, text }) => user.toLowerCase() === me && !this.#parting.has(text)) + 1;
  }

  /** What the opponent wants to know. */
  #asked(lines: readonly ChatMessage[]): Set<ChatCommand> {
    const { info } = this.#options;
    const theirs = lines.filter(({ user }) => user.toLowerCase() === info.opponent.id);
    return new Set(theirs.flatMap(({ text }) => commandIn(text) ?? []));
  }

  /** The same command is not answered twice at once. */
  async #answer(command: ChatCommand, room: ChatRoom, course: GameRecord): Promise<readonly Wordings[]> {
    if (this.#answering.has(command)) return [];
    this.#answering.add(command);
    const { service, info, sourceUrl, log, signal } = this.#options;
    try {
      const lines = await chatReply({ command, isOver: this.#isOver, info, sourceUrl, service, signal, ...course });
      for (const line of lines) this.#sender.say(room, line);
      return lines;
    } catch (error) {
      log.error(error, `Lichess: no answer to !${command} in ${info.id}`);
      return [];
    } finally {
      this.#answering.delete(command);
    }
  }
}
