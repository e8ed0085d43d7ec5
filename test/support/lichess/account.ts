/** Somebody who has an account here. */

export const SCOPES = ['bot:play', 'board:play', 'challenge:read', 'challenge:write', 'puzzle:read'] as const;
export type Scope = (typeof SCOPES)[number];

export interface AccountOptions {
  title?: string;
  rating?: number;
  provisional?: boolean;
  /** How many games they have played before. */
  games?: number;
  /** What their token is good for. */
  scopes?: readonly Scope[];
}

export interface Account {
  /** The name in small letters. */
  id: string;
  name: string;
  title: string | undefined;
  rating: number;
  provisional: boolean;
  games: number;
  token: string;
  scopes: readonly Scope[];
  createdAt: number;
}

export const idOf = (name: string): string => name.toLowerCase();

export function makeAccount(name: string, options: AccountOptions, createdAt: number): Account {
  const { title, rating = 1500, provisional = false, games = 0, scopes = SCOPES } = options;
  const id = idOf(name);
  return { id, name, title, rating, provisional, games, token: `lip_${id}_secret`, scopes, createdAt };
}

export const isBot = ({ title }: Account): boolean => title === 'BOT';

export const lightUser = ({ id, name, title }: Account) => ({ name, ...(title && { title }), id });

/** As it is told to everybody. */
export const userJson = (account: Account, url: string) => {
  const { id, name, title, rating, provisional, games, createdAt } = account;
  const perf = { games, rating, rd: provisional ? 200 : 60, prog: 0, ...(provisional && { prov: true }) };
  return {
    id,
    username: name,
    perfs: { bullet: perf, blitz: perf, rapid: perf, classical: perf },
    ...(title && { title }),
    createdAt,
    seenAt: createdAt,
    playTime: { total: 0, tv: 0 },
    url: `${url}/@/${name}`,
    count: { all: games, rated: 0, draw: 0, loss: 0, win: games, bookmark: 0, playing: 0, import: 0, me: 0 },
  };
};
