import type { Failure } from '../base/result.ts';

/** First to last: moves and what ends a game; what the bot needs to play; all the rest. */
export const LANES = ['move', 'play', 'rest'] as const;
export type Lane = (typeof LANES)[number];

export type Field = string | number | boolean;
export type Body = { kind: 'form'; fields: Readonly<Record<string, Field>> } | { kind: 'text'; text: string };

/** One request, in the words of the API's description. */
export interface Question {
  /** Such as `/game/export/{gameId}`: what a pause is about. */
  route: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, Field>>;
  accept: string;
  /** What a status means that is the asker's mistake, as a sentence; Lichess may have words of its own about it. */
  refusals: Readonly<Record<number, string | Failure | ((words: string) => string)>>;
  body?: Body;
  /** Asked without a token. */
  anonymous?: boolean;
  /** `rest` if nothing is said. */
  lane?: Lane;
  /**
   * Whether to ask again: `once`, after a dropped connection, is the rule; `persist` after anything that may pass, until
   * the deadline; `never`. What a move pushes aside is asked again as well, unless it is `never`.
   */
  again?: 'once' | 'persist' | 'never';
  /** The parameter for whose value alone a pause counts. */
  pausedBy?: string;
  /** Of a stream: how long it may say nothing, if it is not as long as usual. */
  silenceMs?: number;
  /** Whether pauses in a row grow longer. */
  growingPause?: boolean;
}

export function pathOf({ route, params, query }: Question): string {
  const path = route.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const search = formOf(query);
  return search ? `${path}?${search}` : path;
}

export const formOf = (fields: Readonly<Record<string, Field>>): string =>
  String(new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])));
