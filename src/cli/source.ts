import type { Color } from 'chessops/types';
import { Fault } from '../engine/fault.ts';
import { isLink, type Link, parseLink } from '../lichess/link.ts';
import type { Context } from './command.ts';
import { readPgn } from './files.ts';
import { version } from './version.ts';

/** A game that somebody named on the command line. */
export interface GameSource {
  pgn: string;
  /** Whose side of the board a link shows. */
  side?: Color;
  /** Where in the game a link points to, as Lichess counts: see `plyOfGame`. */
  ply?: number;
}

type Surroundings = Pick<Context, 'config' | 'signal'>;

/** From a file, from standard input for "-", or from Lichess for a link to a game or to a chapter of a study. */
export async function readGameSource(word: string, context: Surroundings): Promise<GameSource> {
  if (!isLink(word)) return { pgn: await readPgn(word, context.signal) };
  const parsed = parseLink(word, context.config.lichessUrl);
  if (!parsed.ok) throw new Fault('bad-input', parsed.message);
  const link = parsed.value;
  if (link.kind !== 'game' && link.kind !== 'chapter') throw new Fault('bad-input', NO_GAME[link.kind]);
  const pgn = await fetchPgn(link, context);
  const { side, ply }: Omit<GameSource, 'pgn'> = link;
  return { pgn, ...(side && { side }), ...(ply !== undefined && { ply }) };
}

type GameLink = Extract<Link, { kind: 'game' | 'chapter' }>;

/** What a link may be about that is no game, and what to do instead. */
const NO_GAME: Record<Exclude<Link, GameLink>['kind'], string> = {
  puzzle: 'link: this is a puzzle, and this command takes a game; open the game it is from and copy that address.',
  user: 'link: this is a player, and this command takes a game; open one of their games and copy that address.',
  analysis: 'link: this is a position, and this command takes a game.',
};

async function fetchPgn(link: GameLink, { config, signal }: Surroundings): Promise<string> {
  // Loaded where they are used: most games come from files.
  const [{ LichessClient }, { exportChapter, exportGame }] = await Promise.all([
    import('../lichess/client.ts'),
    import('../lichess/export.ts'),
  ]);
  const client = new LichessClient({ url: config.lichessUrl, userAgent: `Kibitz/${version()}` });
  try {
    return link.kind === 'game'
      ? await exportGame(client, link.id, { signal })
      : await exportChapter(client, link.study, link.chapter, { signal });
  } finally {
    await client.close();
  }
}
