import type { Color } from 'chessops/types';
import type { Logger } from 'pino';
import { backoffMs, later } from '../../base/clock.ts';
import { type Deferred, deferred } from '../../base/deferred.ts';
import { cancelled, throwIfAborted, toFault } from '../../base/fault.ts';
import type { Game } from '../../chess/game.ts';
import type { LichessClient } from '../../lichess/client.ts';
import { resignGame, sendMove } from '../../lichess/play.ts';
import { isThreefold } from './board.ts';
import { type Choice, choose, glance, type MoveChooser } from './move-chooser.ts';
import {
  type Forecast,
  isContentWithDraw,
  isDeadEqual,
  isLost,
  type Mood,
  thinksOfDraw,
  thinksOfResigning,
} from './policy.ts';
import type { LichessSettings } from './settings.ts';
import { type Clock, patienceMs, thinkMs } from './think.ts';

/** What a turn needs of the game it belongs to. */
export interface GameView {
  readonly id: string;
  readonly client: LichessClient;
  readonly log: Logger;
  readonly settings: LichessSettings;
  readonly mind: MoveChooser;
  readonly color: Color;
  readonly rating: number;
  readonly opponentRating: number;
  readonly mood: Mood;
  readonly overheadMs: number;
  /** How many connections to the game were begun so far. */
  readonly connections: number;
  /** Our clock now. */
  clock(): Clock | undefined;
  /** The opponent's. */
  opponentClock(): Clock | undefined;
  /** What we think of an offer that the opponent has made. */
  offer(): Promise<boolean> | undefined;
  noteForecast(forecast: Forecast): void;
  noteOffer(ply: number): void;
  /** Asks Lichess how the game stands. */
  reopen(): void;
}

type Decision = { kind: 'move'; uci: string; offeringDraw: boolean } | { kind: 'resign' };

/** One request gets so long before it is looked what has become of it. */
const SEND_MS = 5_000;
const LATE_MS = 500;
/** A move that was taken shows in the stream at once; a stream that does not show it by then is deaf. */
const ECHO_MS = 1_500;
/** The longest pause between two tries: a clock is running. */
const MOST_FAILURES = 4;
/** With less time left nobody looks anything up. */
const HURRY_MS = 10_000;
/** For a second opinion, as a share of the time there is for an analysis. */
const OPINION_SHARE = 0.5;
const LONGEST_OPINION_MS = 3_000;

/**
 * Our move in one position, which the list of moves names. It is decided once, and sent until the stream shows it, or
 * shows something else: then whoever owns this cancels it.
 */
export class MoveTask {
  readonly moves: string;
  readonly heardAt: number;
  /** When the move was first sent. */
  sentAt: number | undefined;
  readonly #table: GameView;
  readonly #game: Game;
  readonly #stop = new AbortController();
  /** Settled once a connection that is newer than so many shows the same position still. */
  #looking: { after: number; answer: Deferred<void> } | undefined;

  constructor(table: GameView, game: Game, moves: string, heardAt: number) {
    this.#table = table;
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
        const { message } = toFault(error);
        this.#table.log.error(error, `Lichess: the move in ${this.#table.id} is tried anew: ${message}`);
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
    return this.#table.client.clock.sleep(ms, this.#stop.signal);
  }

  // What to do

  async #decide(refused: ReadonlySet<string>): Promise<Decision> {
    const { rating, opponentRating, mind, id } = this.#table;
    await this.#answerOffer();
    const choice = await choose(
      {
        ...{ game: this.#game, rating, opponentRating, refused },
        owner: `game ${id}`,
        signal: this.#stop.signal,
        patienceMs: patienceMs(this.#table.clock()),
      },
      mind,
    );
    if (choice.forecast) this.#table.noteForecast(choice.forecast);
    if (await this.#wantsToResign()) return { kind: 'resign' };
    const offeringDraw = await this.#wantsDraw(choice);
    await this.#think(choice);
    return { kind: 'move', uci: choice.uci, offeringDraw };
  }

  /** A draw that is taken ends the game, and with it this turn. */
  async #answerOffer(): Promise<void> {
    const offer = this.#table.offer();
    if (!offer) return;
    const ms = this.#opinionMs();
    const taken = await Promise.race([offer, this.#sleep(ms).then(() => false)]);
    if (taken) await this.#sleep(ms);
  }

  async #wantsToResign(): Promise<boolean> {
    const table = this.#table;
    const { mood, settings, color } = table;
    if (!thinksOfResigning(mood, settings.resignAfter)) return false;
    // Who is about to lose on time may still lose.
    if (isHurried(table.clock()) || isHurried(table.opponentClock())) return false;
    const score = await this.#opinion();
    return score !== undefined && isLost(score, color);
  }

  /** Lichess takes an offer in a position that was there three times for a claim. */
  async #wantsDraw({ uci, forecast }: Choice): Promise<boolean> {
    const { settings, mood } = this.#table;
    const ply = this.#game.moves.length;
    if (!settings.draws || !forecast) return false;
    if (isThreefold(this.#game, uci)) return isContentWithDraw(forecast);
    if (!thinksOfDraw(mood, ply) || isHurried(this.#table.clock())) return false;
    const score = await this.#opinion();
    if (!score || !isDeadEqual(score)) return false;
    this.#table.noteOffer(ply);
    return true;
  }

  #opinion() {
    const { id, mind } = this.#table;
    const asking = { game: this.#game, owner: `game ${id}`, signal: this.#stop.signal };
    return glance(asking, mind, this.#opinionMs());
  }

  #opinionMs(): number {
    return Math.min(LONGEST_OPINION_MS, OPINION_SHARE * patienceMs(this.#table.clock()));
  }

  async #think({ legal, entropy }: Choice): Promise<void> {
    const { client, settings, mind, overheadMs } = this.#table;
    const clock = this.#table.clock();
    const move = Math.floor(this.#game.moves.length / 2);
    const ms = thinkMs({ clock, move, legal, entropy, overheadMs, pace: settings.pace }, mind.random);
    const left = this.heardAt + ms - client.clock.now();
    if (left > 0) await this.#sleep(left);
    throwIfAborted(this.#stop.signal);
  }

  // Doing it

  /** Comes back only if Lichess does not want the move. */
  async #deliver({ uci, offeringDraw }: Extract<Decision, { kind: 'move' }>): Promise<'refused'> {
    const { client, id, log } = this.#table;
    const { signal } = this.#stop;
    for (let failures = 0; ; failures++) {
      const began = client.clock.now();
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
        const isSlow = client.clock.now() - began > LATE_MS;
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
    return Math.min(SEND_MS, Math.max(LATE_MS, (this.#table.clock()?.left ?? SEND_MS) / 2));
  }

  async #resign(): Promise<void> {
    const { client, id, log } = this.#table;
    const { signal } = this.#stop;
    log.info(`Lichess: ${id} is lost and resigned`);
    await resignGame(client, id, { signal, deadlineMs: SEND_MS });
    await this.#look(ECHO_MS);
  }

  /** Waits until a new connection shows the game as it was; if it shows anything else, this turn is over. */
  async #look(patienceMs: number): Promise<void> {
    const { client } = this.#table;
    throwIfAborted(this.#stop.signal);
    const answer = deferred<void>(this.#stop.signal);
    this.#looking = { after: this.#table.connections, answer };
    const callOff = later(client.clock, patienceMs, () => this.#table.reopen());
    try {
      await answer.promise;
    } finally {
      callOff();
      this.#looking = undefined;
    }
  }
}

const isHurried = (clock: Clock | undefined): boolean => clock !== undefined && clock.left < HURRY_MS;
