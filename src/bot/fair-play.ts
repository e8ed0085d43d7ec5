import { badInput, type FaultCode, toFault } from '../base/fault.ts';
import { refuse } from '../chess/refusals.ts';
import type { PgnGame } from '../input/pgn.ts';
import type { LichessClient } from '../lichess/client.ts';
import { isRunning } from '../lichess/export.ts';
import { isLink, parseLink } from '../lichess/link.ts';

/**
 * What names a game on Lichess, as a PGN in its headers or the words around a position, may be of one that is still being
 * played: its result is only what somebody has written there. Lichess knows, and is asked before anything is said.
 */

interface Surroundings {
  lichess: LichessClient;
  signal?: AbortSignal | undefined;
}

export interface Named extends Partial<Pick<PgnGame, 'headers' | 'result'>> {
  /** The words around it. */
  text?: string;
}

const ID = /^[A-Za-z0-9]{8}$/;
const SERVER = /^(?:https?:\/\/)?[^/?#]+/i;
const ASK_MS = 10_000;
/** Lichess is out of reach, or does not want to be asked. */
const UNANSWERED: readonly FaultCode[] = ['lichess-failed', 'lichess-refused', 'rate-limited', 'deadline'];

/** Whether Lichess has a game of that name running; undefined where it cannot be asked. */
export async function isBeingPlayed(named: Named, { lichess, signal }: Surroundings): Promise<boolean | undefined> {
  const id = lichessId(named, lichess.url);
  if (id === undefined) return false;
  try {
    return await isRunning(lichess, id, { deadlineMs: ASK_MS, ...(signal && { signal }) });
  } catch (error) {
    if (UNANSWERED.includes(toFault(error).code)) return undefined;
    throw error;
  }
}

/** Refuses a game that is still being played, and one that does not even say that it is over while nobody can be asked. */
export async function requireOver(named: Named, surroundings: Surroundings, field: string): Promise<void> {
  const isPlayed = await isBeingPlayed(named, surroundings);
  if (isPlayed) throw badInput(refuse('game.playing', { field }));
  if (isPlayed === undefined && named.result === undefined) throw badInput(refuse('game.unsure', { field }));
}

export const namesLichess = (named: Named, home: string): boolean => lichessId(named, home) !== undefined;

/** The first game of Lichess that is named; its own exports name it in `Site`. */
function lichessId({ headers = {}, text = '' }: Named, home: string): string | undefined {
  const { Site = '', GameId = '' } = headers;
  const [server = ''] = isLink(Site) ? (SERVER.exec(Site.trim()) ?? []) : [];
  const numbered = server && ID.test(GameId) ? [`${server}/${GameId}`] : [];
  const given = [Site, ...numbered, ...Object.values(headers), ...text.split(BETWEEN)];
  for (const address of given.filter(looksLikeOne).slice(0, MOST_ADDRESSES)) {
    const link = parseLink(address, home);
    if (link.ok && link.value.kind === 'game') return link.value.id;
  }
  return undefined;
}

/** Nobody names more; who wants to hide which game it is would name none. */
const MOST_ADDRESSES = 10;
/** No address of a game is longer. */
const LONGEST = 80;
const looksLikeOne = (text: string): boolean => text.length <= LONGEST && /https?:\/\/|lichess\.org/i.test(text);
const BETWEEN = /[\s<>()[\]{}"“”„«»|]+/;
