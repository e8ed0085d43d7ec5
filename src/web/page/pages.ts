import type { PageData } from '../report.ts';
import { expectedPage } from './expected/page.ts';
import type { PageOptions } from './options.ts';
import { reviewPage } from './review/page.ts';

/** The page of whatever it is. */
export const pageOf = (data: PageData, options: PageOptions = {}): HTMLElement =>
  data.kind === 'expected' ? expectedPage(data.report, options) : reviewPage(data, options);
