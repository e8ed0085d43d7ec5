import { makeLichessClient } from '../app/lichess-client.ts';
import { badInput, Fault } from '../base/fault.ts';
import { makeTree } from '../chess/pgn/make.ts';
import { refuse } from '../chess/refusals.ts';
import { playOn } from '../input/moves.ts';
import { type PgnGame, type PgnOptions, parsePgn } from '../input/pgn.ts';
import { isBeingPlayed, namesLichess } from '../lichess/fair-play.ts';
import { type Found, type FoundPosition, fetchLink, gameOf, positionOf } from '../lichess/find.ts';
import { isLink, parseLink } from '../lichess/link.ts';
import type { Context, Values } from './command.ts';
import { readChunks, readPgn } from './files.ts';
import { gameArgument } from './options.ts';

/** What somebody named on the command line: files, positions, and what they found on Lichess. */

type FoundGame = Extract<Found, { kind: 'game' }>;
type Surroundings = Pick<Context, 'config' | 'signal'>;

/** A game from a file, from standard input for "-", or from Lichess for a link. */
export async function readGameSource(
  word: string,
  context: Pick<Context, 'config' | 'signal' | 'terminal'>,
  options: PgnOptions = {},
): Promise<FoundGame> {
  if (isLink(word)) {
    const found = await follow(word, context);
    return found.kind === 'game' ? found : { kind: 'game', pgn: gameOf(found, 'link') };
  }
  const pgn = parsePgn(await readPgn(word, context.signal), options);
  if (!pgn.ok) throw badInput(pgn);
  // A file that says how the game ended is read without asking anybody.
  if (pgn.value.result === undefined) await askWhetherOver(pgn.value, context);
  if (pgn.value.games > 1) context.terminal.note(`There are ${pgn.value.games} games in it; this is the first.`);
  return { kind: 'game', pgn: pgn.value };
}

/** The engines here belong to whoever asks: where Lichess cannot tell, they are reminded, and not refused. */
async function askWhetherOver(pgn: PgnGame, context: Pick<Context, 'config' | 'signal' | 'terminal'>): Promise<void> {
  if (!Object.values(pgn.headers).some(isLink)) return; // settings are not read for what is no game of Lichess
  const { config, signal, terminal } = context;
  if (!namesLichess(pgn, config.lichessUrl)) return;
  const lichess = await makeLichessClient(config);
  try {
    const isPlayed = await isBeingPlayed(pgn, { lichess, signal });
    if (isPlayed) throw badInput(refuse('game.playing', { field: 'pgn' }));
    if (isPlayed === undefined) terminal.note(UNSURE);
  } finally {
    await lichess.close();
  }
}

const UNSURE =
  'Lichess cannot be asked whether this game is over, and the PGN does not say so; nobody is to be helped in a running game.';

/** The text of any number of games, piece by piece: of a file, of standard input for "-", or of the one game of a link. */
export async function gamesText(
  word: string | undefined,
  context: Pick<Context, 'config' | 'signal' | 'terminal'>,
): Promise<AsyncIterable<string> | Iterable<string>> {
  if (word === undefined) throw new Fault('bad-input', 'pgn: give a file, a Lichess link, or "-" for standard input.');
  return isLink(word) ? [makeTree((await readGameSource(word, context)).pgn.tree)] : readChunks(word, context.signal);
}

/** A position: a FEN (quoted or not), `startpos`, or a link to one or into a game; `--moves` plays on from it. */
export async function readPosition(
  args: readonly string[],
  values: Values,
  context: Surroundings,
): Promise<FoundPosition> {
  const [word = ''] = args;
  if (!isLink(word)) return { game: gameArgument(args, values), names: {}, ratings: {} };
  if (args.length > 1) throw new Fault('bad-input', `position: give the link alone ("${args[1]}" stands behind it).`);
  const found = positionOf(await follow(word, context));
  const game = playOn(found.game, typeof values.moves === 'string' ? values.moves : '');
  if (!game.ok) throw badInput(game);
  return { ...found, game: game.value };
}

async function follow(word: string, { config, signal }: Surroundings): Promise<Found> {
  const link = parseLink(word, config.lichessUrl);
  if (!link.ok) throw badInput(link);
  const lichess = await makeLichessClient(config);
  try {
    return await fetchLink(link.value, { lichess, signal });
  } finally {
    await lichess.close();
  }
}
