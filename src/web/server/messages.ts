import type { Fault, FaultCode } from '../../base/fault.ts';
import { count, plural } from '../../base/text.ts';
import { type Progress, shareOf } from '../../service/jobs.ts';
import type { Refused } from '../../service/quota.ts';
import type { RunProgress } from '../protocol.ts';

/** What visitors are told. */

const MINUTE_MS = 60_000;

/** Nothing here says where anything lies on the machine, nor how it is made. */
const SAID: Partial<Record<FaultCode, string>> = {
  busy: 'Kibitz has more to do than it can take on at the moment; try again in a minute.',
  closing: 'Kibitz is being restarted; try again in a minute.',
  'store-failed': 'The reports cannot be read at the moment; try again in a minute.',
  deadline: 'This took too long and was stopped; with a lower depth or a higher threshold it takes less.',
  'too-large': 'This report is too large to be shown as a page.',
  cancelled: 'Cancelled.',
  crashed: 'The engines gave up on this twice; try it with a lower depth.',
};
const OTHERWISE = 'Something went wrong inside Kibitz; try again, and tell whoever runs it if that does not help.';

export const sayFault = ({ code, message }: Fault): string =>
  code === 'bad-input' ? message : (SAID[code] ?? OTHERWISE);

/** Faults that are no mistake of Kibitz, and not worth a line in its log. */
const USUAL: readonly FaultCode[] = ['bad-input', 'busy', 'closing', 'deadline', 'too-large', 'cancelled'];
export const isNews = ({ code }: Fault): boolean => !USUAL.includes(code);

export interface Trouble {
  status: number;
  message: string;
  retryAfterS?: number;
}

const AWAY: readonly FaultCode[] = ['busy', 'closing', 'store-failed'];
/** The request was not looked into. */
const isAway = ({ code }: Fault): boolean => AWAY.includes(code);
/** After which it is worth another try. */
const AWAY_S = 60;

/** The trouble that a fault means. */
export function troubleOf(fault: Fault): Trouble {
  const message = sayFault(fault);
  if (fault.code === 'bad-input') return { status: 400, message };
  if (isAway(fault)) return { status: 503, message, retryAfterS: AWAY_S };
  return { status: 500, message };
}

/** Too much at once, or in an hour. */
export function tooMuch({ over, most, next }: Refused, now: number): Trouble {
  if (over === 'running' || next === undefined) {
    const message = `${plural(most, 'run')} at a time, please; wait until one of yours has ended, or cancel it.`;
    return { status: 429, message, retryAfterS: AWAY_S };
  }
  const minutes = Math.max(1, Math.ceil((next - now) / MINUTE_MS));
  const what = over === 'engine' ? `${plural(most, 'second')} of the engines` : plural(most, 'run');
  const message = `${what} an hour, please; the next run is possible in ${plural(minutes, 'minute')}.`;
  return { status: 429, message, retryAfterS: Math.max(1, Math.ceil((next - now) / 1000)) };
}

export function progressOf(progress: Progress, ms: number): RunProgress {
  const isExpected = progress.kind === 'expected';
  return {
    phase: phaseOf(progress),
    share: shareOf(progress) ?? null,
    ms,
    estimateMs: isExpected ? progress.estimateMs : null,
    computing: progress.kind !== 'queued' && progress.kind !== 'download',
    ranking: isExpected ? progress.ranking : [],
  };
}

function phaseOf(progress: Progress): string {
  switch (progress.kind) {
    case 'queued':
      return `Waiting, number ${progress.position} in line`;
    case 'download':
      return `Fetching ${progress.model}, once`;
    case 'expected':
      if (progress.phase === 'complete') return 'Putting it together';
      return progress.phase === 'maia-trees'
        ? `Looking at what people play: ${plural(progress.totalTreeNodes, 'position')}`
        : `Stockfish judges: ${count(progress.treeNodesEvaluated)} of ${count(progress.totalTreeNodes)} positions`;
    case 'review':
      return progress.evaluated < progress.positions
        ? `Stockfish looks at the game: position ${progress.evaluated} of ${progress.positions}`
        : `Comparing with other players: ${progress.predicted} of ${progress.predictions}`;
    case 'investigate':
      return `Following what looks good: ${progress.done} of ${progress.branches}`;
  }
}
