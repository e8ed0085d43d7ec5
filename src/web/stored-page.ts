import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGzip } from 'node:zlib';
import type { ExpectedReport } from '../analysis/expected/report.ts';
import type { ReviewReport } from '../analysis/review/report.ts';
import { unpack } from '../base/json.ts';
import { annotatedPgn } from '../present/annotated-pgn.ts';
import { EXPECTED } from '../questions/expected.ts';
import { REVIEW, ReviewQuestion, reviewedGame } from '../questions/review.ts';
import { type KeptReport, type OpenReport, opened, type PackedReport } from '../store/reports.ts';
import { pageAssets } from './assets.ts';
import { htmlFile } from './html.ts';
import type { PageData } from './protocol.ts';

/** Which page shows a kept report of a kind, if any. */
export const pageKind = (kind: string): PageData['kind'] | undefined => PAGE_KINDS.get(kind);

const PAGE_KINDS: ReadonlyMap<string, PageData['kind']> = new Map([
  [EXPECTED, 'expected'],
  [REVIEW, 'review'],
]);

/** A kept report as a page shows it; undefined for what has none. */
function storedPage({ kind, question, report }: OpenReport): PageData | undefined {
  // What was interrupted is kept with its question alone.
  if (report === null) return undefined;
  if (kind === EXPECTED) return { kind: 'expected', report: report as ExpectedReport };
  const asked = ReviewQuestion.safeParse(question);
  if (kind !== REVIEW || !asked.success) return undefined;
  const review = report as ReviewReport;
  const { side } = asked.data;
  return { kind: 'review', report: review, pgn: annotatedPgn(reviewedGame(asked.data).tree, review), side };
}

/** A kept report, and where the page says that the source of Kibitz is. */
export interface FileOrder {
  kept: KeptReport;
  sourceUrl: string;
  /** What may be uploaded: a larger page need not travel to the process that would refuse it. */
  maxBytes: number;
}

/** A kept report as a page that is a file; undefined for one that has no page. */
export async function pageFile({
  kept,
  sourceUrl,
  maxBytes,
}: FileOrder): Promise<Uint8Array | 'too-large' | undefined> {
  const data = storedPage(opened(kept));
  if (!data) return undefined;
  const file = Buffer.from(htmlFile(data, await pageAssets(), sourceUrl));
  return file.length > maxBytes ? 'too-large' : file;
}

/** What is made of a kept report for a browser. */
export interface PageOrder extends PackedReport {
  /** What stands before its JSON and after it. */
  before: string;
  after: string;
  /** How long all of it may be before it is compressed. */
  maxBytes: number;
}

/** Compressed, or why there is nothing to show. */
export type GzippedPage = Uint8Array | 'none' | 'too-large';

class TooLarge extends Error {}

/**
 * A kept report as a browser takes it, made piece by piece: a large one passes through and is nowhere as a whole until
 * it is compressed. No name in it can end the element that it is in: the sign with which that would begin is written in
 * JSON's other way.
 */
export async function gzippedPage({ before, after, maxBytes, ...packed }: PageOrder): Promise<GzippedPage> {
  const json = packed.kind === EXPECTED ? expectedJson(packed.body) : otherJson(packed);
  if (!json) return 'none';
  let bytes = 0;
  const counted = (piece: string | Buffer): string | Buffer => {
    bytes += Buffer.byteLength(piece);
    if (bytes > maxBytes) throw new TooLarge();
    return piece;
  };
  async function* pieces(json: Iterable<Buffer> | AsyncIterable<Buffer>) {
    yield counted(before);
    for await (const piece of json) yield counted(escaped(piece));
    yield counted(after);
  }
  try {
    return await pipeline(pieces(json), createGzip({ chunkSize: PIECE_BYTES }), gzipped => buffer(gzipped));
  } catch (error) {
    if (error instanceof TooLarge) return 'too-large';
    throw error;
  }
}

/** Fewer and larger than zlib's own: each is a way to another thread and back. */
const PIECE_BYTES = 256 * 1024;

/** What is kept is JSON already, and passes through as it is. */
async function* expectedJson(body: Uint8Array): AsyncIterable<Buffer> {
  yield Buffer.from('{"kind":"expected","report":');
  const unpacked = createBrotliDecompress({ chunkSize: PIECE_BYTES });
  unpacked.end(body);
  yield* unpacked;
  yield Buffer.from('}');
}

function otherJson({ kind, question, body }: PackedReport): Iterable<Buffer> | undefined {
  const data = storedPage({ owner: '', created: 0, kind, question: unpack(question), report: unpack(body) });
  return data && [Buffer.from(JSON.stringify(data))];
}

const SIGN = '<';
/** By bytes: in UTF-8 none of another character's looks like this one. */
const escaped = (piece: Buffer): Buffer =>
  piece.includes(SIGN) ? Buffer.from(piece.toString('latin1').replaceAll(SIGN, '\\u003c'), 'latin1') : piece;
