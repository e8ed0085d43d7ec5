import type { Server } from 'node:http';
import type { Color } from 'chessops/types';
import { opposite } from 'chessops/util';
import { type Clock, later } from '../../../src/base/clock.ts';
import { seeded } from '../positions.ts';
import { Watched } from '../watched.ts';
import { type Account, type AccountOptions, idOf, isBot, makeAccount } from './account.ts';
import { Audience } from './audience.ts';
import { Challenge, type DeclineReason } from './challenge.ts';
import { pacedClock, realClock } from './clock.ts';
import { complaintsOf } from './contract.ts';
import { Faults } from './faults.ts';
import { Laws } from './laws.ts';
import type { Mishap } from './mishaps.ts';
import { Opponent, type OpponentOptions } from './opponent.ts';
import type { Seen } from './request.ts';
import { Round } from './round.ts';
import type { Setting } from './setting.ts';
import type { Stream } from './stream.ts';
import { gameInfo } from './views.ts';

/** What there is on this Lichess: accounts, challenges, games, and everything that was asked of it. */

export interface LoopbackOptions {
  /** How many times as fast as ours its time is, at best. Who asks is to have the same clock then. */
  pace?: number;
  /** Its time, where a test has a clock of its own that is everybody's. */
  clock?: Clock;
  /** For everything that is left to chance. */
  seed?: number;
}

export interface ChallengeWish extends Partial<Setting> {
  from: Account | string;
  /** The bot, if nobody is named. */
  to?: Account | string;
  /** The challenger's. */
  color?: Color | 'random';
}

/** https://lichess.org/api#operation/challengeCreate */
const CHALLENGE_MS = 20_000;
/** https://lichess.org/api#operation/challengeOpen */
const OPEN_CHALLENGE_MS = 24 * 3_600_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export class Loopback extends Watched {
  readonly server: Server;
  readonly host: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Every request so far. */
  readonly seen: Seen[] = [];
  /** Exports that were given to it as they are, by id. */
  readonly games = new Map<string, string>();
  /** By study and chapter, `aaaaaaaa/bbbbbbbb`. */
  readonly chapters = new Map<string, string>();
  /** By name, in small letters. */
  readonly users = new Map<string, string>();
  /** By id. */
  readonly puzzles = new Map<string, string>();
  /** One for each of the next requests. */
  readonly mishaps: Mishap[] = [];
  /** Those that depend on what is asked, or on chance. */
  readonly faults: Faults;
  readonly laws: Laws;
  readonly accounts = new Map<string, Account>();
  readonly challenges = new Map<string, Challenge>();
  readonly rounds = new Map<string, Round>();
  #checked = 0;
  readonly audience = new Audience();
  readonly #opponents = new Map<Account, Opponent>();
  /** By token: the newest is the only one. */
  readonly #events = new Map<string, Stream>();

  constructor(server: Server, port: number, options: LoopbackOptions) {
    super();
    const { pace, seed = 1 } = options;
    const own = pace === undefined ? realClock() : pacedClock(pace, () => this.laws.isBusy);
    const { clock = own } = options;
    const shared = options.clock !== undefined || pace !== undefined;
    server.on('close', () => own.stop());
    this.server = server;
    this.host = `127.0.0.1:${port}`;
    this.clock = clock;
    this.random = seeded(seed);
    this.faults = new Faults(clock, seeded(seed + 1));
    this.laws = new Laws(clock, shared);
  }

  get url(): string {
    return `http://${this.host}`;
  }

  makeId(): string {
    return Array.from({ length: 8 }, () => LETTERS[Math.floor(this.random() * LETTERS.length)]).join('');
  }

  /** The most requests that were under way at once; a stream is under way until it is open. */
  get busiest(): number {
    return this.laws.busiest;
  }

  /** What was done that nobody may do, and the requests that are not as Lichess describes them. Tells once. */
  takeComplaints(): string[] {
    const requests = this.seen.slice(this.#checked);
    this.#checked = this.seen.length;
    return [
      ...this.laws.take(),
      ...requests.flatMap(seen => complaintsOf(seen).map(complaint => `${seen.method} ${seen.path}: ${complaint}`)),
    ];
  }

  // People

  account(name: string, options: AccountOptions = {}): Account {
    const id = idOf(name);
    const account = this.accounts.get(id) ?? makeAccount(name, options, this.clock.now());
    this.accounts.set(id, account);
    return account;
  }

  /** The account of a bot, of which there usually is one. */
  bot(name = 'Kibitz', options: AccountOptions = {}): Account {
    return this.account(name, { title: 'BOT', ...options });
  }

  /** Somebody who plays by themselves, as they are told. */
  opponent(name: string, options: OpponentOptions = {}): Opponent {
    const account = this.account(name, options);
    const opponent = this.#opponents.get(account) ?? new Opponent(account, this.clock, options);
    this.#opponents.set(account, opponent);
    return opponent;
  }

  bearer(token: string): Account | undefined {
    return [...this.accounts.values()].find(account => account.token === token);
  }

  #find(who: Account | string | undefined): Account {
    if (typeof who === 'object') return who;
    const account = who === undefined ? [...this.accounts.values()].find(isBot) : this.account(who);
    if (!account) throw new Error('there is no bot to be challenged');
    return account;
  }

  // Challenges

  /** As if somebody had asked for it on the site. */
  challenge({ from, to, color = 'random', ...wish }: ChallengeWish): Challenge {
    const challenger = this.#find(from);
    const dest = this.#find(to);
    const challenge = this.#announce(challenger, dest, color, { variant: 'standard', rated: false, ...wish });
    for (const account of [dest, challenger])
      this.tell(account, { type: 'challenge', challenge: challenge.json(), compat: challenge.compat });
    this.#opponents.get(dest)?.challenged(() => this.accept(challenge, dest));
    if (challenge.setting.clock) this.#expire(challenge, CHALLENGE_MS);
    return challenge;
  }

  /** For the first two who come. */
  openChallenge(wish: Partial<Setting> = {}): Challenge {
    const challenge = this.#announce(undefined, undefined, 'random', { variant: 'standard', rated: false, ...wish });
    this.#expire(challenge, OPEN_CHALLENGE_MS);
    return challenge;
  }

  #announce(from: Account | undefined, to: Account | undefined, color: Color | 'random', setting: Setting): Challenge {
    const finalColor = color === 'random' ? (this.random() < 0.5 ? 'white' : 'black') : color;
    const challenge = new Challenge({ id: this.makeId(), from, to, setting, color, finalColor, home: this.url });
    this.challenges.set(challenge.id, challenge);
    return challenge;
  }

  #expire(challenge: Challenge, ms: number): void {
    challenge.onSettled = later(this.clock, ms, () => this.cancel(challenge));
  }

  /** Whether it still could be. Who is first to join an open one waits for the second. */
  accept(challenge: Challenge, by: Account, color?: Color): boolean {
    if (!challenge.pending) return false;
    if (!challenge.open && challenge.to !== by) return false;
    if (challenge.open && !challenge.from) {
      challenge.from = by;
      challenge.finalColor = color ?? challenge.finalColor;
      return true;
    }
    const { id, from, setting } = challenge;
    if (!from || from === by) return false;
    const own = challenge.open && color ? opposite(color) : challenge.finalColor;
    const players = own === 'white' ? { white: from, black: by } : { white: by, black: from };
    const round = new Round({ id, players, setting, clock: this.clock });
    challenge.round = round;
    challenge.settle('accepted');
    this.begin(round);
    return true;
  }

  decline(challenge: Challenge, by: Account, reason: DeclineReason): boolean {
    if (!challenge.pending || challenge.to !== by || !challenge.from) return false;
    challenge.reason = reason;
    challenge.settle('declined');
    this.tell(challenge.from, { type: 'challengeDeclined', challenge: challenge.json() });
    return true;
  }

  /** By the challenger, or because nobody cared. */
  cancel(challenge: Challenge): boolean {
    if (!challenge.pending) return false;
    challenge.settle('canceled');
    if (challenge.to) this.tell(challenge.to, { type: 'challengeCanceled', challenge: challenge.json() });
    return true;
  }

  // Games

  begin(round: Round): void {
    this.rounds.set(round.id, round);
    round.listen(({ kind }) => {
      if (kind === 'over') this.#tellBoth(round, 'gameFinish');
      this.changed();
    });
    this.#tellBoth(round, 'gameStart');
    for (const color of ['white', 'black'] as const) this.#opponents.get(round.players[color])?.joins(round, color);
    this.changed();
  }

  #tellBoth(round: Round, type: 'gameStart' | 'gameFinish'): void {
    for (const color of ['white', 'black'] as const)
      for (const _ of type === 'gameStart' && this.faults.strikes('repeats', type) ? [1, 2] : [1])
        this.tell(round.players[color], { type, game: gameInfo(round, color) });
  }

  round(id: string): Round {
    const round = this.rounds.get(id);
    if (!round) throw new Error(`there is no game ${id}`);
    return round;
  }

  gameOver(id: string, ms?: number): Promise<Round> {
    return this.until(() => (this.rounds.get(id)?.over ? this.round(id) : undefined), `the game ${id} is over`, ms);
  }

  playedBy(account: Account): Round[] {
    return [...this.rounds.values()].filter(round => round.colorOf(account));
  }

  // Events

  tell({ token }: Account, event: object): void {
    void this.#events.get(token)?.send(event);
  }

  /** Everything that is going on comes first, and whoever listened before is sent away. */
  openEvents(account: Account, stream: Stream): void {
    const { token } = account;
    this.#events.get(token)?.end();
    this.#events.set(token, stream);
    stream.onClose(() => this.#events.get(token) === stream && this.#events.delete(token));
    for (const round of this.playedBy(account)) {
      const color = round.colorOf(account);
      if (color && !round.over) void stream.send({ type: 'gameStart', game: gameInfo(round, color) });
    }
    for (const challenge of this.challenges.values())
      if (challenge.pending && challenge.to === account)
        void stream.send({ type: 'challenge', challenge: challenge.json(), compat: challenge.compat });
    this.changed();
  }

  /** Once somebody listens to what happens to this account. */
  listening({ token, name }: Account, ms?: number): Promise<Stream> {
    return this.until(() => this.#events.get(token), `${name} is listening`, ms);
  }
}
