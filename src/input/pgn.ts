import { isMate, type PgnNodeData, parseComment, parsePgn as parseGames } from 'chessops/pgn';
import type { Color } from 'chessops/types';
import { type Game, type GameResult, RESULTS } from '../chess/game.ts';
import { parsePosition, startPosition } from '../chess/position.ts';
import { no, ok, type Result } from '../chess/result.ts';
import { cp, mate, type Score } from '../chess/score.ts';
import { cut } from '../chess/words.ts';
import { playText } from './position.ts';

/** A game as somebody wrote it down: its main line. */
export interface PgnGame {
  game: Game;
  /** Where the file says so. */
  names: Partial<Record<Color, string>>;
  titles: Partial<Record<Color, string>>;
  ratings: Partial<Record<Color, number>>;
  result?: GameResult;
  /** One a half-move. */
  notes: PgnNote[];
  /** In the whole text; this is the first of them. */
  games: number;
}

/** What is written beside a half-move in ways that programs agree on. */
export interface PgnNote {
  /** `[%eval …]` */
  score?: Score;
  /** `[%clk …]`: seconds left to the side that moved. */
  clock?: number;
  /** Numeric annotation glyphs, those for signs such as `!?` included. */
  nags: number[];
}

export interface PgnOptions {
  /** Whether a game may have headers and nothing else. */
  withoutMoves?: boolean;
}

/** Some thousand games. */
export const MAX_PGN_LENGTH = 2_000_000;
const MAX_NAME_LENGTH = 40;
const STANDARD = ['standard', 'chess', 'normal', 'from position', 'fromposition'];

/** The first game of a PGN; the sentence of a refusal starts with `pgn`, or with `moves` where the trouble is there. */
export function parsePgn(text: string, { withoutMoves = false }: PgnOptions = {}): Result<PgnGame> {
  if (text.length > MAX_PGN_LENGTH) return no(`pgn: at most ${MAX_PGN_LENGTH / 1e6} MB, please; this is more.`);
  const games = splitGames(text);
  const [source = { headers: '', moves: '' }] = games;
  const stray = strayWord(source.moves);
  if (stray) return no(`pgn: "${clean(stray)}" is not a move; pieces are written K Q R B N.`);
  const [first] = parseGames(`${source.headers}\n${source.moves}`);
  if (!first) return no('pgn: there is no game in it.');
  const { headers, moves } = first;
  const variant = headers.get('Variant');
  if (variant && !STANDARD.includes(variant.toLowerCase()))
    return no(`pgn: "${clean(variant)}" is not standard chess.`);
  const fen = headers.get('FEN');
  const start = fen === undefined ? ok(startPosition()) : parsePosition(fen, 'pgn');
  if (!start.ok) return start;
  const nodes = [...moves.mainline()];
  const line = nodes.map(({ san }) => san).join(' ');
  if (line === '' && fen === undefined && !(withoutMoves && source.headers !== ''))
    return no('pgn: there are no moves in it.');
  const game = playText(start.value, line);
  if (!game.ok) return game;
  return ok({
    game: game.value,
    names: { ...named('white', headers.get('White')), ...named('black', headers.get('Black')) },
    titles: { ...named('white', headers.get('WhiteTitle')), ...named('black', headers.get('BlackTitle')) },
    ratings: { ...rated('white', headers.get('WhiteElo')), ...rated('black', headers.get('BlackElo')) },
    ...resultOf(headers.get('Result')),
    notes: nodes.map(noteOf),
    games: games.length,
  });
}

interface Source {
  headers: string;
  moves: string;
}

/** A header after moves begins the next game; empty lines mean nothing, as chats and mails put them anywhere. */
function splitGames(text: string): Source[] {
  const games: Source[] = [];
  let inComment = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    if (line.trim() === '' || (!inComment && line.startsWith('%'))) continue;
    const isHeader = !inComment && /^\s*\[/.test(line);
    const last = games.at(-1);
    const game = last && !(isHeader && last.moves !== '') ? last : { headers: '', moves: '' };
    if (game !== last) games.push(game);
    if (isHeader) game.headers += `${line}\n`;
    else game.moves += `${line}\n`;
    if (!isHeader) inComment = endsInComment(line, inComment);
  }
  return games;
}

function endsInComment(line: string, before: boolean): boolean {
  const open = line.lastIndexOf('{');
  const close = line.lastIndexOf('}');
  return open === close ? before : open > close;
}

// Numbers, results, annotations, and moves in SAN or UCI; https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
const WORD =
  /^(\d+\.*|\.+|\*|1-0|0-1|1\/2(-1\/2)?|½(-½)?|\$\d+|[!?]+|[-+=±∓⩲⩱∞#/]+|e\.?p\.?|(\d+\.+)?([KQRBN]?[a-h]?[1-8]?[-x]?[a-h][1-8](=?[QRBNqrbn])?|[O0o](-[O0o]){1,2})(e\.?p\.?)?[+#]*[!?]*)$/;

/**
 * The first word that is no part of a game. The parser looks for moves anywhere in a word, so that it would read the
 * German knight move "Sf3" as a pawn's, and skip what it does not know.
 */
function strayWord(moves: string): string | undefined {
  const bare = moves.replace(/\{[^}]*(\}|$)/g, ' ').replace(/;.*$/gm, ' ');
  return bare.split(/[\s()]+/).find(word => word !== '' && !WORD.test(word));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
/** Fit to be shown: one short line without control characters. */
const clean = (text: string): string => cut(text.replace(CONTROL, '').trim(), MAX_NAME_LENGTH);

function resultOf(header: string | undefined): Pick<PgnGame, 'result'> {
  const result = RESULTS.find(one => one === header);
  return result ? { result } : {};
}

function noteOf({ comments = [], nags = [] }: PgnNodeData): PgnNote {
  const note: PgnNote = { nags };
  for (const { evaluation, clock } of comments.map(parseComment)) {
    if (clock !== undefined) note.clock = clock;
    // Whoever writes a mate in 0 means that it stands on the board, where everybody sees it.
    if (evaluation && isMate(evaluation)) {
      if (evaluation.mate !== 0) note.score = mate(evaluation.mate);
    } else if (evaluation) note.score = cp(Math.round(evaluation.pawns * 100));
  }
  return note;
}

function named(color: Color, header = ''): PgnGame['names'] {
  const name = clean(header);
  return name === '' || name === '?' ? {} : { [color]: name };
}

const rated = (color: Color, elo = ''): PgnGame['ratings'] =>
  /^[1-9]\d{2,3}$/.test(elo.trim()) ? { [color]: Number(elo) } : {};
