import { refuse } from '../chess/result.ts';
import { badInput, type FaultCode, toFault } from '../engine/fault.ts';
import type { PgnGame } from '../input/pgn.ts';
import type { LichessClient } from '../lichess/client.ts';
import { isRunning } from '../lichess/export.ts';
import { isLink, parseLink } from '../lichess/link.ts';

/**
 * A PGN that names a game on Lichess may be of one that is still being played: its result is only what somebody has
 * written there. Lichess knows, and is asked before anything is said about the game.
 */

export interface Surroundings {
  lichess: LichessClient;
  signal?: AbortSignal | undefined;
}

type Written = Pick<PgnGame, 'headers' | 'result'>;

const ID = /^[A-Za-z0-9]{8}$/;
const SERVER = /^(?:https?:\/\/)?[^/?#]+/i;
const ASK_MS = 10_000;
/** Lichess is out of reach, or does not want to be asked. */
const UNANSWERED: readonly FaultCode[] = ['lichess-failed', 'lichess-refused', 'rate-limited', 'deadline'];

/** Whether Lichess has a game of that name running; undefined where it cannot be asked. */
export async function isBeingPlayed(
  { headers }: Pick<Written, 'headers'>,
  { lichess, signal }: Surroundings,
): Promise<boolean | undefined> {
  const id = lichessId(headers, lichess.url);
  if (id === undefined) return false;
  try {
    return await isRunning(lichess, id, { deadlineMs: ASK_MS, ...(signal && { signal }) });
  } catch (error) {
    if (UNANSWERED.includes(toFault(error).code)) return undefined;
    throw error;
  }
}

/** Refuses a game that is still being played, and one that does not even say that it is over while nobody can be asked. */
export async function requireOver(pgn: Written, surroundings: Surroundings, field: string): Promise<void> {
  const isPlayed = await isBeingPlayed(pgn, surroundings);
  if (isPlayed) throw badInput(refuse('game.playing', { field }));
  if (isPlayed === undefined && pgn.result === undefined) throw badInput(refuse('game.unsure', { field }));
}

export const namesLichess = ({ headers }: Pick<Written, 'headers'>, home: string): boolean =>
  lichessId(headers, home) !== undefined;

/** Which game of Lichess a PGN says that it is. */
function lichessId({ Site = '', GameId = '' }: Written['headers'], home: string): string | undefined {
  if (!isLink(Site)) return undefined;
  const [server = ''] = SERVER.exec(Site.trim()) ?? [];
  for (const address of [Site, ...(ID.test(GameId) ? [`${server}/${GameId}`] : [])]) {
    const link = parseLink(address, home);
    if (link.ok && link.value.kind === 'game') return link.value.id;
  }
  return undefined;
}
