import type { Logger } from 'pino';
import type { Game } from '../../chess/game.ts';
import { toFault } from '../../engine/fault.ts';
import { fetchChat } from '../../lichess/chat.ts';
import type { LichessClient } from '../../lichess/client.ts';
import type { ChatLine, ChatRoom } from '../../lichess/play.ts';
import type { AnalysisService } from '../../service/jobs.ts';
import { answerTo, extremes } from './answers.ts';
import { type ChatCommand, commandIn, greeting, summaryLines } from './chat.ts';
import type { Facts, FinishedGame } from './facts.ts';
import type { Forecast } from './policy.ts';
import { Talk } from './talk.ts';

export interface ConversationOptions {
  client: LichessClient;
  service: AnalysisService;
  log: Logger;
  facts: Facts;
  /** Our own id. */
  me: string;
  /** Whether anything is said at all. */
  speaks: boolean;
  signal: AbortSignal;
}

/** The game as far as it has been played, and what was thought of it. */
export interface Course {
  game: Game;
  forecasts: readonly Forecast[];
}

/** After the game there is no stream: this long after its end it is looked whether somebody has asked something. */
const LOOKS_MS = [5_000, 10_000, 15_000, 30_000, 60_000];
const LOOK_DEADLINE_MS = 10_000;

/** The chat of one game. Bots are not talked to: two of them would never end. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #talk: Talk;
  readonly #answering = new Set<ChatCommand>();
  #isOver = false;
  #wantsTurning = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const { client, log, facts, signal } = options;
    this.#talk = new Talk({ client, log, id: facts.id, signal });
  }

  get #talksToOpponent(): boolean {
    const { speaks, facts } = this.#options;
    return speaks && facts.opponent.title !== 'BOT' && facts.opponent.aiLevel === undefined;
  }

  greet(): void {
    if (this.#talksToOpponent) this.#talk.say('player', greeting(this.#options.facts.rating));
  }

  /** While it is our move, and after it. */
  hold(): void {
    this.#talk.hold();
  }

  release(): void {
    this.#talk.release();
  }

  hear({ room, username, text }: ChatLine, course: Course): void {
    const { speaks, me } = this.#options;
    const command = commandIn(text);
    if (!command || username.toLowerCase() === me) return;
    if (room === 'player' ? !this.#talksToOpponent : !speaks) return;
    if (command === 'expected' && !this.#isOver && room === 'player') this.#wantsTurning = true;
    void this.#answer(command, room, course);
  }

  /** Thanks, and what is asked in the first minutes afterwards. */
  async end(finished: FinishedGame, course: Course): Promise<void> {
    this.#isOver = true;
    this.#talk.release();
    if (!this.#talksToOpponent || finished.plies < 2) return;
    const { status, winner, plies } = finished;
    const outcome = winner ? (winner === finished.color ? 'won' : 'lost') : 'drawn';
    const moves = Math.ceil(plies / 2);
    for (const line of summaryLines({ status, outcome, moves, ...extremes(course.forecasts, course.game) }))
      this.#talk.say('player', line);
    if (this.#wantsTurning) await this.#answer('expected', 'player', course);
    await this.#talk.done();
    await this.#listenOn(course);
  }

  async #listenOn(course: Course): Promise<void> {
    const { client, signal } = this.#options;
    for (const ms of LOOKS_MS) {
      await client.clock.sleep(ms, signal);
      for (const command of await this.#unanswered()) await this.#answer(command, 'player', course);
      await this.#talk.done();
    }
  }

  /** What the opponent has asked since we last said something. */
  async #unanswered(): Promise<Set<ChatCommand>> {
    const { client, facts, me, log, signal } = this.#options;
    try {
      const said = await fetchChat(client, facts.id, { signal, deadlineMs: LOOK_DEADLINE_MS });
      const last = said.findLastIndex(({ user }) => user.toLowerCase() === me);
      const theirs = said.slice(last + 1).filter(({ user }) => user.toLowerCase() === facts.opponent.id);
      return new Set(theirs.flatMap(({ text }) => commandIn(text) ?? []));
    } catch (error) {
      log.debug(`Lichess: the chat of ${facts.id} could not be read: ${toFault(error).message}`);
      return new Set();
    }
  }

  /** The same is not worked out twice at once. */
  async #answer(command: ChatCommand, room: ChatRoom, course: Course): Promise<void> {
    if (this.#answering.has(command)) return;
    this.#answering.add(command);
    const { service, facts, log, signal } = this.#options;
    try {
      this.#talk.say(room, await answerTo({ command, room, isOver: this.#isOver, facts, service, signal, ...course }));
    } catch (error) {
      log.error(error, `Lichess: no answer to !${command} in ${facts.id}`);
    } finally {
      this.#answering.delete(command);
    }
  }
}
