import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** A Lichess of our own on this machine: it knows the games it is given, and things can be made to go wrong. */

export interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

/** What happens to a request instead of an answer. */
type Mishap = (response: ServerResponse) => void;

export interface Loopback {
  readonly url: string;
  readonly host: string;
  readonly server: Server;
  /** Every request so far. */
  readonly seen: Seen[];
  /** The most requests that were under way at once. */
  busiest: number;
  /** By id. */
  readonly games: Map<string, string>;
  /** By study and chapter, `aaaaaaaa/bbbbbbbb`. */
  readonly chapters: Map<string, string>;
  /** By name, in small letters. */
  readonly users: Map<string, string>;
  /** By name, in small letters: what somebody has finished, the last game first. */
  readonly finished: Map<string, string[]>;
  /** By id. */
  readonly puzzles: Map<string, string>;
  /** One for each of the next requests. */
  readonly mishaps: Mishap[];
}

/** The paths it knows, and where the text behind each comes from. */
const ROUTES: [path: RegExp, find: (lichess: Loopback, ...ids: string[]) => string | undefined][] = [
  [/^\/game\/export\/(\w{8})$/, ({ games }, id = '') => games.get(id)],
  [/^\/api\/study\/(\w{8})\/(\w{8})\.pgn$/, ({ chapters }, study, chapter) => chapters.get(`${study}/${chapter}`)],
  [/^\/api\/user\/([\w-]+)$/, ({ users }, name = '') => users.get(name.toLowerCase())],
  [/^\/api\/games\/user\/([\w-]+)$/, ({ finished }, name = '') => finished.get(name.toLowerCase())?.join('')],
  [/^\/api\/puzzle\/(\w{5})$/, ({ puzzles }, id = '') => puzzles.get(id)],
];

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

export async function startLichess(): Promise<Loopback> {
  let busy = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', lichess.url);
    const { method = '', headers } = request;
    lichess.seen.push({ method, path: pathname, query: searchParams, headers });
    lichess.busiest = Math.max(lichess.busiest, ++busy);
    response.on('close', () => busy--);
    const mishap = lichess.mishaps.shift();
    if (mishap) return mishap(response);
    for (const [path, find] of ROUTES) {
      const ids = path.exec(pathname)?.slice(1);
      const text = ids && find(lichess, ...ids);
      if (text !== undefined) return answer(200, text, { 'content-type': 'application/x-chess-pgn' })(response);
    }
    answer(404, '{"error":"Not found"}')(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lichess: Loopback = {
    url: `http://${host}`,
    host,
    server,
    seen: [],
    busiest: 0,
    games: new Map(),
    chapters: new Map(),
    users: new Map(),
    finished: new Map(),
    puzzles: new Map(),
    mishaps: [],
  };
  return lichess;
}

export const answer =
  (status: number, text = '', headers: Record<string, string> = {}): Mishap =>
  response => {
    response.writeHead(status, headers).end(text);
  };

/** Hangs up without a word. */
export const drop: Mishap = response => response.destroy();

/** Hangs up in the middle of a sentence. */
export const dropWithin =
  (text: string): Mishap =>
  response => {
    response.writeHead(200, { 'content-length': 2 * Buffer.byteLength(text) });
    response.write(text, () => response.destroy());
  };

export const saysNothing: Mishap = () => undefined;

/** Begins to answer and never ends. */
export const stalls =
  (text: string): Mishap =>
  response => {
    response.writeHead(200).write(text);
  };

/** More and more of it, until nobody listens. */
export const floods =
  (text: string): Mishap =>
  response => {
    const pour = () => {
      while (!response.destroyed && response.write(text));
    };
    response.writeHead(200).on('drain', pour);
    pour();
  };

/** Byte by byte, each on its own way: every letter of more than one is cut. */
export const inPieces =
  (text: string): Mishap =>
  async response => {
    response.writeHead(200);
    for (const byte of Buffer.from(text)) {
      response.write(Buffer.of(byte));
      await new Promise(resolve => setTimeout(resolve, 1));
    }
    response.end();
  };

/** A game as Lichess exports it; the headers that are given stand instead of its own. */
export function lichessPgn(id: string, moves: string, headers: Record<string, string> = {}): string {
  const all = {
    Event: 'Rated blitz game',
    Site: `https://lichess.org/${id}`,
    Date: '2024.05.01',
    White: 'Anna',
    Black: 'Ben',
    Result: '1-0',
    GameId: id,
    WhiteElo: '1710',
    BlackElo: '1695',
    Variant: 'Standard',
    TimeControl: '180+2',
    ECO: 'C20',
    Opening: "King's Pawn Game: Wayward Queen Attack",
    Termination: 'Normal',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `[${name} "${value}"]`);
  return `${lines.join('\n')}\n\n${moves} ${all.Result}\n\n\n`;
}

/** A puzzle as Lichess describes it: the half-move of that number, counted from 0, is the last before it is to be solved. */
export const puzzleBody = (pgn: string, initialPly: number): string =>
  JSON.stringify({
    game: { id: 'AHGPPS44', perf: { key: 'blitz', name: 'Blitz' }, rated: true, players: [], pgn, clock: '3+0' },
    puzzle: { id: 'K69di', rating: 1500, plays: 837, solution: ['h5e5'], themes: ['short'], initialPly },
  });
