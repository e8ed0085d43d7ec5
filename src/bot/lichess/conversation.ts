import type { Logger } from 'pino';
import { toFault } from '../../base/fault.ts';
import type { Game } from '../../chess/game.ts';
import type { LichessClient } from '../../lichess/client.ts';
import { type ChatLineEvent, type ChatMessage, type ChatRoom, fetchChat } from '../../lichess/play.ts';
import type { AnalysisService } from '../../service/jobs.ts';
import { answerTo, extremes } from './answers.ts';
import { type ChatCommand, commandIn, greeting, type Line, summaryLines } from './chat.ts';
import type { Facts, FinishedGame } from './facts.ts';
import type { Forecast } from './policy.ts';
import { Talk } from './talk.ts';

interface ConversationOptions {
  client: LichessClient;
  service: AnalysisService;
  log: Logger;
  facts: Facts;
  /** Our own id. */
  me: string;
  /** Where the source of Kibitz is. */
  sourceUrl: string;
  /** Whether anything is said at all. */
  speaks: boolean;
  signal: AbortSignal;
}

/** The game as far as it has been played, and what was thought of it. */
interface Course {
  game: Game;
  forecasts: readonly Forecast[];
}

/** After the game there is no stream: this long after its end it is looked whether somebody has asked something. */
const LOOKS_MS = [5_000, 10_000, 15_000, 30_000, 60_000];
const LOOK_DEADLINE_MS = 10_000;
/** What says something about the game: as long as it is played nobody hears it, in no room. */
const AFTER_THE_GAME: readonly ChatCommand[] = ['eval', 'expected'];

/** The chat of one game. Bots are not talked to: two of them would never end. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #talk: Talk;
  readonly #answering = new Set<ChatCommand>();
  #isOver = false;
  /** What was asked while the game ran and has to wait for its end. */
  readonly #promised: { command: ChatCommand; room: ChatRoom }[] = [];
  /** What was said at the end to no question that came then. */
  readonly #parting = new Set<string>();

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

  hear({ room, username, text }: ChatLineEvent, course: Course): void {
    const { speaks, me } = this.#options;
    const command = commandIn(text);
    if (!command || username.toLowerCase() === me) return;
    if (room === 'player' ? !this.#talksToOpponent : !speaks) return;
    if (!this.#isOver && AFTER_THE_GAME.includes(command)) this.#promise(command, room);
    void this.#answer(command, room, course);
  }

  #promise(command: ChatCommand, room: ChatRoom): void {
    const isKnown = this.#promised.some(one => one.command === command && one.room === room);
    if (!isKnown) this.#promised.push({ command, room });
  }

  /** Thanks, what was promised, and what is asked in the first minutes afterwards. */
  async end(finished: FinishedGame, course: Course): Promise<void> {
    this.#isOver = true;
    this.#talk.release();
    if (finished.plies < 2) return;
    if (this.#talksToOpponent) await this.#sayFarewell(finished, course);
    for (const { command, room } of this.#promised) {
      for (const text of (await this.#answer(command, room, course)).flat()) this.#parting.add(text);
      await this.#talk.done();
    }
    if (this.#talksToOpponent) await this.#listenOn(course);
  }

  async #sayFarewell(finished: FinishedGame, course: Course): Promise<void> {
    const { status, winner, plies } = finished;
    const outcome = winner ? (winner === finished.color ? 'won' : 'lost') : 'drawn';
    const moves = Math.ceil(plies / 2);
    const farewell = summaryLines({ status, outcome, moves, ...extremes(course.forecasts, course.game) });
    for (const text of farewell.flat()) this.#parting.add(text);
    for (const line of farewell) this.#talk.say('player', line);
    await this.#talk.done();
  }

  async #listenOn(course: Course): Promise<void> {
    const { client, signal } = this.#options;
    let read: number | undefined;
    for (const ms of LOOKS_MS) {
      await client.clock.sleep(ms, signal);
      const said = await this.#said();
      if (!said) continue;
      const asked = this.#asked(said.slice(read ?? this.#answered(said)));
      read = said.length;
      for (const command of asked) await this.#answer(command, 'player', course);
      await this.#talk.done();
    }
  }

  async #said(): Promise<ChatMessage[] | undefined> {
    const { client, facts, log, signal } = this.#options;
    try {
      return await fetchChat(client, facts.id, { signal, deadlineMs: LOOK_DEADLINE_MS });
    } catch (error) {
      log.debug(`Lichess: the chat of ${facts.id} could not be read: ${toFault(error).message}`);
      return undefined;
    }
  }

  /** How many lines came before our last answer. A farewell answers nothing: somebody may ask while it is being said. */
  #answered(said: readonly ChatMessage[]): number {
    const { me } = this.#options;
    return said.findLastIndex(({ user, text }) => user.toLowerCase() === me && !this.#parting.has(text)) + 1;
  }

  /** What the opponent wants to know. */
  #asked(lines: readonly ChatMessage[]): Set<ChatCommand> {
    const { facts } = this.#options;
    const theirs = lines.filter(({ user }) => user.toLowerCase() === facts.opponent.id);
    return new Set(theirs.flatMap(({ text }) => commandIn(text) ?? []));
  }

  /** The same is not worked out twice at once. */
  async #answer(command: ChatCommand, room: ChatRoom, course: Course): Promise<readonly Line[]> {
    if (this.#answering.has(command)) return [];
    this.#answering.add(command);
    const { service, facts, sourceUrl, log, signal } = this.#options;
    try {
      const lines = await answerTo({ command, isOver: this.#isOver, facts, sourceUrl, service, signal, ...course });
      for (const line of lines) this.#talk.say(room, line);
      return lines;
    } catch (error) {
      log.error(error, `Lichess: no answer to !${command} in ${facts.id}`);
      return [];
    } finally {
      this.#answering.delete(command);
    }
  }
}
