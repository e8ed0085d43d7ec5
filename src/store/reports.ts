import { createHash, randomBytes } from 'node:crypto';
import { pack, unpack } from '../base/json.ts';
import type { StoreFile } from './file.ts';

/** A question and its owner. The question is plain data with which it can be asked again. */
export interface About {
  owner: string;
  kind: string;
  question: unknown;
}

/** A question with its time, which is kept for longer than its report. */
interface Asked extends About {
  created: number;
}

/** A report as it is stored. */
export interface PackedReport {
  kind: string;
  question: Uint8Array;
  body: Uint8Array;
}

/** What is known of a report without unpacking it. */
interface ReportHead {
  kind: string;
  /** Whether only the question was kept, because the analysis was interrupted. */
  isEmpty: boolean;
}

/** A report that is still packed. */
export interface KeptReport extends Asked {
  readonly packed: Uint8Array;
}

/** A report that is unpacked. */
export interface OpenReport extends Asked {
  readonly report: unknown;
}

/** A report that is unpacked when `report` is read. This takes time and blocks the event loop. */
export interface StoredReport extends KeptReport, OpenReport {}

export const DAY_MS = 24 * 60 * 60_000;
export const REPORT_LIFE_MS = 30 * DAY_MS;
export const QUESTION_LIFE_MS = 365 * DAY_MS;
/** The one owner of all reports that visitors of the pages have made: visitors are anonymous. */
export const VISITORS = 'web';
/** The room of visitors' reports as a share of that of users, in addition to it. */
export const VISITORS_SHARE = 1 / 8;
/** The share of either room that questions without a report may take. */
const QUESTIONS_SHARE = 1 / 8;
/** Room made beyond what is needed, so that a full store is not swept at every report. */
const SWEEP_TO = 0.9;
/** How often reports that are too old are deleted; those that are not deleted yet count as expired all the same. */
const SWEEP_EVERY_MS = 60 * 60_000;
/** An id is 128 random bits in 22 characters. It cannot be guessed, and knowing it gives access to the report. */
export const ID_BYTES = 16;
/** The size of the smallest report, which stands for a missing one. */
const NOTHING_BYTES = pack(null).length;
/** The rough size of id, owner, index and row. */
const ROW_OVERHEAD = 200;

/** How many bytes of packed reports that could not be written are kept in memory. */
const UNKEPT_BYTES = 16 * 1024 * 1024;

interface Row {
  owner: string;
  kind: string;
  question: Buffer;
  created: number;
  body: Buffer | null;
}

/**
 * The reports that buttons of messages refer to. Their age and their bytes are bounded, and the oldest are deleted
 * first. The question of a deleted report stays for a while, so that it can be asked again.
 */
export class Reports {
  readonly #sql: StoreFile;
  /** The bytes for users' reports and questions, packed; visitors' reports have a share of it in addition. */
  readonly #maxBytes: number;
  /** The reports that could not be written; they can be used until this process ends. */
  readonly #unkept = new Map<string, Row>();
  #swept = Number.NEGATIVE_INFINITY;

  constructor(sql: StoreFile, maxBytes: number) {
    this.#sql = sql;
    this.#maxBytes = maxBytes;
  }

  /** Keeps a report and returns its id. */
  put(report: unknown, about: About): string {
    return this.putPacked(pack(report), about);
  }

  /** Keeps a report that is already packed. */
  putPacked(answer: Uint8Array, about: About): string {
    const { owner, kind, question } = about;
    const id = randomBytes(ID_BYTES).toString('base64url');
    const asked = pack(question);
    const rest = asked.length + ROW_OVERHEAD;
    // A report that is larger than all the room is not kept at all, so that no other one is deleted for it.
    const fits = rest + answer.length <= this.#capacityOf(GROUPS[owner === VISITORS ? 'visitors' : 'people']);
    const row = { owner, kind, question: asked, created: this.#sql.now(), body: fits ? Buffer.from(answer) : null };
    const isKept = this.#sql.tryWrite(() =>
      this.#insert(id, row, { rest, asked: owner === VISITORS ? digestOf(about) : null }),
    );
    if (!isKept) this.#remember(id, row);
    return id;
  }

  #insert(
    id: string,
    { owner, kind, question, created, body }: Row,
    { rest, asked }: { rest: number; asked: string | null },
  ): void {
    this.#sql.transaction(() => {
      this.#sql.run(
        'INSERT INTO reports (id, owner, kind, question, bytes, rest, created, asked) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        ...[id, owner, kind, question, body?.length ?? 0, rest, created, asked],
      );
      if (body) this.#sql.run('INSERT INTO bodies VALUES (last_insert_rowid(), ?)', body);
      this.#sweep();
    });
  }

  /** Keeps a report in memory that could not be written, and drops the oldest ones there. */
  #remember(id: string, row: Row): void {
    this.#unkept.set(id, row);
    let bytes = 0;
    for (const [each, { question, body }] of [...this.#unkept].reverse()) {
      bytes += question.length + (body?.length ?? 0);
      if (bytes > UNKEPT_BYTES) this.#unkept.delete(each);
    }
  }

  /** Whether the report is in the file, where other processes find it. */
  isKept(id: string): boolean {
    return !this.#unkept.has(id);
  }

  /** The newest report on the same question of any visitor, if it is younger than that. */
  answerTo(about: Omit<About, 'owner'>, youngerThanMs: number): string | undefined {
    return this.#sql.get<{ id: string }>(
      'SELECT id FROM reports WHERE asked = ? AND created > ? AND bytes > 0 ORDER BY created DESC LIMIT 1',
      ...[digestOf(about), this.#sql.now() - youngerThanMs],
    )?.id;
  }

  get(id: string): StoredReport | 'expired' | undefined {
    const row = this.#find(id);
    if (!row) return undefined;
    const isOld = row.created + REPORT_LIFE_MS <= this.#sql.now();
    return row.body && !isOld ? storedOf(row, row.body) : 'expired';
  }

  head(id: string): ReportHead | 'expired' | undefined {
    const unkept = this.#unkept.get(id);
    const row = unkept
      ? { ...unkept, bytes: unkept.body?.length ?? 0 }
      : this.#sql.get<Pick<Row, 'kind' | 'created'> & { bytes: number }>(
          'SELECT kind, created, bytes FROM reports WHERE id = ?',
          id,
        );
    if (!row || row.created + QUESTION_LIFE_MS <= this.#sql.now()) return undefined;
    const isThere = row.bytes > 0 && row.created + REPORT_LIFE_MS > this.#sql.now();
    return isThere ? { kind: row.kind, isEmpty: row.bytes <= NOTHING_BYTES } : 'expired';
  }

  /** The report as it is stored, to be unpacked in another process. */
  packed(id: string): PackedReport | undefined {
    const row = this.#find(id);
    return row?.body ? { kind: row.kind, question: row.question, body: row.body } : undefined;
  }

  /** The question of a report, even if the report has expired. */
  asked(id: string): Asked | undefined {
    const row = this.#find(id);
    return row && askedOf(row);
  }

  #find(id: string): Row | undefined {
    const row =
      this.#unkept.get(id) ??
      this.#sql.get<Row>(
        'SELECT owner, kind, question, created, body FROM reports LEFT JOIN bodies USING (number) WHERE id = ?',
        id,
      );
    return row && row.created + QUESTION_LIFE_MS > this.#sql.now() ? row : undefined;
  }

  #capacityOf({ share }: Group): number {
    return this.#maxBytes * share;
  }

  /** Deletes the oldest reports. Sizes are counted anew each time, since other processes write and sweep, too. */
  #sweep(): void {
    const now = this.#sql.now();
    const isDue = this.#swept + SWEEP_EVERY_MS <= now;
    if (isDue) this.#swept = now;
    let gone = 0;
    for (const group of Object.values(GROUPS)) {
      if (isDue) gone += this.#sweepOld(group);
      gone += this.#sweepOver(group);
    }
    if (gone > 0) this.#sql.run('DELETE FROM bodies WHERE number NOT IN (SELECT number FROM reports WHERE bytes > 0)');
  }

  #sweepOld({ where }: Group): number {
    const now = this.#sql.now();
    return (
      this.#sql.run(`DELETE FROM reports WHERE ${where} AND created <= ?`, now - QUESTION_LIFE_MS) +
      this.#sql.run(`${EXPIRE} ${where} AND created <= ? AND bytes > 0`, now - REPORT_LIFE_MS)
    );
  }

  #sweepOver(group: Group): number {
    const room = this.#capacityOf(group);
    let gone = 0;
    const [rest, forQuestions] = [this.#total('rest', group), room * QUESTIONS_SHARE];
    if (rest > forQuestions)
      gone += this.#sql.run(`DELETE FROM reports WHERE ${oldest('rest', group)}`, rest - forQuestions * SWEEP_TO);
    const total = this.#total('bytes', group) + this.#total('rest', group);
    if (total > room) gone += this.#sql.run(`${EXPIRE} ${oldest('bytes', group)}`, total - room * SWEEP_TO);
    return gone;
  }

  #total(column: Sized, { where }: Group): number {
    const sql = `SELECT coalesce(sum(${column}), 0) AS total FROM reports WHERE ${where}`;
    return this.#sql.get<{ total: number }>(sql)?.total ?? 0;
  }
}

interface Group {
  /** The same words as in the group's index, which SQLite does not use otherwise. */
  where: string;
  share: number;
}
const GROUPS: Readonly<Record<'people' | 'visitors', Group>> = {
  people: { where: `owner <> '${VISITORS}'`, share: 1 },
  visitors: { where: `owner = '${VISITORS}'`, share: VISITORS_SHARE },
};

/** A hash of the question, equal for equal questions with their fields in the same order. */
const digestOf = ({ kind, question }: Omit<About, 'owner'>): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, question]))
    .digest('base64url')
    .slice(0, 22);

/** The bytes of a report, and those that stay when it is deleted. */
type Sized = 'bytes' | 'rest';

const EXPIRE = 'UPDATE reports SET bytes = 0 WHERE';

/** The oldest reports that have to be deleted to free so many bytes. */
const oldest = (column: Sized, { where }: Group): string => `number IN (
  SELECT number FROM (
    SELECT number, sum(${column}) OVER (ORDER BY created, number) - ${column} AS before
    FROM reports WHERE ${where} AND ${column} > 0
  ) WHERE before < ?
)`;

const askedOf = ({ owner, kind, question, created }: Row): Asked => ({
  owner,
  kind,
  question: unpack(question),
  created,
});

const storedOf = (row: Row, packed: Buffer): StoredReport => opened({ ...askedOf(row), packed });

/** The report is no enumerable property: a copy for another process leaves it behind, instead of unpacking it. */
export function opened(kept: KeptReport): StoredReport {
  let unpacked: { report: unknown } | undefined;
  const get = () => {
    unpacked ??= { report: unpack(kept.packed) };
    return unpacked.report;
  };
  return Object.defineProperty({ ...kept }, 'report', { get }) as StoredReport;
}
