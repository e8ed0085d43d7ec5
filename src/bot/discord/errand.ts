import type { z } from 'zod';
import type { StoredReport } from '../../store/reports.ts';
import type { ServerSettings } from '../../store/settings.ts';
import type { Found } from '../ask.ts';
import type { Kit } from './commands/command.ts';
import type { Talk } from './conversation.ts';
import type { Reply } from './reply.ts';
import type { Voice } from './strings/voice.ts';

/** Who asks, and how they are to be answered. */
export interface Who {
  readonly user: string;
  /** Null in private. */
  readonly server: string | null;
  readonly voice: Voice;
  readonly settings: ServerSettings;
}

/**
 * Work that somebody asks for. The question is plain data: it is kept with the report, asked again by a button, and
 * finished after a restart.
 */
export interface Errand<Q> {
  /** Names it in the store and in buttons. */
  readonly kind: string;
  readonly question: z.ZodType<Q>;
  /** What the page of its reports is called as a file; undefined where these have none. */
  readonly page?: string;
  /** Asks the engines, keeps the report, and shows it. */
  run(question: Q, talk: Talk, kit: Kit, who: Who): Promise<Reply>;
  /** A stored report in one of its states, such as a page, a move, a side; '' is how it is shown first. No engine is asked. */
  show(id: string, stored: StoredReport, state: string, who: Who): Promise<Reply>;
  /** The question about something that somebody posted, with everything else as it is when nobody says anything. */
  about?(found: Found, who: Who, kit: Kit): Q;
  /** The question behind a button on somebody's report: other parameters, a move to look into. Undefined for what makes no sense. */
  derive?(stored: StoredReport, wish: string, who: Pick<Who, 'settings'>): Q | undefined;
}

/** A question with the errand that answers it. */
export interface Order {
  readonly errand: Errand<unknown>;
  readonly question: unknown;
}

export const orderOf = <Q>(errand: Errand<Q>, question: Q): Order => ({ errand, question });
