import type { Logger } from 'pino';
import { toFault } from '../../base/fault.ts';
import type { LichessClient } from '../../lichess/client.ts';
import { type ChatRoom, sendChat } from '../../lichess/play.ts';
import { type Line, wordingOf } from './chat.ts';

interface TalkOptions {
  client: LichessClient;
  id: string;
  log: Logger;
  signal: AbortSignal;
}

/** What waits to be said; more than that is not worth hearing any more. */
export const MAX_WAITING = 4;
/** A line that is not out by then comes too late. */
const LINE_MS = 10_000;

/** The bot's part of a conversation: one line after the other, while no move is due, and never the same twice in a row. */
export class Talk {
  readonly #options: TalkOptions;
  readonly #last = new Map<ChatRoom, string>();
  readonly #waiting: { room: ChatRoom; line: Line }[] = [];
  #held = true;
  #speaking: Promise<void> | undefined;

  constructor(options: TalkOptions) {
    this.#options = options;
  }

  say(room: ChatRoom, line: Line): void {
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
    const { client, id, log, signal } = this.#options;
    while (!this.#held && !signal.aborted) {
      const next = this.#waiting.shift();
      if (!next) return;
      const { room, line } = next;
      const text = wordingOf(line, this.#last.get(room));
      if (text === undefined) continue;
      // Whether it was heard is not known if it fails, and nothing is said twice.
      this.#last.set(room, text);
      try {
        await sendChat(client, id, room, text, { signal, deadlineMs: LINE_MS });
      } catch (error) {
        log.debug(`Lichess: not said in ${id}: ${toFault(error).message}`);
      }
    }
  }
}
