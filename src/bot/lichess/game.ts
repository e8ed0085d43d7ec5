import { backoffMs, keepOpen } from '../../base/backoff.ts';
import { later } from '../../base/clock.ts';
import { cancelled, type FaultCode, toFault } from '../../base/fault.ts';
import { current, type Game, gameFrom } from '../../chess/game.ts';
import { other } from '../../chess/position.ts';
import {
  abortGame,
  type GameEvent,
  type GameFull,
  type GameState,
  gameStream,
  resignGame,
} from '../../lichess/play.ts';
import { isOver } from '../../lichess/schema.ts';
import { type Forecast, NEW_PROSPECTS, type Prospects, prospectsAfter } from './draw-resign.ts';
import { GameChat } from './game-chat.ts';
import {
  beginWords,
  clocksRun,
  endWords,
  type FinishedGame,
  type GameContext,
  type GameInfo,
  gameFromState,
  gameInfo,
  incrementOf,
  leftOf,
} from './game-info.ts';
import { type GameView, MoveTask } from './move-task.ts';
import { OfferReplies } from './offer-replies.ts';
import { OpponentTimeout } from './opponent-timeout.ts';
import { type ClockTime, USUAL_OVERHEAD_MS } from './think-time.ts';

/** Known after the first `gameFull` event. */
interface KnownGame {
  info: GameInfo;
  chat: GameChat;
  replies: OfferReplies;
  opponentTimeout: OpponentTimeout;
}

/**
 * For opening the stream and its first event; then it is opened anew. After so many failures the pauses stop growing.
 */
const OPEN_MS = 5_000;
const MOST_FAILURES = 4;
/** After so many refusals in a row that there is such a game for us, it is given up. */
const REFUSED: readonly FaultCode[] = ['bad-input', 'lichess-refused'];
const MOST_REFUSALS = 3;
/** The game's stream may be slower than the stream of events. */
const CHECK_MS = 3_000;
/** The weight of one move in the average of the round trip to Lichess. */
const SMOOTHING = 0.3;
const OVERHEAD = { min: 20, max: 2_000 };

/** One game of the bot, from the first event of its stream to the last. The stream's list of moves is the truth. */
export class LichessGame implements GameView {
  readonly context: GameContext;
  readonly #id: string;
  /** Of the whole bot. */
  readonly #closing: AbortSignal;
  readonly #over = new AbortController();
  readonly #forecasts: Forecast[] = [];
  #known: KnownGame | undefined;
  #state: GameState | undefined;
  #heardAt = 0;
  /** On our clock at that moment. */
  #left = 0;
  #game: Game = gameFrom();
  #move: MoveTask | undefined;
  #prospects: Prospects = NEW_PROSPECTS;
  #overheadMs = USUAL_OVERHEAD_MS;
  #connection: AbortController | undefined;
  #connections = 0;
  #isWantedAnew = false;
  #leaving: Promise<void> | undefined;
  #finished: FinishedGame | undefined;

  constructor(id: string, context: GameContext, closing: AbortSignal) {
    this.context = context;
    this.#id = id;
    this.#closing = closing;
  }

  // The stream

  /** How it ended; undefined if it is closed before, or if there is no such game. */
  async run(): Promise<FinishedGame | undefined> {
    const { clock, log } = this.context;
    const close = () => this.#end();
    this.#closing.addEventListener('abort', close, { once: true });
    if (this.#closing.aborted) close();
    let refusals = 0;
    await keepOpen({
      ...{ clock, signal: this.#over.signal },
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
          if (!this.#over.signal.aborted) log.warn(`Lichess: ${this.#id} is given up: ${fault.message}`);
          return 'given-up' as const;
        }
      },
      onTrouble: (_, fault) => {
        if (fault) log.debug(`Lichess: the stream of ${this.#id} is opened anew: ${fault.message}`);
      },
      pauseMs: failures => (this.#isWantedAnew ? 0 : backoffMs(Math.min(failures, MOST_FAILURES))),
    });
    this.#closing.removeEventListener('abort', close);
    this.#end();
    return this.#finished;
  }

  /** One connection. */
  async #listen(heard: () => void): Promise<void> {
    const { client, clock } = this.context;
    this.#connections++;
    this.#isWantedAnew = false;
    const connection = new AbortController();
    this.#connection = connection;
    const events = gameStream(client, this.#id, { signal: connection.signal, deadlineMs: OPEN_MS });
    // It begins with the whole game; one that does not is dead, and our clock may be running.
    const callOff = later(clock, OPEN_MS, () => connection.abort(cancelled()));
    try {
      for await (const event of events) {
        callOff();
        heard();
        this.#handle(event);
        if (this.#finished) return;
      }
    } finally {
      callOff();
    }
  }

  reopen(): void {
    this.#isWantedAnew = true;
    this.#connection?.abort(cancelled());
  }

  /** The stream of events says that the game is over; if the game's own stream has missed it, it is opened anew. */
  async check(): Promise<void> {
    await this.context.clock.sleep(CHECK_MS, this.#over.signal).catch(() => undefined); // it is over
    if (!this.#over.signal.aborted) this.reopen();
  }

  #handle(event: GameEvent): void {
    switch (event.kind) {
      case 'gameFull':
        this.#known ??= this.#identify(event);
        this.#update(event.state);
        this.#move?.stillOpen(this.#connections);
        break;
      case 'gameState':
        this.#update(event);
        break;
      case 'chatLine':
        this.#known?.chat.hear(event, { game: this.#game, forecasts: this.#forecasts });
        break;
      case 'opponentGone':
        this.#known?.opponentTimeout.hear(event);
        break;
    }
  }

  #identify(full: GameFull): KnownGame | undefined {
    const { log, settings, me, savedGames } = this.context;
    const { offered, rating } = savedGames.get(this.#id);
    const info = gameInfo(full, me, { ...settings, ...(rating !== null && { rating }) });
    if (!info) {
      log.warn(`Lichess: ${this.#id} is a game of other people`);
      this.#end();
      return undefined;
    }
    log.info(beginWords(info, full.state.moves.length));
    this.#prospects = { ...NEW_PROSPECTS, offered: offered ?? undefined };
    const options = { ...this.context, info, signal: this.#over.signal };
    return {
      info,
      // One can talk when the game is over.
      chat: new GameChat({ ...options, signal: this.#closing }),
      replies: new OfferReplies(options),
      opponentTimeout: new OpponentTimeout(options),
    };
  }

  // The game

  #update(state: GameState): void {
    const { info, opponentTimeout, chat, replies } = this.#known ?? {};
    if (!info || this.#finished) return;
    const moves = state.moves.join(' ');
    if (this.#move && this.#move.moves !== moves) this.#endMove(this.#move, state);
    this.#noteClock(info, state);
    this.#state = state;
    const game = info.start && gameFromState(info.start, state);
    if (game) this.#game = game;
    if (isOver(state.status)) return this.#finish(info, state);
    if (!game) {
      this.#leaving ??= this.#leave(state);
      return;
    }
    replies?.hear(state, game);
    const isOurs = current(game).turn === info.color;
    const isFirst = state.moves.length < 2;
    if (isFirst) this.#greet();
    if (isFirst && !isOurs && info.clock) opponentTimeout?.expectStart(this.context.settings.abortMs);
    else opponentTimeout?.started();
    if (!isOurs) return chat?.release();
    chat?.hold();
    if (this.#move) return;
    this.#move = new MoveTask(this, game, moves, this.#heardAt);
    void this.#move.run();
  }

  /** Within one move our clock never goes up, whatever Lichess sends. */
  #noteClock({ color }: GameInfo, state: GameState): void {
    const told = leftOf(state, color);
    const isSame = this.#state?.moves.join() === state.moves.join();
    this.#left = isSame ? Math.min(told, this.clock()?.left ?? told) : told;
    this.#heardAt = this.context.clock.now();
  }

  #greet(): void {
    const { savedGames } = this.context;
    if (savedGames.get(this.#id).greeted) return;
    savedGames.put(this.#id, { greeted: true });
    this.#known?.chat.greet();
  }

  /** The list of moves has changed: the time that our move cost beyond thinking is the round trip to Lichess. */
  #endMove(move: MoveTask, state: GameState): void {
    move.cancel();
    this.#move = undefined;
    const before = this.#state;
    const { color } = this.info;
    const isMade = before !== undefined && state.moves.length > before.moves.length;
    if (!isMade || !clocksRun(before) || move.sentAt === undefined || state.moves.length > before.moves.length + 1)
      return;
    const spent = leftOf(before, color) - leftOf(state, color) + incrementOf(state, color);
    const lost = Math.min(OVERHEAD.max, Math.max(OVERHEAD.min, spent - (move.sentAt - move.heardAt)));
    this.#overheadMs += SMOOTHING * (lost - this.#overheadMs);
  }

  #finish(info: GameInfo, { status, winner, moves }: GameState): void {
    const { id, color, opponent, rating, rated, speed } = info;
    this.#finished = { id, color, opponent, rating, rated, speed, status, winner, plies: moves.length };
    this.context.log.info(endWords(this.#finished));
    this.#end();
    const course = { game: this.#game, forecasts: this.#forecasts };
    this.#known?.chat
      .end(this.#finished, course)
      .catch(
        error => this.#closing.aborted || this.context.log.error(error, `Lichess: the last words in ${id} failed`),
      );
  }

  /** Ends a game that we cannot play. */
  async #leave({ moves }: GameState): Promise<void> {
    const { client, log } = this.context;
    log.error(`Lichess: ${this.#id} cannot be played: it is not the chess we know`);
    const leave = moves.length < 2 ? abortGame : resignGame;
    try {
      await leave(client, this.#id, { signal: this.#over.signal });
    } catch (error) {
      log.warn(`Lichess: ${this.#id} could not be left: ${toFault(error).message}`);
    }
  }

  #end(): void {
    this.#move?.cancel();
    this.#move = undefined;
    this.#over.abort(cancelled());
    this.#connection?.abort(cancelled());
  }

  // For MoveTask

  get info(): GameInfo {
    if (!this.#known) throw new RangeError('a move comes after the game is known');
    return this.#known.info;
  }

  get prospects(): Prospects {
    return this.#prospects;
  }

  get overheadMs(): number {
    return this.#overheadMs;
  }

  get connections(): number {
    return this.#connections;
  }

  clock(): ClockTime | undefined {
    const state = this.#state;
    if (!state || !this.info.clock) return undefined;
    const spent = clocksRun(state) ? this.context.clock.now() - this.#heardAt : 0;
    return { left: Math.max(0, this.#left - spent), increment: incrementOf(state, this.info.color) };
  }

  opponentClock(): ClockTime | undefined {
    const theirs = other(this.info.color);
    if (!this.#state || !this.info.clock) return undefined;
    return { left: leftOf(this.#state, theirs), increment: incrementOf(this.#state, theirs) };
  }

  offer(): Promise<boolean> | undefined {
    return this.#known?.replies.draw;
  }

  /** A position that is thought about again counts once. */
  noteForecast(forecast: Forecast): void {
    if (this.#forecasts.at(-1)?.ply === forecast.ply) return;
    this.#forecasts.push(forecast);
    this.#prospects = prospectsAfter(this.#prospects, forecast);
  }

  noteOffer(ply: number): void {
    this.#prospects = { ...this.#prospects, offered: ply };
    this.context.savedGames.put(this.#id, { offered: ply });
  }
}
