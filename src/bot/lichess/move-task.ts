import { backoffMs } from '../../base/backoff.ts';
import { later } from '../../base/clock.ts';
import { type Deferred, deferred } from '../../base/deferred.ts';
import { cancelled, throwIfAborted, toFault } from '../../base/fault.ts';
import type { Game } from '../../chess/game.ts';
import { resignGame, sendMove } from '../../lichess/play.ts';
import {
  considersDraw,
  considersResigning,
  type Forecast,
  isContentWithDraw,
  isDeadEqual,
  isLost,
  type Prospects,
} from './draw-resign.ts';
import { type GameContext, type GameInfo, isThreefold } from './game-info.ts';
import { type ChosenMove, chooseMove, glance } from './move-chooser.ts';
import { type ClockTime, patienceMs, thinkMs } from './think-time.ts';

/** What a move needs to know of its game. */
export interface GameView {
  readonly context: GameContext;
  readonly info: GameInfo;
  readonly prospects: Prospects;
  readonly overheadMs: number;
  /** How many connections to the game were begun so far. */
  readonly connections: number;
  /** Our clock now. */
  clock(): ClockTime | undefined;
  /** The opponent's. */
  opponentClock(): ClockTime | undefined;
  /** What we think of an offer that the opponent has made. */
  offer(): Promise<boolean> | undefined;
  noteForecast(forecast: Forecast): void;
  noteOffer(ply: number): void;
  /** Asks Lichess how the game stands. */
  reopen(): void;
}

type Decision = { kind: 'move'; uci: string; offeringDraw: boolean } | { kind: 'resign' };

/** For one request; then a new connection shows whether the move was made. */
const SEND_MS = 5_000;
const LATE_MS = 500;
/** A move that was taken shows in the stream at once; a stream that does not show it by then is dead. */
const ECHO_MS = 1_500;
/** The longest pause between two tries: a clock is running. */
const MOST_FAILURES = 4;
/** With less time left Stockfish is not asked. */
const HURRY_MS = 10_000;
/** For a second opinion, as a share of the time there is for an analysis. */
const OPINION_SHARE = 0.5;
const LONGEST_OPINION_MS = 3_000;

/**
 * Our move in one position, which the list of moves names. It is decided once, and sent until the stream shows it, or
 * shows something else: then the game cancels it.
 */
export class MoveTask {
  readonly moves: string;
  readonly heardAt: number;
  /** When the move was first sent. */
  sentAt: number | undefined;
  readonly #view: GameView;
  readonly #game: Game;
  readonly #stop = new AbortController();
  /** Settled once a connection that is newer than so many shows the same position still. */
  #looking: { after: number; answer: Deferred<void> } | undefined;

  constructor(view: GameView, game: Game, moves: string, heardAt: number) {
    this.#view = view;
    this.#game = game;
    this.moves = moves;
    this.heardAt = heardAt;
  }

  /** Ends when it is cancelled, and not before. */
  async run(): Promise<void> {
    const refused = new Set<string>();
    while (!this.#stop.signal.aborted) {
      try {
        const decision = await this.#decide(refused);
        if (decision.kind === 'resign') await this.#resign();
        else if ((await this.#deliver(decision)) === 'refused') refused.add(decision.uci);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        const { context, info } = this.#view;
        context.log.error(error, `Lichess: the move in ${info.id} is tried anew: ${toFault(error).message}`);
        refused.clear();
        await this.#sleep(backoffMs(MOST_FAILURES)).catch(() => undefined); // cancelled
      }
    }
  }

  cancel(): void {
    this.#stop.abort(cancelled());
  }

  /** A connection with this number shows the same position, and our move is not in it. */
  stillOpen(connection: number): void {
    if (this.#looking && connection > this.#looking.after) this.#looking.answer.resolve();
  }

  #sleep(ms: number): Promise<void> {
    return this.#view.context.clock.sleep(ms, this.#stop.signal);
  }

  // What to do

  async #decide(refused: ReadonlySet<string>): Promise<Decision> {
    const { rating, opponentRating, id } = this.#view.info;
    await this.#answerOffer();
    const choice = await chooseMove(
      {
        ...{ game: this.#game, rating, opponentRating, refused },
        owner: `game ${id}`,
        signal: this.#stop.signal,
        patienceMs: patienceMs(this.#view.clock()),
      },
      this.#view.context,
    );
    if (choice.forecast) this.#view.noteForecast(choice.forecast);
    if (await this.#wantsToResign()) return { kind: 'resign' };
    const offeringDraw = await this.#wantsDraw(choice);
    await this.#think(choice);
    return { kind: 'move', uci: choice.uci, offeringDraw };
  }

  /** A draw that is taken ends the game, and with it this task. */
  async #answerOffer(): Promise<void> {
    const offer = this.#view.offer();
    if (!offer) return;
    const ms = this.#opinionMs();
    const taken = await Promise.race([offer, this.#sleep(ms).then(() => false)]);
    if (taken) await this.#sleep(ms);
  }

  async #wantsToResign(): Promise<boolean> {
    const view = this.#view;
    if (!considersResigning(view.prospects, view.context.settings.resignAfter)) return false;
    // An opponent in time trouble may still lose on time, and in our own there is no time to ask.
    if (isHurried(view.clock()) || isHurried(view.opponentClock())) return false;
    const score = await this.#opinion();
    return score !== undefined && isLost(score, view.info.color);
  }

  /** In a position that has occurred three times Lichess takes the offer as a claim. */
  async #wantsDraw({ uci, forecast }: ChosenMove): Promise<boolean> {
    const { context, prospects } = this.#view;
    const ply = this.#game.moves.length;
    if (!context.settings.draws || !forecast) return false;
    if (isThreefold(this.#game, uci)) return isContentWithDraw(forecast);
    if (!considersDraw(prospects, ply) || isHurried(this.#view.clock())) return false;
    const score = await this.#opinion();
    if (!score || !isDeadEqual(score)) return false;
    this.#view.noteOffer(ply);
    return true;
  }

  #opinion() {
    const { context, info } = this.#view;
    const asking = { game: this.#game, owner: `game ${info.id}`, signal: this.#stop.signal };
    return glance(asking, context, this.#opinionMs());
  }

  #opinionMs(): number {
    return Math.min(LONGEST_OPINION_MS, OPINION_SHARE * patienceMs(this.#view.clock()));
  }

  async #think({ legal, entropy }: ChosenMove): Promise<void> {
    const { context, overheadMs } = this.#view;
    const clock = this.#view.clock();
    const move = Math.floor(this.#game.moves.length / 2);
    const ms = thinkMs({ clock, move, legal, entropy, overheadMs, pace: context.settings.pace }, context.random);
    const left = this.heardAt + ms - context.clock.now();
    if (left > 0) await this.#sleep(left);
    throwIfAborted(this.#stop.signal);
  }

  // Doing it

  /** Returns only if Lichess refuses the move. */
  async #deliver({ uci, offeringDraw }: Extract<Decision, { kind: 'move' }>): Promise<'refused'> {
    const { client, clock, log } = this.#view.context;
    const { id } = this.#view.info;
    const { signal } = this.#stop;
    for (let failures = 0; ; failures++) {
      const began = clock.now();
      this.sentAt ??= began;
      try {
        await sendMove(client, id, uci, { offeringDraw, signal, deadlineMs: this.#sendMs() });
        await this.#look(ECHO_MS);
        log.info(`Lichess: ${uci} was taken in ${id} and has gone; it is sent again`);
      } catch (error) {
        throwIfAborted(signal);
        const fault = toFault(error);
        if (fault.retryAfterMs !== undefined) {
          log.info(`Lichess: ${uci} has to wait in ${id}: ${fault.message}`);
          await this.#sleep(fault.retryAfterMs);
          continue;
        }
        // What is slow may still be on its way.
        const isSlow = clock.now() - began > LATE_MS;
        await this.#sleep(isSlow ? LATE_MS : backoffMs(Math.min(failures, MOST_FAILURES)));
        await this.#look(0);
        if (fault.code === 'bad-input') {
          log.warn(`Lichess: ${uci} was refused in ${id}: ${fault.message}`);
          return 'refused';
        }
        log.debug(`Lichess: ${uci} is sent again in ${id}: ${fault.message}`);
      }
    }
  }

  #sendMs(): number {
    return Math.min(SEND_MS, Math.max(LATE_MS, (this.#view.clock()?.left ?? SEND_MS) / 2));
  }

  async #resign(): Promise<void> {
    const { client, log } = this.#view.context;
    const { id } = this.#view.info;
    const { signal } = this.#stop;
    log.info(`Lichess: ${id} is lost and resigned`);
    await resignGame(client, id, { signal, deadlineMs: SEND_MS });
    await this.#look(ECHO_MS);
  }

  /** Waits until a new connection shows the same position. If it shows another one, the game cancels this task. */
  async #look(patienceMs: number): Promise<void> {
    throwIfAborted(this.#stop.signal);
    const answer = deferred<void>(this.#stop.signal);
    this.#looking = { after: this.#view.connections, answer };
    const callOff = later(this.#view.context.clock, patienceMs, () => this.#view.reopen());
    try {
      await answer.promise;
    } finally {
      callOff();
      this.#looking = undefined;
    }
  }
}

const isHurried = (clock: ClockTime | undefined): boolean => clock !== undefined && clock.left < HURRY_MS;
