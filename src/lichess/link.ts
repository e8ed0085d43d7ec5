import { COLORS, type Color } from 'chessops/types';
import { type Failure, ok, type Result } from '../base/result.ts';
import { cut } from '../base/text.ts';
import { fenOf, parsePosition } from '../chess/position.ts';
import { refuse } from '../chess/refusals.ts';

/** The addresses of Lichess that people paste, and what each is about. Nothing is asked of Lichess here. */

export type LichessLink =
  | { kind: 'game'; id: string; side?: Color; ply?: number }
  | { kind: 'chapter'; study: string; chapter: string; ply?: number }
  | { kind: 'puzzle'; id: string }
  | { kind: 'user'; name: string }
  | { kind: 'analysis'; fen: string; side?: Color };

export const LICHESS = 'https://lichess.org';
/** The field that the refusals name. */
export const LINK = 'link';
const EXAMPLE = `${LICHESS}/abcdefgh`;

/** A position with every sign written as %XX stays below it. */
const MAX_LENGTH = 400;
const MAX_SHOWN = 40;

const ID = '([A-Za-z0-9]{8})';
/** The player's own address has four characters more, their secret: those are dropped, and sent nowhere. */
const GAME = new RegExp(`^(?:embed/(?:game/)?)?${ID}(?:[A-Za-z0-9]{4})?(?:/(white|black))?$`);
const EXPORT = new RegExp(`^game/export/${ID}(?:\\.pgn)?$`);
const CHAPTER = new RegExp(`^study/(?:embed/)?${ID}/${ID}(?:\\.pgn)?$`);
const STUDY = new RegExp(`^study/${ID}(?:\\.pgn)?$`);
const PUZZLE = /^(?:[a-z]{2,3}\/)?training\/(?:[\w-]+\/)?([A-Za-z0-9]{5})$/;
/** With the lists of their games: `/@/thibault/all`, `/@/thibault/perf/blitz`. */
const USER = /^@\/([A-Za-z0-9][\w-]{1,29})(?:\/(?!blog)[a-z]+(?:\/[A-Za-z0-9]+)?)?$/;
const ANALYSIS = /^analysis(?:\/(.*))?$/;

// Pages whose names could be ids: https://github.com/lichess-org/lila/blob/master/conf/routes
const PAGES = [
  'analysis',
  'bookmark',
  'features',
  'insights',
  'password',
  'practice',
  'streamer',
  'timeline',
  'training',
];
const PUZZLE_PAGES = ['batch', 'black', 'frame', 'short', 'white'];

// https://lichess.org/variant, as addresses name them
const STANDARD = ['standard', 'fromPosition'];
const VARIANTS = [
  'chess960',
  'antichess',
  'atomic',
  'crazyhouse',
  'horde',
  'kingOfTheHill',
  'racingKings',
  'threeCheck',
];

/** Addresses are written in these letters and signs. Others look like them, and lead elsewhere. */
const PLAIN = /^[!-~]+$/;
const PARTS = /^(?:https?:\/\/)?([^/?#]+)(\/[^?#]*)?(\?[^#]*)?(#.*)?$/i;

/** Chats and sentences leave marks around an address. An underscore is none: it may end a name. */
const bare = (text: string): string => text.trim().replace(BEFORE, '').replace(AFTER, '');
const BEFORE = /^[<([{"'“‘«*|~`]+/;
// From where such signs begin only: from each of many in the middle it would look again for the end.
const AFTER = /(?<![>)\]}"'”’»*|~`.,;:!?…])[>)\]}"'”’»*|~`.,;:!?…]+$/;

/** Whether a text is meant as a link and not, say, as a file. It may still be a bad one: see `parseLink`. */
export const isLink = (text: string): boolean => /^(?:https?:\/\/|(?:[\w-]+\.)?lichess\.org(?:\/|$))/i.test(bare(text));

/** `home` is the server that is asked: its own addresses are as good as those of Lichess. */
export function parseLink(text: string, home = LICHESS): Result<LichessLink> {
  const address = bare(text);
  if (address.length > MAX_LENGTH) return refuse('link.long', { field: LINK, most: MAX_LENGTH });
  const parts = PLAIN.test(address) ? PARTS.exec(address) : undefined;
  if (!parts) return refuse('link.address', { field: LINK, example: EXAMPLE });
  const [, host = '', path = '/', query = '', hash = ''] = parts;
  if (!isHost(host.toLowerCase(), home))
    return refuse('link.host', { field: LINK, host: cut(host, MAX_SHOWN), example: EXAMPLE });
  return parsePage(path.slice(1).replace(/\/$/, ''), new URLSearchParams(query), hash) ?? notOurs(path);
}

// Languages have hosts of their own, such as de. and pt-br.
const isHost = (host: string, home: string): boolean =>
  /^(?:www\.|[a-z]{2,3}(?:-[a-z]{2,3})?\.)?lichess\.org$/.test(host) || host === new URL(home).host;

const notOurs = (path: string): Failure =>
  refuse('link.page', { field: LINK, page: cut(path, MAX_SHOWN), example: EXAMPLE });

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined; // a stray percent sign, which no address of Lichess has
  }
}

function parsePage(page: string, query: URLSearchParams, hash: string): Result<LichessLink> | undefined {
  const [, id, side] = GAME.exec(page) ?? EXPORT.exec(page) ?? [];
  if (id && !PAGES.includes(id)) return ok({ kind: 'game', id, ...sideOf(side), ...plyOf(hash) });
  const [, study, chapter] = CHAPTER.exec(page) ?? [];
  if (study && chapter) return ok({ kind: 'chapter', study, chapter, ...plyOf(hash) });
  if (STUDY.test(page)) return refuse('link.study', { field: LINK });
  const [, puzzle] = PUZZLE.exec(page) ?? [];
  if (puzzle && !PUZZLE_PAGES.includes(puzzle)) return ok({ kind: 'puzzle', id: puzzle });
  const [, name] = USER.exec(page) ?? [];
  if (name) return ok({ kind: 'user', name });
  const board = ANALYSIS.exec(page);
  const path = board ? decoded(board[1] ?? '') : undefined;
  return path === undefined ? undefined : parseBoard(path, query);
}

/** `/analysis/standard/8/8/…_w_-_-_0_1`, `/analysis/8/8/…`, `/analysis?fen=…`. */
function parseBoard(path: string, query: URLSearchParams): Result<LichessLink> {
  const [first = '', ...rest] = path.split('/');
  if (VARIANTS.includes(first)) return refuse('variant', { field: LINK, variant: first });
  const fen = (STANDARD.includes(first) ? rest.join('/') : path) || query.get('fen') || '';
  // The address of a board on which people play does not follow their moves, and /analysis/pgn/… has no position.
  if (first === 'pgn' || !fen.includes('/')) return refuse('link.board', { field: LINK });
  const position = parsePosition(fen, LINK);
  if (!position.ok) return position;
  return ok({ kind: 'analysis', fen: fenOf(position.value), ...sideOf(query.get('color')) });
}

function sideOf(text: string | null | undefined): { side?: Color } {
  const side = COLORS.find(color => color === text);
  return side ? { side } : {};
}

function plyOf(hash: string): { ply?: number } {
  return /^#\d{1,4}$/.test(hash) ? { ply: Number(hash.slice(1)) } : {};
}

/** The address that means this, on the server that is asked. */
export function makeLink(link: LichessLink, home = LICHESS): string {
  return home + pathOf(link);
}

function pathOf(link: LichessLink): string {
  switch (link.kind) {
    case 'game':
      return `/${link.id}${link.side ? `/${link.side}` : ''}${hashOf(link)}`;
    case 'chapter':
      return `/study/${link.study}/${link.chapter}${hashOf(link)}`;
    case 'puzzle':
      return `/training/${link.id}`;
    case 'user':
      return `/@/${link.name}`;
    case 'analysis':
      return `/analysis/${link.fen.replaceAll(' ', '_')}${link.side ? `?color=${link.side}` : ''}`;
  }
}

const hashOf = ({ ply }: { ply?: number }): string => (ply === undefined ? '' : `#${ply}`);
