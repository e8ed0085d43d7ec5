import { Fault } from '../../base/fault.ts';
import { type Invitation, type InviteTerms, type LichessPlayer, openGame } from '../../lichess/challenge.ts';
import type { LichessClient, RequestOptions } from '../../lichess/client.ts';
import { fetchAccount } from '../../lichess/user.ts';
import type { Store } from '../../store/store.ts';
import { SavedGames } from './saved-games.ts';

/** https://lichess.org/api#operation/challengeOpen */
const OPEN_CHALLENGE_MS = 24 * 3_600_000;

/** Invites people to play. The process that plays may be another one: it finds in the store what was agreed on. */
export class Inviter implements LichessPlayer {
  readonly #client: LichessClient;
  readonly #savedGames: SavedGames;
  #name = '';

  /** The client has the token of a bot's account. */
  constructor({ client, store }: { client: LichessClient; store: Pick<Store, 'notes'> }) {
    this.#client = client;
    this.#savedGames = new SavedGames(store);
  }

  get name(): string {
    return this.#name;
  }

  /** Fetches the name of the account, unless it is known. */
  async fetchName(options: RequestOptions = {}): Promise<void> {
    if (this.#name) return;
    const { name, title } = await fetchAccount(this.#client, options);
    if (title !== 'BOT') throw new Fault('lichess-failed', 'Kibitz is not on Lichess yet; try again in a minute.');
    this.#name = name;
  }

  async invite(terms: InviteTerms, options: RequestOptions): Promise<Invitation> {
    await this.fetchName(options);
    const invitation = await openGame(this.#client, terms, options);
    this.#savedGames.expect(invitation.id, terms.rating, OPEN_CHALLENGE_MS);
    return invitation;
  }
}
