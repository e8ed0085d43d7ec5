import { type Quota, Quotas, type Refused, type Ticket } from '../service/quota.ts';

export interface BotLimits {
  readonly user: Quota;
  readonly server: Quota;
  /** Discord users without limits. */
  readonly owners: readonly string[];
}

/** The user and the server; in a private conversation there is no server. */
export interface Asker {
  user: string;
  server?: string | undefined;
}

export type LimitName = `${'user' | 'server'}-${Refused['over']}`;

export type Admission =
  | ({ kind: 'admitted' } & Ticket)
  | ({ kind: 'refused'; limit: LimitName } & Pick<Refused, 'most' | 'next'>);

/** How much each user and each server may ask. Owners have no limits, and what they ask is not counted. */
export class Limits {
  readonly #owners: readonly string[];
  readonly #users: Quotas;
  readonly #servers: Quotas;

  constructor({ user, server, owners }: BotLimits, now: () => number = Date.now) {
    this.#owners = owners;
    this.#users = new Quotas(user, now);
    this.#servers = new Quotas(server, now);
  }

  /** Whether the user runs this Kibitz. */
  isOwner(user: string): boolean {
    return this.#owners.includes(user);
  }

  admit({ user, server }: Asker): Admission {
    if (this.isOwner(user)) return admitted([]);
    const refused =
      refusal('user', this.#users.refusal(user)) ??
      (server === undefined ? undefined : refusal('server', this.#servers.refusal(server)));
    if (refused) return refused;
    return admitted([this.#users.take(user), ...(server === undefined ? [] : [this.#servers.take(server)])]);
  }
}

/** One ticket for the quotas of the user and of the server. */
const admitted = (tickets: readonly Ticket[]): Admission => ({
  kind: 'admitted',
  meter: {
    begun: () => {
      for (const { meter } of tickets) meter.begun();
    },
    spent: engineMs => {
      for (const { meter } of tickets) meter.spent(engineMs);
    },
  },
  end: fault => {
    for (const ticket of tickets) ticket.end(fault);
  },
});

const refusal = (whose: 'user' | 'server', refused: Refused | undefined): Admission | undefined =>
  refused && { kind: 'refused', limit: `${whose}-${refused.over}`, most: refused.most, next: refused.next };
