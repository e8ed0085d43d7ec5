import { analyzeHandler } from './analyze/handler.ts';
import type { ReportHandler } from './core/handler.ts';
import { investigateHandler } from './investigate/handler.ts';
import { matchHandler } from './match/handler.ts';
import { reviewHandler } from './review/handler.ts';

/** Everything that can be asked, kept, and asked again. */
export const HANDLERS: readonly ReportHandler<unknown>[] = [
  analyzeHandler,
  reviewHandler,
  investigateHandler,
  matchHandler,
];

export const handlerOf = (
  kind: string,
  handlers: readonly ReportHandler<unknown>[],
): ReportHandler<unknown> | undefined => handlers.find(handler => handler.kind === kind);
