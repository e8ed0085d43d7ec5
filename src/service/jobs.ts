import { COLORS } from 'chessops/types';
import { z } from 'zod';
import type { EvalReport } from '../analysis/eval.ts';
import type { EvaluateReport } from '../analysis/evaluate/game.ts';
import { PARAMETERS as EXPECTED, LEAVES, RESIDUALS } from '../analysis/expected/params.ts';
import type { ExpectedProgress } from '../analysis/expected/progress.ts';
import type { ExpectedReport } from '../analysis/expected/report.ts';
import { PARAMETERS as INVESTIGATION } from '../analysis/investigation/params.ts';
import type { InvestigationProgress, InvestigationReport } from '../analysis/investigation/report.ts';
import type { MatchGameReport } from '../analysis/match/game.ts';
import { PARAMETERS as MATCH } from '../analysis/match/params.ts';
import { PARAMETERS as MAIA, type MaiaReport, type MaiasReport } from '../analysis/move-predictions.ts';
import type { Evaluations } from '../analysis/review/game-evaluation.ts';
import type { ReviewProgress, ReviewReport } from '../analysis/review/report.ts';
import type { Bounds } from '../base/bounds.ts';
import type { Priority } from '../base/fair-queue.ts';
import { Fault, type FaultCode } from '../base/fault.ts';
import { type Game, MAX_PLIES, uciMoves } from '../chess/game.ts';
import { fenOf, type Position } from '../chess/position.ts';
import { RATING } from '../chess/rating.ts';
import type { PullProgress } from '../engine/model-store.ts';
import { DEPTH, MULTIPV, NODES } from '../engine/uci.ts';
import type { Status } from './status.ts';

/** The jobs of the analysis process and of workers, as plain data that can be sent to other processes and machines. */

export const within = ({ min, max, whole = true }: Bounds & { whole?: boolean }) =>
  (whole ? z.number().int() : z.number()).min(min).max(max);

/** A start position and the moves from it, as text that was made from checked input (`src/input`). */
export const GameInput = z.object({
  fen: z.string().max(120),
  moves: z.array(z.string().max(5)).max(MAX_PLIES),
});

export const gameInput = (game: Game): z.infer<typeof GameInput> => ({
  fen: fenOf(game.positions[0] as Position),
  moves: uciMoves(game),
});

/** The id of a model, `auto`, or the path of a file; by default the configured model. */
export const modelName = z.string().min(1).max(1000).optional();

export const rating = within(RATING);

export const limit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('depth'), depth: within(DEPTH) }),
  z.object({ kind: z.literal('nodes'), nodes: within(NODES) }),
]);

const EvalJob = z.object({
  kind: z.literal('eval'),
  input: GameInput,
  params: z.object({
    limit,
    multipv: within(MULTIPV),
    searchmoves: z.array(z.string().max(5)).min(1).max(MULTIPV.max).optional(),
    deterministic: z.boolean(),
  }),
  cache: z.boolean(),
});

const temperature = within(MAIA.temperature);
const topP = within(MAIA.topP);

const MaiaJob = z.object({
  kind: z.literal('maia'),
  input: GameInput,
  model: modelName,
  params: z.object({ rating, opponentRating: rating, temperature, topP: topP.optional() }),
  cache: z.boolean(),
});

/** More positions in a job would keep the next job waiting for too long. */
export const MAX_POSITIONS = 256;

/** Predictions for many positions at once. */
const MaiasJob = MaiaJob.omit({ input: true }).extend({
  kind: z.literal('maias'),
  inputs: z.array(GameInput).min(1).max(MAX_POSITIONS),
});

export const expectedParams = z.object({
  threshold: within(EXPECTED.threshold),
  depth: within(EXPECTED.depth),
  /** Zero or negative, as in the report. */
  loss: within(EXPECTED.loss),
  rating,
  opponentRating: rating,
  residual: z.enum(RESIDUALS),
  leaf: z.enum(LEAVES),
  maxCandidates: within(EXPECTED.maxCandidates).nullable(),
});

const ExpectedJob = z.object({
  kind: z.literal('expected'),
  input: GameInput,
  model: modelName,
  params: expectedParams,
  /** Whether the same input gives exactly the same report, for which the cache is neither read nor written. */
  deterministic: z.boolean(),
  trace: z.boolean(),
  cache: z.boolean(),
});

const score = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cp'), cp: z.number().int() }),
  z.object({ kind: z.literal('mate'), mate: z.number().int() }),
]);

const ReviewJob = z.object({
  kind: z.literal('review'),
  input: GameInput.extend({
    headers: z.record(z.string().max(100), z.string().max(1000)),
    clocks: z.array(z.number().nullable()).max(MAX_PLIES),
    /** The evaluations of the PGN; null if Stockfish is to evaluate. */
    evals: z.array(score.nullable()).max(MAX_PLIES).nullable(),
    opening: z.object({ eco: z.string().max(10), name: z.string().max(200), ply: z.number().int().min(0) }).nullable(),
    lastBookPly: within({ min: 0, max: MAX_PLIES }),
  }),
  model: modelName,
  params: z.object({ limit, ratings: z.object({ white: rating, black: rating }), maia: z.boolean() }),
  /** As with expected win rates. */
  deterministic: z.boolean(),
  cache: z.boolean(),
});

/** Some of the searches of a review, done by another worker. */
const StretchJob = z.object({
  kind: z.literal('stretch'),
  input: GameInput,
  params: z.object({
    limit,
    from: within({ min: 0, max: MAX_PLIES }),
    to: within({ min: 1, max: MAX_PLIES + 1 }),
    /**
     * The fingerprint of the Stockfish that does the other searches: only evaluations of the same one are comparable.
     */
    engine: z.string().max(1000),
  }),
  deterministic: z.boolean(),
  cache: z.boolean(),
});

const InvestigateJob = z.object({
  kind: z.literal('investigate'),
  input: GameInput,
  model: modelName,
  params: z.object({
    deep: within(INVESTIGATION.deep),
    shallow: within(INVESTIGATION.shallow),
    levels: within(INVESTIGATION.levels),
    rating,
    opponentRating: rating.optional(),
    maia: z.boolean(),
    move: z.string().max(5).nullable(),
  }),
  /** As with expected win rates. */
  deterministic: z.boolean(),
  cache: z.boolean(),
});

/** One game of a match between Maia and Stockfish. */
const MatchJob = z.object({
  kind: z.literal('match'),
  /** The opening from which the game is played. */
  input: GameInput,
  model: modelName,
  params: z.object({
    maia: z.enum(COLORS),
    rating,
    opponentRating: rating,
    temperature,
    topP,
    seed: z.number().int(),
    elo: within(MATCH.elo),
    limit,
  }),
  /** Whether Maia's predictions are cached; Stockfish's random choices never are. */
  cache: z.boolean(),
});

/** The moves that Maia or Stockfish would have played in one real game of an evaluation. */
const EvaluateJob = z.object({
  kind: z.literal('evaluate'),
  input: GameInput,
  model: modelName,
  params: z.discriminatedUnion('ask', [
    z.object({ ask: z.literal('maia'), ratings: z.object({ white: rating, black: rating }) }),
    z.object({ ask: z.literal('stockfish'), limit }),
  ]),
  cache: z.boolean(),
});

/** The state of the process; needs no engine. */
const StatusJob = z.object({ kind: z.literal('status') });

const JobSchema = z.discriminatedUnion('kind', [
  EvalJob,
  MaiaJob,
  MaiasJob,
  ExpectedJob,
  ReviewJob,
  StretchJob,
  InvestigateJob,
  MatchJob,
  EvaluateJob,
  StatusJob,
]);

export type Job = z.infer<typeof JobSchema>;
export type JobKind = Job['kind'];
export const JOB_KINDS: readonly JobKind[] = JobSchema.options.map(({ shape }) => shape.kind.value);
export type JobOf<K extends JobKind> = Extract<Job, { kind: K }>;

export interface JobResults {
  eval: EvalReport;
  maia: MaiaReport;
  maias: MaiasReport;
  expected: ExpectedReport;
  review: ReviewReport;
  stretch: { kind: 'stretch' } & Evaluations;
  investigate: InvestigationReport;
  match: MatchGameReport;
  evaluate: EvaluateReport;
  status: Status;
}
export type JobResult = JobResults[JobKind];

/** A result as it travels: reports are packed, since they can be large and most processes only pass them on. */
export type PackedResult = JobResult | Uint8Array;

export type Progress =
  /** The job waits; the one at position 1 is next. */
  | { kind: 'queued'; position: number }
  | ({ kind: 'download' } & PullProgress)
  | ({ kind: 'expected' } & ExpectedProgress)
  | ({ kind: 'review' } & ReviewProgress)
  | ({ kind: 'investigate' } & InvestigationProgress);

/** Told how the jobs of a question go on, so that their cost can be counted. */
export interface Meter {
  /** A job of the question has left the queue and begun. */
  begun(): void;
  /** A job of the question has ended, for which engines have worked so long. May be called after the answer. */
  spent(engineMs: number): void;
}

/** A priority that can be asked for; whether a job is `short` is decided by the service. */
export type Urgency = Exclude<Priority, 'short'>;

export interface JobOptions {
  priority?: Urgency;
  /** The one who takes turns with others: a user, a visitor, the command line. */
  owner?: string;
  signal?: AbortSignal;
  /** The time from now after which the job is aborted. */
  deadlineMs?: number;
  /** The meter of the question that this job is for. */
  meter?: Meter | undefined;
  onProgress?: (progress: Progress) => void;
}

/** The only way to the engines, for the command line, the bots and the pages. */
export interface AnalysisService {
  run<K extends JobKind>(job: JobOf<K>, options?: JobOptions): Promise<JobResults[K]>;
  /** Runs a job for a caller that stores or passes on the result, packed with `pack`. */
  runPacked(job: Job, options?: JobOptions): Promise<Uint8Array>;
  /** Takes no more jobs, refuses those that wait and lets those that run finish. Called again, it stops at once. */
  close(): Promise<void>;
}

/** What this process knows at once, without asking another one. */
export interface ServiceHealth {
  /** The numbers of jobs, where there is a line. */
  queue?: { running: number; waiting: number };
  /** Where jobs go through Redis; `workers` is known in bots only. */
  redis?: { up: boolean; workers?: number };
  /** How often the analysis process had to be started again, where there is one. */
  restarts?: number;
  /** Why nothing can be analysed now, in one sentence. */
  problem: string | undefined;
}

/** How a job ended. */
export type JobOutcome = 'done' | FaultCode;

/** Told when each job begins and ends, except for jobs that ask for the status. */
export interface JobObserver {
  /** The job is handed out, for the first time or again. */
  begun(kind: JobKind, waitedMs: number): void;
  /** Called once for each job. `ranMs` is the time since it was handed out; undefined if it never was. */
  ended(kind: JobKind, outcome: JobOutcome, ranMs: number | undefined): void;
}

export interface Measurable {
  health(): ServiceHealth;
  /** Present where there is a line of jobs. */
  observe?(observer: JobObserver): void;
  /** The state of this process's own engines; engines of other processes are measured there. */
  engines?(signal: AbortSignal): Promise<Status>;
}

export interface MeasurableService extends AnalysisService, Measurable {}

/** Refuses a job whose numbers or lengths are out of bounds, naming the field. */
export function checkJob(job: Job): void {
  const checked = JobSchema.safeParse(job);
  if (checked.success) return;
  const [issue] = checked.error.issues;
  throw new Fault('bad-input', `${String(issue?.path.at(-1) ?? 'job')}: ${issue?.message ?? 'not understood'}.`);
}

/** How far a job is, from 0 to 1; undefined where its whole size is unknown. */
export function shareOf(progress: Progress): number | undefined {
  switch (progress.kind) {
    case 'queued':
      return undefined;
    case 'download':
      return part(progress.done, progress.total);
    case 'expected':
      return progress.phase === 'maia-trees' ? undefined : part(progress.treeNodesEvaluated, progress.totalTreeNodes);
    case 'review':
      return part(progress.evaluated + progress.predicted, progress.positions + progress.predictions);
    case 'investigate':
      return part(progress.done, progress.branches);
  }
}

const part = (done: number, total: number): number | undefined => (total > 0 ? Math.min(1, done / total) : undefined);
