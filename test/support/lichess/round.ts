import type { Position } from 'chessops/chess';
import { makeSan } from 'chessops/san';
import type { Color } from 'chessops/types';
import { opposite } from 'chessops/util';
import type { Clock } from '../../../src/base/clock.ts';
import { Watched } from '../watched.ts';
import { type Account, isBot } from './account.ts';
import { endingOf, isThreefold, legalMoves, startPosition } from './rules.ts';
import type { Setting } from './setting.ts';
import { Timer } from './timer.ts';

/** A game that is or was played here. What a player may not do is answered with Lichess' sentence. */

/** https://github.com/lichess-org/scalachess/blob/master/core/src/main/scala/Status.scala */
export const STATUSES = {
  created: 10,
  started: 20,
  aborted: 25,
  mate: 30,
  resign: 31,
  stalemate: 32,
  timeout: 33,
  draw: 34,
  outoftime: 35,
  cheat: 36,
  noStart: 37,
  unknownFinish: 38,
  insufficientMaterialClaim: 39,
  variantEnd: 60,
} as const;
export type StatusName = keyof typeof STATUSES;

interface Ply {
  uci: string;
  san: string;
  /** What both had left after it, in ms. */
  left: Record<Color, number>;
}

export type Room = 'player' | 'spectator';

export interface ChatLine {
  room: Room;
  username: string;
  text: string;
}

type News =
  | { kind: 'move' | 'state' | 'over' }
  | { kind: 'chat'; line: ChatLine }
  | { kind: 'gone'; color: Color; claimIn: number | undefined };

interface RoundOptions {
  id: string;
  players: Record<Color, Account>;
  setting: Setting;
  clock: Clock;
}

/** An offer of a draw may be repeated after so many half-moves. */
const BETWEEN_OFFERS = 20;
const NO_LIMIT_MS = 2 ** 31 - 1;
const DAY_MS = 86_400_000;

export class Round extends Watched {
  readonly id: string;
  readonly players: Record<Color, Account>;
  readonly setting: Setting;
  readonly createdAt: number;
  lastMoveAt: number;
  status: StatusName = 'started';
  winner: Color | undefined;
  readonly plies: Ply[] = [];
  readonly positions: Position[];
  readonly chat: ChatLine[] = [];
  readonly offersDraw: Record<Color, boolean> = { white: false, black: false };
  readonly asksTakeback: Record<Color, boolean> = { white: false, black: false };
  /** Who may be claimed against. */
  readonly longGone: Record<Color, boolean> = { white: false, black: false };
  readonly #listeners = new Set<(news: News) => void>();
  readonly #lastOffer: Record<Color, number> = { white: -BETWEEN_OFFERS, black: -BETWEEN_OFFERS };
  readonly #clock: Clock;
  readonly timer: Timer | undefined;

  constructor({ id, players, setting, clock }: RoundOptions) {
    super();
    this.id = id;
    this.players = players;
    this.setting = setting;
    this.#clock = clock;
    this.createdAt = clock.now();
    this.lastMoveAt = this.createdAt;
    this.positions = [startPosition(setting)];
    this.timer = setting.clock && new Timer(clock, setting.clock);
  }

  get position(): Position {
    return this.positions.at(-1) as Position;
  }

  get turn(): Color {
    return this.position.turn;
  }

  get over(): boolean {
    return this.status !== 'started';
  }

  get moves(): string[] {
    return this.plies.map(({ uci }) => uci);
  }

  get abortable(): boolean {
    return !this.over && this.plies.length < 2;
  }

  /** The four letters that only the player knows. */
  fullId(color: Color): string {
    return `${this.id}${color === 'white' ? 'WhIt' : 'bLaK'}`;
  }

  colorOf(account: Account): Color | undefined {
    return (['white', 'black'] as const).find(color => this.players[color] === account);
  }

  left(color: Color): number {
    const { days } = this.setting;
    return this.timer?.left(color) ?? (days === undefined ? NO_LIMIT_MS : days * DAY_MS);
  }

  listen(hear: (news: News) => void): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  tell(news: News): void {
    for (const hear of [...this.#listeners]) hear(news);
    this.changed();
  }

  ended(ms?: number): Promise<this> {
    return this.until(() => (this.over ? this : undefined), `the game ${this.id} is over`, ms);
  }

  // What players do

  play(color: Color, text: string): string | undefined {
    if (this.over || this.turn !== color) return 'Not your turn, or game already over';
    const legal = legalMoves(this.position, this.setting).get(text);
    if (!legal) return `Piece on ${text.slice(0, 2)} cannot move to ${text.slice(2)}`;
    const san = makeSan(this.position, legal.move);
    const next = this.position.clone();
    next.play(legal.move);
    this.positions.push(next);
    // Whoever moves has thereby answered.
    for (const side of ['white', 'black'] as const) this.asksTakeback[side] = false;
    this.offersDraw[opposite(color)] = false;
    if (this.timer?.runs || this.plies.length === 1)
      this.timer?.press(color, () => this.#end('outoftime', this.#strong(color)));
    this.plies.push({ uci: legal.uci, san, left: { white: this.left('white'), black: this.left('black') } });
    this.lastMoveAt = this.#clock.now();
    const ending = endingOf(this.positions, this.#claimsThreefold());
    if (!ending) this.tell({ kind: 'move' });
    else {
      this.#finish(ending.status, ending.winner);
      this.tell({ kind: 'move' });
      this.tell({ kind: 'over' });
    }
    return undefined;
  }

  #claimsThreefold(): boolean {
    const recently = (color: Color) => this.#lastOffer[color] >= this.plies.length - BETWEEN_OFFERS;
    return (['white', 'black'] as const).some(
      color => isBot(this.players[color]) || (recently(color) && this.plies.length > 0),
    );
  }

  abort(): string | undefined {
    if (!this.abortable) return 'This game can no longer be aborted';
    this.#end('aborted', undefined);
    return undefined;
  }

  resign(color: Color): string | undefined {
    if (this.abortable) return this.abort();
    if (this.over) return 'This game cannot be resigned';
    this.#end('resign', opposite(color));
    return undefined;
  }

  /** Offers that cannot be made are overheard. */
  draw(color: Color, yes: boolean): void {
    if (this.over) return;
    const other = opposite(color);
    if (!yes) {
      if (!this.offersDraw[other]) return;
      this.offersDraw[other] = false;
    } else {
      if (this.offersDraw[other] || isThreefold(this.positions)) return this.#end('draw', undefined);
      if (this.plies.length < 2 || this.#lastOffer[color] > this.plies.length - BETWEEN_OFFERS) return;
      this.#lastOffer[color] = this.plies.length;
      this.offersDraw[color] = true;
    }
    this.tell({ kind: 'state' });
  }

  takeback(color: Color, yes: boolean): void {
    if (this.over || this.plies.length < 2) return;
    const other = opposite(color);
    if (!yes) {
      if (!this.asksTakeback[other] && !this.asksTakeback[color]) return;
      for (const side of [color, other]) this.asksTakeback[side] = false;
    } else if (this.asksTakeback[other]) {
      this.asksTakeback[other] = false;
      this.#takeBack(this.turn === color ? 1 : 2);
    } else if (this.asksTakeback[color]) return;
    else this.asksTakeback[color] = true;
    this.tell({ kind: 'state' });
  }

  #takeBack(count: number): void {
    this.plies.length -= count;
    this.positions.length -= count;
    for (const side of ['white', 'black'] as const) this.offersDraw[side] = false;
    const { turn } = this;
    this.timer?.start(turn, () => this.#end('outoftime', this.#strong(opposite(turn))));
  }

  claimVictory(color: Color): string | undefined {
    if (this.over || !this.longGone[opposite(color)]) return 'You cannot claim the win on this game';
    this.#end('timeout', color);
    return undefined;
  }

  say(username: string, room: Room, text: string): void {
    const line = { room, username, text };
    this.chat.push(line);
    this.tell({ kind: 'chat', line });
  }

  /** With the seconds until it may be claimed; undefined once they are back. */
  gone(color: Color, claimIn: number | undefined): void {
    if (this.over) return;
    this.longGone[color] = claimIn === 0;
    this.tell({ kind: 'gone', color, claimIn });
  }

  /** The one whose opponent's time is up wins, if there is anything left to win with. */
  #strong(color: Color): Color | undefined {
    return this.position.hasInsufficientMaterial(color) ? undefined : color;
  }

  #finish(status: StatusName, winner: Color | undefined): void {
    this.status = status;
    this.winner = winner;
    this.timer?.stop();
  }

  #end(status: StatusName, winner: Color | undefined): void {
    if (this.over) return;
    this.#finish(status, winner);
    this.tell({ kind: 'over' });
  }
}
