import type { z } from 'zod';
import type { OpenReport } from '../../store/reports.ts';
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
  /**
   * A stored report in one of its states, such as a page, a move, a side; '' is how it is shown first. No engine is asked, but
   * unpacking and drawing take time: whoever talks to others meanwhile asks `kit.views` instead.
   */
  show(id: string, stored: OpenReport, state: string, who: Who): Promise<Reply>;
  /** The question about something that somebody posted, with everything else as it is when nobody says anything. */
  about?(found: Found, who: Who, kit: Kit): Q;
  /** Whether a state takes so long to be drawn that it is counted like a question. */
  isCostly?(state: string): boolean;
  /** The question behind a button on somebody's report: other parameters, a move to look into. Undefined for what makes no sense. */
  derive?(stored: OpenReport, wish: string, who: Pick<Who, 'settings'>): Q | undefined;
  /** Whether the report itself has to be read for that, which takes time, too. */
  readonly derivesFromReport?: boolean;
}

/** A question with the errand that answers it. */
export interface Order {
  readonly errand: Errand<unknown>;
  readonly question: unknown;
}

export const orderOf = <Q>(errand: Errand<Q>, question: Q): Order => ({ errand, question });
