import { z } from 'zod';
import { PARAMETERS } from '../../analysis/expected/params.ts';
import { no, ok, type Result } from '../../base/result.ts';
import { cut } from '../../base/text.ts';
import { RATING } from '../../chess/rating.ts';
import { EXPECTED, type ExpectedQuestion, expectedJob, expectedQuestion } from '../../questions/expected.ts';
import { REVIEW, ReviewQuestion, reviewQuestionJob } from '../../questions/review.ts';
import type { JobOf } from '../../service/jobs.ts';
import { type About, type KeptReport, opened } from '../../store/reports.ts';
import { canRunAgain, DEPTHS, NODES, type PageData, THRESHOLDS, withNow } from '../protocol.ts';

/** A kept question with other values, and the job that answers it. */
export interface RunAgain extends Pick<About, 'kind' | 'question'> {
  job: JobOf<'expected'> | JobOf<'review'>;
}

/** A kept report, and the values that the visitor gave. */
export interface RunAgainInput {
  stored: KeptReport;
  wishes: unknown;
}

/** A value that may be given: how it is checked, and what it must be. */
interface Field {
  schema: z.ZodType<number>;
  what: string;
}

const RATED: Field = {
  schema: z.number().int().min(RATING.min).max(RATING.max),
  what: `a whole number from ${RATING.min} to ${RATING.max}`,
};
const { loss } = PARAMETERS;
const LOSS: Field = {
  schema: z.number().min(loss.min).max(loss.max),
  what: `a number from ${loss.min} to ${loss.max}`,
};
const oneOf = (choices: readonly number[]): Field => ({
  schema: z.number().refine(value => choices.includes(value)),
  what: `one of ${choices.join(', ')}`,
});

/** The question behind a report with other values; the sentence of a refusal names the field. */
export function runAgain({ stored, wishes }: RunAgainInput): Result<RunAgain> {
  const { kind, question, report } = opened(stored);
  // What was interrupted is kept with its question alone.
  if (report === null || (kind !== EXPECTED && kind !== REVIEW)) return no('report: this one cannot be run again.');
  if (!canRunAgain(report as PageData['report'])) return no('report: the game is over here; there is nothing to run.');
  return kind === EXPECTED
    ? positionAgain(expectedQuestion.parse(question), wishes)
    : reviewAgain(ReviewQuestion.parse(question), wishes);
}

function positionAgain(question: ExpectedQuestion, wishes: unknown): Result<RunAgain> {
  const { threshold, depth } = question.params;
  const read = readWishes(wishes, {
    threshold: oneOf(withNow(THRESHOLDS, threshold)),
    depth: oneOf(withNow(DEPTHS, depth)),
    loss: LOSS,
    rating: RATED,
    opponentRating: RATED,
  });
  if (!read.ok) return read;
  // The fields in one order, in whichever they were wished: the same question is then the same text.
  const changed = expectedQuestion.parse({ ...question, params: { ...question.params, ...read.value } });
  return ok({ kind: EXPECTED, question: changed, job: expectedJob(changed) });
}

function reviewAgain(question: ReviewQuestion, wishes: unknown): Result<RunAgain> {
  const now = question.limit.kind === 'nodes' ? question.limit.nodes : NODES[0];
  const fields: Record<string, Field> = { white: RATED, black: RATED };
  // With the evaluations of the file there is no search.
  if (!question.useEvals) fields.nodes = oneOf(withNow(NODES, now));
  const read = readWishes(wishes, fields);
  if (!read.ok) return read;
  const { white = question.ratings.white, black = question.ratings.black, nodes } = read.value;
  const limit = nodes === undefined ? question.limit : { kind: 'nodes' as const, nodes };
  const changed = { ...question, ratings: { white, black }, limit };
  return ok({ kind: REVIEW, question: changed, job: reviewQuestionJob(changed) });
}

const LONGEST_SHOWN = 40;

/** What is not wished stays as it is. */
function readWishes<K extends string>(wishes: unknown, fields: Record<K, Field>): Result<Partial<Record<K, number>>> {
  if (typeof wishes !== 'object' || wishes === null || Array.isArray(wishes))
    return no('body: give an object with the values that are to be others.');
  const read: Partial<Record<K, number>> = {};
  for (const [name, value] of Object.entries(wishes)) {
    const known = (Object.keys(fields) as K[]).find(key => key === name);
    if (!known)
      return no(`${cut(name, LONGEST_SHOWN)}: there is no such value; give ${Object.keys(fields).join(', ')}.`);
    const { schema, what } = fields[known];
    const parsed = schema.safeParse(value);
    if (!parsed.success) return no(`${known}: ${cut(JSON.stringify(value), LONGEST_SHOWN)} is not ${what}.`);
    read[known] = parsed.data;
  }
  return ok(read);
}
