import type { z } from 'zod';
import type { Found } from '../../../lichess/find.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { OpenReport } from '../../../store/reports.ts';
import type { ServerSettings } from '../../../store/settings.ts';
import type { BotContext } from './context.ts';
import type { Reply } from './reply.ts';
import type { Session } from './session.ts';

/** Who asks, and how they are to be answered. */
export interface Requester {
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
export interface ReportHandler<Q> {
  /** Names it in the store and in buttons. */
  readonly kind: string;
  readonly question: z.ZodType<Q>;
  /** What the page of its reports is called as a file; undefined where these have none. */
  readonly page?: string;
  /** Asks the engines, keeps the report, and shows it. */
  run(question: Q, session: Session, context: BotContext, requester: Requester): Promise<Reply>;
  /**
   * A stored report in one of its states, such as a page, a move, a side; '' is how it is shown first. No engine is asked, but
   * unpacking and drawing take time: whoever talks to others meanwhile asks `kit.views` instead.
   */
  show(id: string, stored: OpenReport, state: string, requester: Requester): Promise<Reply>;
  /** The question about something that somebody posted, with everything else as it is when nobody says anything. */
  about?(found: Found, requester: Requester, context: BotContext): Q;
  /** Whether a state takes so long to be drawn that it is counted like a question. */
  isCostly?(state: string): boolean;
  /** The question behind a button on somebody's report: other parameters, a move to look into. Undefined for what makes no sense. */
  derive?(stored: OpenReport, wish: string, requester: Pick<Requester, 'settings'>): Q | undefined;
  /** Whether the report itself has to be read for that, which takes time, too. */
  readonly derivesFromReport?: boolean;
}

/** A question with the handler that answers it. */
export interface ReportRequest {
  readonly handler: ReportHandler<unknown>;
  readonly question: unknown;
}

export const reportRequest = <Q>(handler: ReportHandler<Q>, question: Q): ReportRequest => ({ handler, question });
