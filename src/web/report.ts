import type { ExpectedReport } from '../analysis/expected/report.ts';

/** What a page can show. */
export type PageReport = ExpectedReport;
