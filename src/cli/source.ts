import { makeLichessClient } from '../app/service.ts';
import { badInput, Fault } from '../base/fault.ts';
import { makeTree } from '../chess/pgn/make.ts';
import { refuse } from '../chess/refusals.ts';
import { readMessage } from '../input/find-chess.ts';
import { parseGame, playOn } from '../input/moves.ts';
import { type PgnOptions, parsePgn } from '../input/pgn.ts';
import { isBeingPlayed, type Named, namesLichess } from '../lichess/fair-play.ts';
import { type Found, type FoundPosition, fetchLink, gameOf, positionOf } from '../lichess/find.ts';
import { isLink, type LichessLink, parseLink } from '../lichess/link.ts';
import type { Context, Values } from './command.ts';
import { readChunks, readPgn } from './files.ts';

/** The positions and games that are named on the command line: as text, as files, or by a link to Lichess. */

type FoundGame = Extract<Found, { kind: 'game' }>;
type SourceContext = Pick<Context, 'config' | 'signal' | 'terminal'>;

/** A game from a file, from standard input for "-", or from Lichess for a link. */
export async function readGameSource(
  word: string,
  context: SourceContext,
  options: PgnOptions = {},
): Promise<FoundGame> {
  if (isLink(word)) {
    const link = parseLink(word, context.config.lichessUrl);
    if (!link.ok) throw badInput(link);
    const found = await follow(link.value, context);
    return found.kind === 'game' ? found : { kind: 'game', pgn: gameOf(found, 'link') };
  }
  const pgn = parsePgn(await readPgn(word, context.signal), options);
  if (!pgn.ok) throw badInput(pgn);
  await noteUnlessOver(pgn.value, 'pgn', context);
  if (pgn.value.games > 1) context.terminal.note(`There are ${pgn.value.games} games in it; this is the first.`);
  return { kind: 'game', pgn: pgn.value };
}

/**
 * About a game that says how it ended Lichess is not asked. The engines here are the asker's own: where Lichess cannot
 * tell, there is a reminder and no refusal.
 */
async function noteUnlessOver(named: Named, field: string, context: SourceContext): Promise<void> {
  const { headers = {}, text = '', result } = named;
  const words = [...Object.values(headers), ...text.split(/\s+/)];
  if (result !== undefined || !words.some(isLink)) return; // settings are not read for what names no game of Lichess
  const { config, signal, terminal } = context;
  if (!namesLichess(named, config.lichessUrl)) return;
  const lichess = await makeLichessClient(config);
  try {
    const isPlayed = await isBeingPlayed(named, { lichess, signal });
    if (isPlayed) throw badInput(refuse('game.playing', { field }));
    if (isPlayed === undefined) terminal.note(UNSURE);
  } finally {
    await lichess.close();
  }
}

const UNSURE =
  'Lichess cannot be asked whether this game is over, and the PGN does not say so; nobody is to be helped in a running game.';

/**
 * The text of any number of games, piece by piece: of a file, of standard input for "-", or of the one game of a link.
 */
export async function gamesText(
  word: string | undefined,
  context: SourceContext,
): Promise<AsyncIterable<string> | Iterable<string>> {
  if (word === undefined) throw new Fault('bad-input', 'pgn: give a file, a Lichess link, or "-" for standard input.');
  return isLink(word) ? [makeTree((await readGameSource(word, context)).pgn.tree)] : readChunks(word, context.signal);
}

/**
 * A position, as Discord takes it: a FEN (quoted or not), `startpos`, moves, a PGN, a link, or a text with one of these
 * in it; `--moves` plays on from it. Settings are read only for what leads to Lichess.
 */
export async function readPosition(
  args: readonly string[],
  values: Values,
  context: SourceContext,
): Promise<FoundPosition> {
  const [first = '', second] = args;
  if (args.length === 0) throw new Fault('bad-input', NO_POSITION);
  if (second !== undefined && isLink(first))
    throw new Fault('bad-input', `position: give the link alone ("${second}" stands behind it).`);
  if (second !== undefined && first.toLowerCase() === 'startpos')
    throw new Fault('bad-input', `moves: put them in quotes: --moves "e4 e5 Nf3" ("${second}" stands alone).`);
  const found = positionOf(await findPosition(args.join(' '), context));
  const game = playOn(found.game, typeof values.moves === 'string' ? values.moves : '');
  if (!game.ok) throw badInput(game);
  return { ...found, game: game.value };
}

const NO_POSITION =
  'position: give a FEN in quotes, startpos, moves such as "e4 e5 Nf3", a PGN, or a Lichess link; --moves plays on from it.';

/** With too few ranks, say: the sentence about a FEN is of more use then. */
const LIKE_A_FEN = /^[1-8pnbrqk]+\/[1-8pnbrqk/]+(\s|$)/i;

const GAMES_FILE = /^\S+\.pgn$/i;
const gamesInPlaceOf = (file: string): string =>
  `position: "${file}" is a file of games; "kibitz expected --pgn ${file} --ply 20" looks at a position of one.`;

async function findPosition(text: string, context: SourceContext): Promise<Found> {
  const read = readMessage(text, word => (isLink(word) ? parseLink(word, context.config.lichessUrl) : undefined));
  if (!read.ok) {
    if (GAMES_FILE.test(text)) throw new Fault('bad-input', gamesInPlaceOf(text));
    const asFen = parseGame(text);
    throw badInput(LIKE_A_FEN.test(text) && !asFen.ok ? asFen : read);
  }
  if (read.value.kind === 'link') return follow(read.value.link, context);
  const named = read.value.kind === 'game' ? read.value.pgn : { ...read.value, text };
  await noteUnlessOver(named, 'position', context);
  return read.value;
}

async function follow(link: LichessLink, { config, signal }: SourceContext): Promise<Found> {
  const lichess = await makeLichessClient(config);
  try {
    return await fetchLink(link, { lichess, signal });
  } finally {
    await lichess.close();
  }
}
