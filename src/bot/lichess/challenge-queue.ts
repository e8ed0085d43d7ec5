import { later } from '../../base/clock.ts';
import { toFault } from '../../base/fault.ts';
import { acceptChallenge, CHALLENGE_MS, declineChallenge } from '../../lichess/challenge.ts';
import type { Challenge, Speed } from '../../lichess/schema.ts';
import { type DeclineCause, declineCause, REASON_SENT } from './challenge-policy.ts';
import type { GameContext } from './game-info.ts';

type ChallengeQueueOptions = Pick<GameContext, 'client' | 'settings' | 'log' | 'me'> & { signal: AbortSignal };

/** A game that is played, or about to begin. */
interface OpenGame {
  opponent: string | undefined;
  slow: boolean;
  /** Until the game begins: it is not waited for any longer. */
  callOff?: () => void;
}

interface WaitingChallenge {
  challenge: Challenge;
  callOff: () => void;
}

/** Long enough to have seen all that Lichess may tell a second time. */
const REMEMBERED = 1_000;

/** Answers challenges: accepts them while there is capacity, lets a few wait, and declines the others with a reason. */
export class ChallengeQueue {
  readonly #options: ChallengeQueueOptions;
  /** By the id of the game, which is that of the challenge. */
  readonly #games = new Map<string, OpenGame>();
  readonly #waiting: WaitingChallenge[] = [];
  /** Lichess sends all open challenges again with every new connection. */
  readonly #seen = new Set<string>();
  readonly #answers = new Set<Promise<void>>();

  constructor(options: ChallengeQueueOptions) {
    this.#options = options;
  }

  receive(challenge: Challenge): void {
    const { me, settings } = this.#options;
    // The stream has the challenges that we sent, too.
    if (challenge.challenger?.id === me || this.#seen.has(challenge.id) || challenge.status !== 'created') return;
    this.#remember(challenge.id);
    const cause = declineCause(challenge, settings.challengeFilter) ?? this.#noRoom(challenge);
    if (!cause) this.#accept(challenge);
    else if (cause !== 'full' || isSlow(challenge.speed) || this.#waiting.length >= settings.queue)
      this.#decline(challenge, cause);
    else this.#wait(challenge);
  }

  /** It is no longer there to be answered. */
  withdrawn({ id }: Challenge): void {
    const index = this.#waiting.findIndex(({ challenge }) => challenge.id === id);
    for (const { callOff } of index < 0 ? [] : this.#waiting.splice(index, 1)) callOff();
    this.#leave(id);
  }

  /** A game has begun, accepted here or by another process. */
  begins(id: string, speed: Speed | undefined, opponent: string | undefined): void {
    this.#games.get(id)?.callOff?.();
    this.#games.set(id, { opponent, slow: isSlow(speed) });
  }

  ends(id: string): void {
    this.#leave(id);
  }

  /** Declines the challenges that wait. */
  async close(): Promise<void> {
    for (const { challenge, callOff } of this.#waiting.splice(0)) {
      callOff();
      this.#decline(challenge, 'full');
    }
    await Promise.all(this.#answers);
    for (const { callOff } of this.#games.values()) callOff?.();
  }

  #noRoom({ speed, challenger }: Challenge): DeclineCause | undefined {
    const { games, gamesPerOpponent, correspondenceGames } = this.#options.settings;
    const open = [...this.#games.values()];
    const own = open.filter(({ opponent }) => opponent !== undefined && opponent === challenger?.id);
    if (own.length >= gamesPerOpponent) return 'enough-of-theirs';
    const slow = isSlow(speed);
    const taken = open.filter(game => game.slow === slow).length;
    return taken >= (slow ? correspondenceGames : games) ? 'full' : undefined;
  }

  /** Not for correspondence games: they go on for weeks. */
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
    if (this.#games.delete(id)) this.#next();
  }

  #next(): void {
    for (const waiting of [...this.#waiting]) {
      const cause = this.#noRoom(waiting.challenge);
      if (cause === 'full') continue;
      waiting.callOff();
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      if (cause) this.#decline(waiting.challenge, cause);
      else this.#accept(waiting.challenge);
    }
  }

  #accept(challenge: Challenge): void {
    const { client, signal } = this.#options;
    const { id, speed, challenger } = challenge;
    const game: OpenGame = { opponent: challenger?.id, slow: isSlow(speed) };
    this.#games.set(id, game);
    // If it was withdrawn in the same moment, nothing begins; its place is not kept for ever.
    const missed = () => this.#games.get(id) === game && this.#leave(id);
    this.#answer(challenge, 'accepted', async () => {
      try {
        await acceptChallenge(client, id, { signal });
        if (this.#games.get(id) === game) game.callOff = later(client.clock, CHALLENGE_MS, missed);
      } catch (error) {
        missed();
        throw error;
      }
    });
  }

  #decline(challenge: Challenge, cause: DeclineCause): void {
    const { client } = this.#options;
    this.#answer(challenge, `declined (${cause})`, () => declineChallenge(client, challenge.id, REASON_SENT[cause]));
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
