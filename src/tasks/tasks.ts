import type { GzippedPage, PageOrder } from '../web/gzipped.ts';

/**
 * What can be left to a process of the pool: what goes in and what comes out, both plain data and bytes. How it is done is
 * in `process.ts`, which only those processes load.
 */
export interface Tasks {
  /** Plain data as it is kept. */
  pack: { input: unknown; output: Uint8Array };
  /** The JSON of what was packed, for whoever passes it on as text. */
  unpack: { input: Uint8Array; output: Uint8Array };
  /** A kept report for a browser, compressed. */
  hostedPage: { input: PageOrder; output: GzippedPage };
}
