import { badInput, type FaultCode, toFault } from '../base/fault.ts';
import { refuse } from '../chess/refusals.ts';
import type { PgnGame } from '../input/pgn.ts';
import type { LichessClient } from './client.ts';
import { isRunning } from './export.ts';
import { isLink, parseLink } from './link.ts';

/**
 * A PGN or the text around a position may name a game on Lichess that is still being played: the result in a PGN is
 * only what its writer has put there. Lichess is asked before anything is said about the game.
 */

interface LookupOptions {
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
export async function isBeingPlayed(named: Named, { lichess, signal }: LookupOptions): Promise<boolean | undefined> {
  const id = lichessId(named, lichess.url);
  if (id === undefined) return false;
  try {
    return await isRunning(lichess, id, { deadlineMs: ASK_MS, ...(signal && { signal }) });
  } catch (error) {
    if (UNANSWERED.includes(toFault(error).code)) return undefined;
    throw error;
  }
}

/** Refuses a game that is still being played, and one without a result while Lichess cannot be asked. */
export async function requireOver(named: Named, options: LookupOptions, field: string): Promise<void> {
  const isPlayed = await isBeingPlayed(named, options);
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

/** More are not looked at: a text that is to hide its game would name none. */
const MOST_ADDRESSES = 10;
/** No address of a game is longer. */
const LONGEST = 80;
const looksLikeOne = (text: string): boolean => text.length <= LONGEST && /https?:\/\/|lichess\.org/i.test(text);
const BETWEEN = /[\s<>()[\]{}"“”„«»|]+/;
