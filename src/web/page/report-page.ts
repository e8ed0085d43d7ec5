import type { PageData } from '../protocol.ts';
import { expectedPage } from './expected/expected-page.ts';
import { reviewPage } from './review/review-page.ts';
import type { PageOptions } from './tools.ts';

/** The page of whatever it is. */
export const pageOf = (data: PageData, options: PageOptions = {}): HTMLElement =>
  data.kind === 'expected' ? expectedPage(data.report, options) : reviewPage(data, options);
