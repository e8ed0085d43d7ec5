import type { Logger } from 'pino';
import { later } from '../../base/clock.ts';
import { toFault } from '../../base/fault.ts';
import { acceptChallenge, CHALLENGE_MS, declineChallenge } from '../../lichess/challenge.ts';
import type { LichessClient } from '../../lichess/client.ts';
import type { Challenge, Speed } from '../../lichess/schema.ts';
import { type Obstacle, obstacleTo, REASONS } from './challenges.ts';
import type { LichessSettings } from './settings.ts';

interface ChallengeQueueOptions {
  client: LichessClient;
  settings: LichessSettings;
  log: Logger;
  /** Our own id. */
  me: string;
  signal: AbortSignal;
}

/** A game that is played, or about to begin. */
interface Seat {
  opponent: string | undefined;
  slow: boolean;
  /** Until the game begins: it is not waited for any longer. */
  callOff?: () => void;
}

interface Waiting {
  challenge: Challenge;
  callOff: () => void;
}

/** Long enough to have seen all that Lichess may tell a second time. */
const REMEMBERED = 1_000;

/** Answers challenges: takes those there is a seat for, lets a few wait, and sends the others away with a reason. */
export class ChallengeQueue {
  readonly #options: ChallengeQueueOptions;
  /** By the id of the game, which is that of the challenge. */
  readonly #seats = new Map<string, Seat>();
  readonly #waiting: Waiting[] = [];
  /** Lichess tells everything again when a connection is made anew. */
  readonly #seen = new Set<string>();
  readonly #answers = new Set<Promise<void>>();

  constructor(options: ChallengeQueueOptions) {
    this.#options = options;
  }

  receive(challenge: Challenge): void {
    const { me, settings } = this.#options;
    // Our own challenges are told to us as well.
    if (challenge.challenger?.id === me || this.#seen.has(challenge.id) || challenge.status !== 'created') return;
    this.#remember(challenge.id);
    const obstacle = obstacleTo(challenge, settings.wishes) ?? this.#noSeat(challenge);
    if (!obstacle) this.#accept(challenge);
    else if (obstacle !== 'full' || isSlow(challenge.speed) || this.#waiting.length >= settings.queue)
      this.#decline(challenge, obstacle);
    else this.#wait(challenge);
  }

  /** It is no longer there to be answered. */
  withdrawn({ id }: Challenge): void {
    const index = this.#waiting.findIndex(({ challenge }) => challenge.id === id);
    for (const { callOff } of index < 0 ? [] : this.#waiting.splice(index, 1)) callOff();
    this.#leave(id);
  }

  /** Whoever accepted it. */
  begins(id: string, speed: Speed | undefined, opponent: string | undefined): void {
    this.#seats.get(id)?.callOff?.();
    this.#seats.set(id, { opponent, slow: isSlow(speed) });
  }

  ends(id: string): void {
    this.#leave(id);
  }

  /** Whoever waits is sent away, as far as there is still time for it. */
  async close(): Promise<void> {
    for (const { challenge, callOff } of this.#waiting.splice(0)) {
      callOff();
      this.#decline(challenge, 'full');
    }
    await Promise.all(this.#answers);
    for (const { callOff } of this.#seats.values()) callOff?.();
  }

  #noSeat({ speed, challenger }: Challenge): Obstacle | undefined {
    const { games, gamesPerOpponent, correspondenceGames } = this.#options.settings;
    const seats = [...this.#seats.values()];
    const own = seats.filter(({ opponent }) => opponent !== undefined && opponent === challenger?.id);
    if (own.length >= gamesPerOpponent) return 'enough-of-theirs';
    const slow = isSlow(speed);
    const taken = seats.filter(seat => seat.slow === slow).length;
    return taken >= (slow ? correspondenceGames : games) ? 'full' : undefined;
  }

  /** Games by correspondence go on for weeks: nobody waits for one to end. */
  #wait(challenge: Challenge): void {
    const { client, settings } = this.#options;
    const giveUp = () => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      this.#decline(challenge, 'full');
    };
    const waiting = { challenge, callOff: later(client.clock, settings.queueMs, giveUp) };
    this.#waiting.push(waiting);
  }

  #leave(id: string): void {
    if (this.#seats.delete(id)) this.#next();
  }

  #next(): void {
    for (const waiting of [...this.#waiting]) {
      const obstacle = this.#noSeat(waiting.challenge);
      if (obstacle === 'full') continue;
      waiting.callOff();
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      if (obstacle) this.#decline(waiting.challenge, obstacle);
      else this.#accept(waiting.challenge);
    }
  }

  #accept(challenge: Challenge): void {
    const { client, signal } = this.#options;
    const { id, speed, challenger } = challenge;
    const seat: Seat = { opponent: challenger?.id, slow: isSlow(speed) };
    this.#seats.set(id, seat);
    // If it was withdrawn in the same moment, nothing begins; its seat is not kept for ever.
    const missed = () => this.#seats.get(id) === seat && this.#leave(id);
    this.#answer(challenge, 'accepted', async () => {
      try {
        await acceptChallenge(client, id, { signal });
        if (this.#seats.get(id) === seat) seat.callOff = later(client.clock, CHALLENGE_MS, missed);
      } catch (error) {
        missed();
        throw error;
      }
    });
  }

  #decline(challenge: Challenge, obstacle: Obstacle): void {
    const { client } = this.#options;
    this.#answer(challenge, `declined (${obstacle})`, () => declineChallenge(client, challenge.id, REASONS[obstacle]));
  }

  #answer({ id, challenger }: Challenge, outcome: string, send: () => Promise<void>): void {
    const { log } = this.#options;
    const about = `challenge ${id} of ${challenger?.name ?? 'somebody'}`;
    const answer = send()
      .then(
        () => log.debug(`Lichess: ${about} ${outcome}`),
        error => {
          log.info(`Lichess: ${about} could not be ${outcome}: ${toFault(error).message}`);
          this.#seen.delete(id); // it may be told again
        },
      )
      .finally(() => this.#answers.delete(answer));
    this.#answers.add(answer);
  }

  #remember(id: string): void {
    this.#seen.add(id);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value as string);
  }
}

const isSlow = (speed: Speed | undefined): boolean => speed === 'correspondence';
