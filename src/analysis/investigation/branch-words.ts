import type { Color } from 'chessops/types';
import { ordinal } from '../../base/text.ts';
import type { Position } from '../../chess/position.ts';
import { makeScore, type Score } from '../../chess/score.ts';
import type { Language } from '../../chess/tongue.ts';
import { nameOf, resultWords } from '../../chess/words.ts';
import { SEARCHES } from './params.ts';
import { explain } from './phrases.ts';
import type { Branch, Illusion, InvestigationReport, Stop, StopReason } from './report.ts';
import { SENTENCES } from './sentences.ts';

/** What stands in the game beside the moves of a branch. */

/** `Looks like a free pawn, but loses the queen to Rb8.` */
export function branchSentence(branch: Branch, start: Position, language: Language = 'en'): string {
  const { looks, fails } = explain(branch, start, language);
  return SENTENCES[language].branch(branch.illusion.san, looks, fails);
}

/** `D2 +1.20 (1st), D16 -0.80 (7th)` */
export const gapWords = (
  { shallow, shallowRank, deep, deepRank }: Illusion,
  params: InvestigationReport['params'],
): string =>
  `D${params.shallow} ${makeScore(shallow)} (${ordinal(shallowRank)}), D${params.deep} ${makeScore(deep)} (${ordinal(deepRank)})`;

/** Where a branch has stopped, and what it began with. */
interface Stopped extends Stop {
  original: Score;
  /** Whose move it would be. */
  turn: Color;
}

const STOP_SENTENCES: Record<
  StopReason,
  (stop: Stopped, report: Pick<InvestigationReport, 'params' | 'player'>) => string
> = {
  d2_eval_below_original: ({ shallow, original }, { params, player }) =>
    `Stopped: D${params.shallow} ${shallow ? makeScore(shallow) : ''} is worse for ${nameOf(player)} than D${params.deep} ${makeScore(original)} at the start.`,
  no_overestimated_moves: (_, { params }) =>
    `Stopped: D${params.deep} and D${params.shallow} agree on what is good here.`,
  depth_limit: (_, { params }) => `Stopped: ${params.levels} illusions one behind the other are enough.`,
  game_over: ({ ending, turn }) => `Stopped: ${ending ? resultWords(ending, turn) : 'the game is over'}.`,
  already_explored: () => 'Stopped: this position has been explored in another branch.',
  search_limit: () => `Stopped: ${SEARCHES} searches are enough for one question.`,
};

/** Why a branch is not followed any further, with the numbers. */
export const stopSentence = (stopped: Stopped, report: Pick<InvestigationReport, 'params' | 'player'>): string =>
  STOP_SENTENCES[stopped.reason](stopped, report);
