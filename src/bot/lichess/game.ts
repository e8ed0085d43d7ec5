import type { Logger } from 'pino';
import { backoffMs, later } from '../../base/clock.ts';
import { cancelled, type FaultCode, toFault } from '../../base/fault.ts';
import { keepOpen } from '../../base/reconnect.ts';
import { current, type Game, gameFrom } from '../../chess/game.ts';
import { other } from '../../chess/position.ts';
import type { LichessClient } from '../../lichess/client.ts';
import {
  abortGame,
  type GameEvent,
  type GameFull,
  type GameState,
  gameStream,
  resignGame,
} from '../../lichess/play.ts';
import { isOver } from '../../lichess/schema.ts';
import { clocksRun, gameOf, incrementOf, leftOf } from './board.ts';
import { Conversation } from './conversation.ts';
import { beginWords, endWords, type Facts, type FinishedGame, factsOf } from './facts.ts';
import type { Memory } from './memory.ts';
import type { MoveChooser } from './move-chooser.ts';
import { type GameView, MoveTask } from './move-task.ts';
import { OpponentTimeout } from './opponent-timeout.ts';
import { CALM, type Forecast, type Mood, moodAfter } from './policy.ts';
import { Replies } from './replies.ts';
import type { LichessSettings } from './settings.ts';
import { type Clock, USUAL_OVERHEAD_MS } from './think.ts';

export interface GameKit {
  client: LichessClient;
  log: Logger;
  settings: LichessSettings;
  mind: MoveChooser;
  memory: Memory;
  /** Our own id. */
  me: string;
  sourceUrl: string;
}

/** Everything that is known once Lichess has told what game it is. */
interface Seated {
  facts: Facts;
  conversation: Conversation;
  replies: Replies;
  absence: OpponentTimeout;
}

/** One try to open the stream and to hear how the game stands; then it is tried anew, without the pauses growing any further. */
const OPEN_MS = 5_000;
const MOST_FAILURES = 4;
/** So often in a row Lichess may say that there is no such game for us before it is believed. */
const REFUSED: readonly FaultCode[] = ['bad-input', 'lichess-refused'];
const MOST_REFUSALS = 3;
/** The stream may be slower than the other one. */
const CHECK_MS = 3_000;
/** Of what one move tells about the way to Lichess and back. */
const SMOOTHING = 0.3;
const OVERHEAD = { min: 20, max: 2_000 };

/** One game, from the first word of its stream to the last. The list of moves in the stream is the truth, and nothing else. */
export class LichessGame implements GameView {
  readonly id: string;
  readonly client: LichessClient;
  readonly log: Logger;
  readonly settings: LichessSettings;
  readonly mind: MoveChooser;
  readonly #kit: GameKit;
  /** The whole bot's. */
  readonly #closing: AbortSignal;
  readonly #over = new AbortController();
  readonly #forecasts: Forecast[] = [];
  #seated: Seated | undefined;
  #state: GameState | undefined;
  #heardAt = 0;
  /** On our clock then. */
  #left = 0;
  #game: Game = gameFrom();
  #turn: MoveTask | undefined;
  #mood: Mood = CALM;
  #overheadMs = USUAL_OVERHEAD_MS;
  #connection: AbortController | undefined;
  #connections = 0;
  #isWantedAnew = false;
  #leaving: Promise<void> | undefined;
  #finished: FinishedGame | undefined;

  constructor(id: string, kit: GameKit, closing: AbortSignal) {
    this.id = id;
    this.client = kit.client;
    this.log = kit.log;
    this.settings = kit.settings;
    this.mind = kit.mind;
    this.#kit = kit;
    this.#closing = closing;
  }

  // The stream

  /** How it ended; undefined if it is closed before, or if there is no such game. */
  async run(): Promise<FinishedGame | undefined> {
    const close = () => this.#end();
    this.#closing.addEventListener('abort', close, { once: true });
    if (this.#closing.aborted) close();
    let refusals = 0;
    await keepOpen({
      ...{ clock: this.client.clock, signal: this.#over.signal },
      connect: async steady => {
        try {
          await this.#listen(() => {
            steady();
            refusals = 0;
          });
          return undefined;
        } catch (error) {
          const fault = toFault(error);
          if (!REFUSED.includes(fault.code) || ++refusals < MOST_REFUSALS) throw fault;
          if (!this.#over.signal.aborted) this.log.warn(`Lichess: ${this.id} is given up: ${fault.message}`);
          return 'given-up' as const;
        }
      },
      onTrouble: (_, fault) => {
        if (fault) this.log.debug(`Lichess: the stream of ${this.id} is opened anew: ${fault.message}`);
      },
      pauseMs: failures => (this.#isWantedAnew ? 0 : backoffMs(Math.min(failures, MOST_FAILURES))),
    });
    this.#closing.removeEventListener('abort', close);
    this.#end();
    return this.#finished;
  }

  /** One connection. */
  async #listen(heard: () => void): Promise<void> {
    this.#connections++;
    this.#isWantedAnew = false;
    const connection = new AbortController();
    this.#connection = connection;
    const events = gameStream(this.client, this.id, { signal: connection.signal, deadlineMs: OPEN_MS });
    // It begins with the whole game; one that does not is deaf, and our clock may be running.
    const callOff = later(this.client.clock, OPEN_MS, () => connection.abort(cancelled()));
    try {
      for await (const event of events) {
        callOff();
        heard();
        this.#hear(event);
        if (this.#finished) return;
      }
    } finally {
      callOff();
    }
  }

  async #pause(ms: number): Promise<void> {
    await this.client.clock.sleep(ms, this.#over.signal).catch(() => undefined); // it is over
  }

  reopen(): void {
    this.#isWantedAnew = true;
    this.#connection?.abort(cancelled());
  }

  /** Lichess says elsewhere that it is over; if the stream is deaf it is told anew. */
  async check(): Promise<void> {
    await this.#pause(CHECK_MS);
    if (!this.#over.signal.aborted) this.reopen();
  }

  #hear(event: GameEvent): void {
    switch (event.kind) {
      case 'gameFull':
        this.#seated ??= this.#sit(event);
        this.#update(event.state);
        this.#turn?.stillOpen(this.#connections);
        break;
      case 'gameState':
        this.#update(event);
        break;
      case 'chatLine':
        this.#seated?.conversation.hear(event, { game: this.#game, forecasts: this.#forecasts });
        break;
      case 'opponentGone':
        this.#seated?.absence.hear(event);
        break;
    }
  }

  #sit(full: GameFull): Seated | undefined {
    const { client, log, settings, mind, id } = this;
    const { me, memory, sourceUrl } = this.#kit;
    const { offered, rating } = memory.get(id);
    const facts = factsOf(full, me, { ...settings, ...(rating !== null && { rating }) });
    if (!facts) {
      log.warn(`Lichess: ${id} is a game of other people`);
      this.#end();
      return undefined;
    }
    log.info(beginWords(facts, full.state.moves.length));
    const signal = this.#over.signal;
    const { service } = mind;
    this.#mood = { ...CALM, offered: offered ?? undefined };
    const talk = { client, service, log, facts, me, sourceUrl, speaks: settings.chat, signal: this.#closing };
    return {
      facts,
      conversation: new Conversation(talk),
      replies: new Replies({ client, log, settings, mind, memory, facts, signal }),
      absence: new OpponentTimeout({ client, log, id, signal }),
    };
  }

  // The game

  #update(state: GameState): void {
    const { facts, absence, conversation, replies } = this.#seated ?? {};
    if (!facts || this.#finished) return;
    const moves = state.moves.join(' ');
    if (this.#turn && this.#turn.moves !== moves) this.#endTurn(this.#turn, state);
    this.#noteClock(facts, state);
    this.#state = state;
    const game = facts.start && gameOf(facts.start, state);
    if (game) this.#game = game;
    if (isOver(state.status)) return this.#finish(facts, state);
    if (!game) {
      this.#leaving ??= this.#leave(state);
      return;
    }
    replies?.hear(state, game);
    const isOurs = current(game).turn === facts.color;
    const isFirst = state.moves.length < 2;
    if (isFirst) this.#greet();
    if (isFirst && !isOurs && facts.clock) absence?.expectStart(this.settings.abortMs);
    else absence?.started();
    if (!isOurs) return conversation?.release();
    conversation?.hold();
    if (this.#turn) return;
    this.#turn = new MoveTask(this, game, moves, this.#heardAt);
    void this.#turn.run();
  }

  /** Within one move a clock never goes up, whatever is told. */
  #noteClock({ color }: Facts, state: GameState): void {
    const told = leftOf(state, color);
    const isSame = this.#state?.moves.join() === state.moves.join();
    this.#left = isSame ? Math.min(told, this.clock()?.left ?? told) : told;
    this.#heardAt = this.client.clock.now();
  }

  #greet(): void {
    const { memory } = this.#kit;
    if (memory.get(this.id).greeted) return;
    memory.put(this.id, { greeted: true });
    this.#seated?.conversation.greet();
  }

  /** The list of moves has changed: what it cost us tells how long the way to Lichess is. */
  #endTurn(turn: MoveTask, state: GameState): void {
    turn.cancel();
    this.#turn = undefined;
    const before = this.#state;
    const { color } = this;
    const isMade = before !== undefined && state.moves.length > before.moves.length;
    if (!isMade || !clocksRun(before) || turn.sentAt === undefined || state.moves.length > before.moves.length + 1)
      return;
    const spent = leftOf(before, color) - leftOf(state, color) + incrementOf(state, color);
    const lost = Math.min(OVERHEAD.max, Math.max(OVERHEAD.min, spent - (turn.sentAt - turn.heardAt)));
    this.#overheadMs += SMOOTHING * (lost - this.#overheadMs);
  }

  #finish(facts: Facts, { status, winner, moves }: GameState): void {
    const { id, color, opponent, rating, rated, speed } = facts;
    this.#finished = { id, color, opponent, rating, rated, speed, status, winner, plies: moves.length };
    this.log.info(endWords(this.#finished));
    this.#end();
    const course = { game: this.#game, forecasts: this.#forecasts };
    this.#seated?.conversation
      .end(this.#finished, course)
      .catch(error => this.#closing.aborted || this.log.error(error, `Lichess: the last words in ${id} failed`));
  }

  /** A game that we cannot play: it is not left standing. */
  async #leave({ moves }: GameState): Promise<void> {
    this.log.error(`Lichess: ${this.id} cannot be played: it is not the chess we know`);
    const leave = moves.length < 2 ? abortGame : resignGame;
    try {
      await leave(this.client, this.id, { signal: this.#over.signal });
    } catch (error) {
      this.log.warn(`Lichess: ${this.id} could not be left: ${toFault(error).message}`);
    }
  }

  #end(): void {
    this.#turn?.cancel();
    this.#turn = undefined;
    this.#over.abort(cancelled());
    this.#connection?.abort(cancelled());
  }

  // What a turn asks

  get color() {
    return this.#facts.color;
  }

  get rating(): number {
    return this.#facts.rating;
  }

  get opponentRating(): number {
    return this.#facts.opponentRating;
  }

  get mood(): Mood {
    return this.#mood;
  }

  get overheadMs(): number {
    return this.#overheadMs;
  }

  get connections(): number {
    return this.#connections;
  }

  get #facts(): Facts {
    if (!this.#seated) throw new RangeError('a turn comes after the game is known');
    return this.#seated.facts;
  }

  clock(): Clock | undefined {
    const state = this.#state;
    if (!state || !this.#facts.clock) return undefined;
    const spent = clocksRun(state) ? this.client.clock.now() - this.#heardAt : 0;
    return { left: Math.max(0, this.#left - spent), increment: incrementOf(state, this.color) };
  }

  opponentClock(): Clock | undefined {
    const theirs = other(this.color);
    if (!this.#state || !this.#facts.clock) return undefined;
    return { left: leftOf(this.#state, theirs), increment: incrementOf(this.#state, theirs) };
  }

  offer(): Promise<boolean> | undefined {
    return this.#seated?.replies.draw;
  }

  /** A position that is thought about again is felt once. */
  noteForecast(forecast: Forecast): void {
    if (this.#forecasts.at(-1)?.ply === forecast.ply) return;
    this.#forecasts.push(forecast);
    this.#mood = moodAfter(this.#mood, forecast);
  }

  noteOffer(ply: number): void {
    this.#mood = { ...this.#mood, offered: ply };
    this.#kit.memory.put(this.id, { offered: ply });
  }
}
