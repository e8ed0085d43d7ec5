import { opened } from '../../store/reports.ts';
import type { Tasks } from '../../tasks/tasks.ts';
import { analyzeHandler } from './analyze/handler.ts';
import { handlerOf, type ReportHandler } from './core/context.ts';
import type { Reply } from './core/reply.ts';
import { fromPlain } from './core/requester.ts';
import { investigateHandler } from './investigate/handler.ts';
import { matchHandler } from './match/handler.ts';
import { reviewHandler } from './review/handler.ts';

/** All kinds of reports. */
export const HANDLERS: readonly ReportHandler<unknown>[] = [
  analyzeHandler,
  reviewHandler,
  investigateHandler,
  matchHandler,
];

/** In a process of the pool, which is only asked about these. */
const knownHandler = (kind: string): ReportHandler<unknown> =>
  handlerOf(kind, { handlers: HANDLERS }) as ReportHandler<unknown>;

export const showReport = ({ kind, id, stored, state, requester }: Tasks['show']['input']): Promise<Reply> =>
  knownHandler(kind).show(id, opened(stored), state, fromPlain(requester));

export const deriveQuestion = ({ kind, stored, wish, requester }: Tasks['derive']['input']): unknown =>
  knownHandler(kind).derive?.(opened(stored), wish, fromPlain(requester));
