import type { ServerResponse } from 'node:http';
import type { Color } from 'chessops/types';
import type { Clock } from '../../../src/base/clock.ts';
import type { Seen } from './request.ts';
import type { Room, Round } from './round.ts';

/** What nobody may do who plays here, and who did it all the same. */

/** By our own clock: who has been told something needs a moment to hear it, on a busy machine a long one. */
const HEARING_MS = 1_000;
/** And a connection that was given up needs a moment to be closed here. */
const CLOSING_MS = 250;

/** After 429, by Lichess' clock: https://lichess.org/api, "Rate limiting". */
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 600_000;

/** https://github.com/lichess-org/lila/blob/master/modules/chat/src/main/Line.scala */
const CHAT_LENGTH = 140;
const LINK = /https?:|www\.|\b[\w-]+\.(?:com|net|org|io|gg|dev|app|de|me|tv|co)\b/i;

interface Flight {
  request: Seen;
  /** Those that came before it was answered. */
  overtakers: { path: string; at: number }[];
}

/** What a player has sent, and what they know of it. */
interface Sent {
  uci: string;
  state: string;
  request: Seen;
  /** When a line first went out to them that shows it. */
  shownAt?: number;
}

interface Pause {
  until: number;
  times: number;
}

// As they are before a test puts its own in their place.
const elapsed = performance.now.bind(performance);
const nameOf = ({ method, path }: Seen): string => `${method} ${path}`;
/** Enough to tell how a game stands from how it stood. */
const stateOf = ({ plies, moves, status }: Round): string =>
  `${plies.length} half-moves (${moves.slice(-4).join(' ')}, ${status})`;

export class Laws {
  readonly #clock: Clock;
  /** Whether those who ask have the same clock, so that their pauses can be measured. */
  readonly #measures: boolean;
  readonly #found: string[] = [];
  readonly #flights = new Set<Flight>();
  readonly #pauses = new Map<string, Pause>();
  /** How each game stood when a player last heard of it. */
  readonly #heard = new WeakMap<Round, Partial<Record<Color, { state: string; at: number }>>>();
  readonly #sent = new WeakMap<Round, Partial<Record<Color, Sent>>>();
  /** The most requests that were under way at once. */
  busiest = 0;

  constructor(clock: Clock, measures: boolean) {
    this.#clock = clock;
    this.#measures = measures;
  }

  /** Whether a request is under way. */
  get isBusy(): boolean {
    return this.#flights.size > 0;
  }

  broken(what: string): void {
    this.#found.push(what);
  }

  /** Tells once. */
  take(): string[] {
    return this.#found.splice(0);
  }

  // One request at a time

  /** Returns what to call when it is answered: a stream is, once it is open. */
  arrived(request: Seen, response: ServerResponse): () => void {
    this.#checkPause(request);
    const flight: Flight = { request, overtakers: [] };
    const { path, headers } = request;
    // Each program has a name of its own.
    for (const other of this.#flights)
      if (other.request.headers['user-agent'] === headers['user-agent']) other.overtakers.push({ path, at: elapsed() });
    this.#flights.add(flight);
    this.busiest = Math.max(this.busiest, this.#flights.size);
    const landed = (grace: number) => {
      if (!this.#flights.delete(flight)) return;
      const late = flight.overtakers.filter(({ at }) => elapsed() - at >= grace);
      for (const other of late) this.broken(`${nameOf(request)} was not yet answered when ${other.path} was asked for`);
    };
    response.on('finish', () => {
      landed(0);
      request.status = response.statusCode;
      this.#answered(request, response.statusCode);
    });
    response.on('close', () => landed(CLOSING_MS));
    return () => landed(0);
  }

  // Pauses

  #checkPause(request: Seen): void {
    const { until } = this.#pauses.get(routeOf(request)) ?? { until: 0 };
    const early = until - this.#clock.now();
    if (this.#measures && early > 0)
      this.broken(`${nameOf(request)} came ${Math.ceil(early / 1000)} s too early after an answer 429`);
  }

  #answered(request: Seen, status: number): void {
    const route = routeOf(request);
    if (status !== 429) {
      this.#pauses.delete(route);
      return;
    }
    const times = (this.#pauses.get(route)?.times ?? 0) + 1;
    const grows = route === 'POST /api/challenge/open' ? 2 ** (times - 1) : 1;
    this.#pauses.set(route, { until: this.#clock.now() + Math.min(LONGEST_PAUSE_MS, grows * PAUSE_MS), times });
  }

  // Games

  /** Returns what to call once the line with how the game stands now has gone out to this player. */
  telling(round: Round, color: Color): () => void {
    const state = stateOf(round);
    const sent = this.#sent.get(round)?.[color];
    return () => {
      const at = elapsed();
      this.#heard.set(round, { ...this.#heard.get(round), [color]: { state, at } });
      if (sent) sent.shownAt ??= at;
    };
  }

  /** A refusal is no mistake only where nobody could know how the game stood. */
  moved(round: Round, color: Color, uci: string, refusal: string | undefined, request: Seen): void {
    const state = stateOf(round);
    if (refusal === undefined) this.#sent.set(round, { ...this.#sent.get(round), [color]: { uci, state, request } });
    else if (!this.#excused(round, color, uci, request)) this.broken(`${round.id}: ${uci} after ${state}: ${refusal}`);
  }

  #excused(round: Round, color: Color, uci: string, request: Seen): boolean {
    const knows = (at: number | undefined) => at !== undefined && elapsed() - at > HEARING_MS;
    const sent = this.#sent.get(round)?.[color];
    const answered = sent?.request.status === 200;
    // It was given up, sent again, and is only done now.
    if (sent && request.at < sent.request.at) return true;
    // The answer was lost, and it is sent again.
    if (sent?.uci === uci && !answered && !knows(sent.shownAt)) return true;
    if (!round.over && round.turn === color) return false;
    const heard = this.#heard.get(round)?.[color];
    const state = stateOf(round);
    return !(heard?.state === state && knows(heard.at)) && !(answered && sent?.state === state);
  }

  said(round: Round, username: string, room: Room, text: string): void {
    const before = round.chat.filter(line => line.username === username && line.room === room).at(-1);
    const wrong = [
      text.length > CHAT_LENGTH && `is ${text.length} characters long`,
      LINK.test(text) && 'has a link in it',
      before?.text === text && 'was said before',
      text.trim() === '' && 'says nothing',
    ].filter(Boolean);
    for (const why of wrong) this.broken(`${round.id}: "${text}" in the ${room} room ${why}`);
  }
}

/** What is limited together: moves game by game, everything else whoever and whatever it is about. */
function routeOf({ method, path }: Seen): string {
  const move = /^\/api\/bot\/game\/\w{8}\/move/.exec(path)?.[0];
  const route = path
    .replace(/^(\/api\/(?:user|challenge|games\/user))\/[^/]+(?<!\/open)(?=\/|$)/, '$1/{name}')
    .replace(/\/(?:yes|no|true|false)$/, '')
    .replace(/\/\w{8}(?=\/|$)/g, '/{id}');
  return `${method} ${move ?? route}`;
}
