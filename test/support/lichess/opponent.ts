import type { Color } from 'chessops/types';
import { opposite } from 'chessops/util';
import { type Clock, later } from '../../../src/base/clock.ts';
import { seeded } from '../positions.ts';
import type { Account, AccountOptions } from './account.ts';
import type { Room, Round } from './round.ts';
import { legalMoves } from './rules.ts';

/** Somebody on the other side of the board, who does what a test wants. */

/** The move as UCI; undefined where none is made. */
export type Strategy = (round: Round) => string | undefined;

export type Deed =
  | 'offers-draw'
  | 'asks-takeback'
  | 'resigns'
  | 'aborts'
  | 'leaves'
  | 'returns'
  | { says: string; room?: Room };

export interface OpponentOptions extends AccountOptions {
  /** Any legal move, if nothing else is said. */
  plays?: Strategy;
  /** How long each move takes, by Lichess' clock. */
  delayMs?: number | (() => number);
  /** What else happens before a half-move of the game. */
  does?: Readonly<Record<number, Deed | readonly Deed[]>>;
  /** Whether they agree to what they are asked. */
  draws?: boolean;
  takebacks?: boolean;
}

/**
 * https://github.com/lichess-org/lila/blob/master/modules/round/src/main/RoundSocket.scala: who leaves, and how often
 * it is told.
 */
const LEFT_SECONDS = 10;
const TICK_SECONDS = 5;
/** How long they wait for an answer when they want a move back. */
const PATIENCE_MS = 10_000;

export const randomly = (seed: number): Strategy => {
  const random = seeded(seed);
  return ({ position, setting }) => {
    const moves = [...new Set([...legalMoves(position, setting).values()].map(({ uci }) => uci))];
    return moves[Math.floor(random() * moves.length)];
  };
};

/** Their own moves of the game, one after the other; then none. */
export const follows = (moves: string): Strategy => {
  const own = moves.split(' ');
  return ({ plies }) => own[Math.floor(plies.length / 2)];
};

export const neverMoves: Strategy = () => undefined;

export class Opponent {
  readonly account: Account;
  readonly #clock: Clock;
  readonly #options: OpponentOptions;
  readonly #plays: Strategy;
  /** The games that they have left, and how to stop their being counted out there. */
  readonly #away = new Map<Round, () => void>();

  constructor(account: Account, clock: Clock, options: OpponentOptions) {
    this.account = account;
    this.#clock = clock;
    this.#options = options;
    this.#plays = options.plays ?? randomly(account.name.length);
  }

  /** They take whatever they are asked for. */
  challenged(accept: () => void): void {
    later(this.#clock, this.#delay(), accept);
  }

  joins(round: Round, color: Color): void {
    const other = opposite(color);
    // A deed is done once, even if its half-move comes again after a takeback.
    const done = new Set<number>();
    let cancel = () => {};
    const next = () => {
      cancel();
      if (round.over || this.#away.has(round)) return;
      const ms = round.asksTakeback[color] ? PATIENCE_MS : this.#delay();
      cancel = later(this.#clock, ms, () => this.#acts(round, color, done));
    };
    round.listen(({ kind }) => {
      if (kind === 'chat') return;
      if (kind === 'state' && round.offersDraw[other]) round.draw(color, this.#options.draws ?? false);
      else if (kind === 'state' && round.asksTakeback[other]) round.takeback(color, this.#options.takebacks ?? false);
      else next();
    });
    next();
  }

  #delay(): number {
    const { delayMs = 0 } = this.#options;
    return typeof delayMs === 'number' ? delayMs : delayMs();
  }

  #acts(round: Round, color: Color, done: Set<number>): void {
    const ply = round.plies.length;
    const deeds = done.has(ply) ? [] : [this.#options.does?.[ply] ?? []].flat();
    done.add(ply);
    for (const deed of deeds) this.does(round, color, deed);
    // Who has asked or left does not move in the same moment.
    const waits = deeds.some(deed => deed === 'leaves' || deed === 'asks-takeback');
    if (round.over || round.turn !== color || waits) return;
    const uci = this.#plays(round);
    const refusal = uci === undefined ? undefined : round.play(color, uci);
    if (refusal !== undefined) throw new Error(`${this.account.name} played ${uci}: ${refusal}`);
  }

  does(round: Round, color: Color, deed: Deed): void {
    if (typeof deed === 'object') return round.say(this.account.name, deed.room ?? 'player', deed.says);
    switch (deed) {
      case 'offers-draw':
        return round.draw(color, true);
      case 'asks-takeback':
        return round.takeback(color, true);
      case 'resigns':
        round.resign(color);
        return;
      case 'aborts':
        round.abort();
        return;
      case 'leaves':
        return this.#leaves(round, color, LEFT_SECONDS);
      case 'returns':
        this.#away.get(round)?.();
        this.#away.delete(round);
        return round.gone(color, undefined);
    }
  }

  #leaves(round: Round, color: Color, seconds: number): void {
    const tick = () => this.#leaves(round, color, Math.max(0, seconds - TICK_SECONDS));
    this.#away.set(round, seconds > 0 ? later(this.#clock, 1000 * TICK_SECONDS, tick) : () => {});
    round.gone(color, seconds);
  }
}
