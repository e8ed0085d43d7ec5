import { ProcessPool, type ProcessPoolOptions } from '../base/process-pool.ts';
import type { Result } from '../base/result.ts';
import type { Reply } from '../bot/discord/core/reply.ts';
import type { PlainRequester } from '../bot/discord/core/requester.ts';
import type { GivenText, PlainRead } from '../lichess/given-text.ts';
import type { ReviewQuestion } from '../questions/review.ts';
import type { JobOf } from '../service/jobs.ts';
import type { KeptReport } from '../store/reports.ts';
import type { RunAgain, RunAgainInput } from '../web/server/run-again.ts';
import type { FileOrder, GzippedPage, PageOrder } from '../web/stored-page.ts';

interface AskedReport {
  kind: string;
  stored: KeptReport;
  requester: PlainRequester;
}

/** What goes into each task and what comes out, both plain data and bytes. `process.ts` does them. */
export interface Tasks {
  /** A long text, with what was found in it. */
  read: { input: GivenText; output: Result<PlainRead> };
  /** A report as a message of Discord. */
  show: { input: AskedReport & { id: string; state: string }; output: Reply };
  /** The question behind a button on a report; undefined for what makes no sense. */
  derive: { input: AskedReport & { wish: string }; output: unknown };
  /** A report as a page that is a file; undefined for one that has no page. */
  page: { input: FileOrder; output: Uint8Array | 'too-large' | undefined };
  /** A kept report for a browser, compressed. */
  hostedPage: { input: PageOrder; output: GzippedPage };
  /** The question behind a kept report with a visitor's values. The report is unpacked for that. */
  runAgain: { input: RunAgainInput; output: Result<RunAgain> };
  /** What the engines are asked for a review: the game is read for that. */
  reviewJob: { input: ReviewQuestion; output: JobOf<'review'> };
}

export type TaskPool = ProcessPool<Tasks>;

/** The pool of processes that make replies, pages and pictures beside a process that talks to people. */
export const startTasks = (options: Omit<ProcessPoolOptions, 'program'> = {}): TaskPool =>
  new ProcessPool<Tasks>({ ...options, program: ['./process', import.meta.url] });
