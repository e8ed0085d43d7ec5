import type { Color, Role } from 'chessops/types';
import { WORTH } from '../../chess/exchange.ts';
import { type Position, parsePosition } from '../../chess/position.ts';
import { makeScore, type Score, turnScore } from '../../chess/score.ts';
import { winPercent } from '../../chess/winrate.ts';
import { listed, nameOf, ordinal, peopleOf, resultWords, shareText, shortScore } from '../../chess/words.ts';
import type { Tag, TagName } from '../tags/names.ts';
import { phraseOf, TAG_WORDS } from '../tags/words.ts';
import { type Fate, fateOf } from './fate.ts';
import { type LineStep, stepsOf } from './lines.ts';
import { type Lure, lureOf } from './lure.ts';
import { SEARCHES } from './params.ts';
import type { Branch, Illusion, InvestigationReport, Look, Stop, StopReason } from './report.ts';

/** What a tactic is called when it is a move that somebody plays. */
const TACTICS: Partial<Record<TagName, string>> = {
  'pieces.hanging': 'a free piece',
  'pieces.trapped': 'the end of a trapped piece',
  'tactic.backrank': 'a way in on the back rank',
  'tactic.defender': 'the removal of a defender',
};
const tacticWords = (name: TagName): string => TACTICS[name] ?? `a ${TAG_WORDS[name]}`;

/** What a capture seems to win if both sides go on taking. */
function gainWords({ role, gain }: Extract<Lure, { kind: 'capture' }>): string {
  if (gain === 1) return 'a pawn';
  if (role === 'queen') return 'the queen';
  return role === 'rook' && gain === 2 ? 'the exchange' : 'material';
}

/** `looks like a free pawn` */
function lureWords(lure: Lure): string {
  switch (lure.kind) {
    case 'promotion':
      return `looks like a new ${lure.role}`;
    case 'capture':
      return lure.gain >= WORTH[lure.role] ? `looks like a free ${lure.role}` : `seems to win ${gainWords(lure)}`;
    case 'escape':
      return 'looks like the way out of check';
    case 'tactic':
      return `looks like ${tacticWords(lure.name)}`;
    case 'mate-threat':
      return 'threatens mate';
    case 'trade':
      return 'looks like an even trade';
    case 'attack':
      return `attacks the ${lure.role} on ${lure.square}`;
    case 'rescue':
      return `seems to save the ${lure.role} on ${lure.square}`;
    case 'castling':
      return 'seems to bring the king to safety';
    case 'check':
      return 'looks forcing, with check';
    case 'development':
      return `looks natural, developing the ${lure.role}`;
    case 'offer':
      return 'looks like a promising offer';
    case 'plain':
      return 'looks harmless';
  }
}

const ARTICLES: Record<Role, string> = {
  pawn: 'a pawn',
  knight: 'a knight',
  bishop: 'a bishop',
  rook: 'a rook',
  queen: 'the queen',
  king: 'the king',
};
const NUMBERS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** `the queen`, `a rook and two pawns` */
function menWords(roles: readonly Role[]): string {
  const counts = new Map<Role, number>();
  for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1);
  return listed([...counts].map(([role, count]) => (count === 1 ? ARTICLES[role] : `${NUMBERS[count]} ${role}s`)));
}

const isMinor = (role: Role): boolean => role === 'knight' || role === 'bishop';

/** `the queen for a rook`, `the exchange and a pawn`. Beside pieces, pawns are left out where pieces are given for them. */
function lossWords(lost: readonly Role[], won: readonly Role[]): string {
  const minor = won.find(isMinor);
  if (minor && lost.includes('rook') && !lost.includes('queen')) {
    const [rest, left] = [without(lost, 'rook'), without(won, minor)];
    const more = rest.length > 0 ? ` and ${menWords(rest)}` : '';
    return `the exchange${more}${left.length > 0 ? ` for ${menWords(left)}` : ''}`;
  }
  const pieces = (roles: readonly Role[]) => roles.filter(role => role !== 'pawn');
  const main = pieces(lost).length > 0 && won.length > 0 ? pieces(lost) : lost;
  const price = pieces(won).length > 0 ? pieces(won) : won;
  return `${menWords(main)}${price.length > 0 ? ` for ${menWords(price)}` : ''}`;
}

function without(roles: readonly Role[], role: Role): Role[] {
  const at = roles.indexOf(role);
  return roles.filter((_, index) => index !== at);
}

/** `loses the queen to Rb8` */
function fateWords(fate: Fate, { answer, best, after }: { answer: string; best: string; after: LineStep }): string {
  switch (fate.kind) {
    case 'mated':
      return fate.moves === 1 ? `${answer} is mate` : `${answer} forces mate in ${fate.moves}`;
    case 'mate-missed':
      return `after ${answer} the mate in ${fate.moves} that begins with ${best} is gone`;
    case 'material':
      return `loses ${lossWords(fate.lost, fate.won)} to ${answer}`;
    case 'promotion':
      return `after ${answer} a pawn gets through`;
    case 'tactic':
      return `runs into ${answer}, ${tacticWords(fate.name)}`;
    case 'weaker':
      return `${best} is far stronger`;
    case 'fizzles':
      return `${answer} holds, and little is left of it`;
    case 'position':
      return `after ${answer} it ends badly: ${harmWords(fate.tag, after.after)}`;
    case 'plain':
      return `${answer} is a strong answer`;
  }
}

/** What a line leaves behind: `Black's king is under attack`. */
const harmWords = (tag: Tag, position: Position): string =>
  tag.name === 'king.attackers' ? `${nameOf(tag.side)}'s king is under attack` : phraseOf(tag, position);

/** Both halves of what is said of a branch: why it looks good, and why it is not. */
function explain(branch: Branch, start: Position): [looks: string, fails: string] {
  const steps = stepsOf(
    start,
    branch.line.map(({ uci }) => uci),
  );
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) return [lureWords({ kind: 'plain' }), 'is not best'];
  const fate = fateOf({ steps, deep: branch.illusion.deep, best: branch.instead.score });
  const answer = branch.line[1]?.san ?? 'the answer';
  return [lureWords(lureOf(first)), fateWords(fate, { answer, best: branch.instead.san, after: last })];
}

/** `64 % of 1500s play it.` */
function peopleSentence({ people, params }: InvestigationReport, uci: string): string {
  const share = people?.[uci];
  return share === undefined ? '' : ` ${shareText(share)} of ${peopleOf(params.rating)} play it.`;
}

/** `Looks like a free pawn, but loses the queen to Rb8.` */
export function branchSentence(branch: Branch, start: Position): string {
  const [looks, fails] = explain(branch, start);
  return `${branch.illusion.san} ${looks}, but ${fails}.`;
}

/** `D2 +1.20 (1st), D16 -0.80 (7th)` */
export const gapWords = (
  { shallow, shallowRank, deep, deepRank }: Illusion,
  params: InvestigationReport['params'],
): string =>
  `D${params.shallow} ${makeScore(shallow)} (${ordinal(shallowRank)}), D${params.deep} ${makeScore(deep)} (${ordinal(deepRank)})`;

type Stopped = Stop & { original: Score };

const STOP_SENTENCES: Record<
  StopReason,
  (stop: Stopped, report: Pick<InvestigationReport, 'params' | 'player'>) => string
> = {
  d2_eval_below_original: ({ shallow, original }, { params, player }) =>
    `Stopped: D${params.shallow} ${shallow ? makeScore(shallow) : ''} is worse for ${nameOf(player)} than D${params.deep} ${makeScore(original)} at the start.`,
  no_overestimated_moves: (_, { params }) =>
    `Stopped: D${params.deep} and D${params.shallow} agree on what is good here.`,
  depth_limit: (_, { params }) => `Stopped: ${params.levels} illusions one behind the other are enough.`,
  game_over: ({ ending }, { player }) => `Stopped: ${ending ? resultWords(ending, player) : 'the game is over'}.`,
  already_explored: () => 'Stopped: this position has been explored in another branch.',
  search_limit: () => `Stopped: ${SEARCHES} searches are enough for one question.`,
};

/** Why a branch is not followed any further, with the numbers. */
export const stopSentence = (
  stop: Stop,
  original: Score,
  report: Pick<InvestigationReport, 'params' | 'player'>,
): string => STOP_SENTENCES[stop.reason]({ ...stop, original }, report);

/** In percent of winning chances: what a move promises and does not keep, or costs, from which on it is worth a sentence. */
const WORTH_TELLING = 5;
/** A move that costs so much at a glance, and for which there are so many better ones, looks wrong to begin with. */
const PLAIN_TO_SEE = { loss: 25, rank: 5 };
/** What fewer people play fools nobody; of what is among the first at a glance it may be fewer. */
const COMPANY = 0.03;
const TEMPTING = { rank: 3, company: 0.01 };
const TOLD = 3;

const lossOf = (look: Look, score: Score, player: Color): number =>
  winPercent(turnScore(look.score, player)) - winPercent(turnScore(score, player));

/** What to tell in chat: the illusions that most people fall for and pay most for. */
export function toldBranches({ tree, people, params, deep, player }: InvestigationReport): Branch[] {
  if (!deep) return [];
  const share = ({ illusion: { uci, shallowRank } }: Branch) => (people ? (people[uci] ?? 0) : 1 / shallowRank);
  const weight = (branch: Branch) => share(branch) * lossOf(deep, branch.illusion.deep, player);
  const isAsked = ({ illusion }: Branch) => illusion.uci === params.move;
  const [asked, rest] = [tree.branches.filter(isAsked), tree.branches.filter(branch => !isAsked(branch))];
  const wrong = rest
    .filter(({ illusion }) => illusion.gap >= WORTH_TELLING && lossOf(deep, illusion.deep, player) >= WORTH_TELLING)
    .sort((a, b) => weight(b) - weight(a));
  const tempting = wrong.filter(branch => {
    const isFirst = branch.illusion.shallowRank <= TEMPTING.rank;
    return people ? share(branch) >= (isFirst ? TEMPTING.company : COMPANY) : isFirst;
  });
  return [...asked, ...tempting].slice(0, TOLD);
}

/** `Qxb7 looks like a free pawn (depth 2: +1.2, 1st) but loses the queen to Rb8 (depth 16: -6.1, 23rd).` */
export function illusionSentence(branch: Branch, report: InvestigationReport, name = branch.illusion.san): string {
  const position = parsePosition(report.fen);
  if (!position.ok) throw new RangeError(position.message);
  const { illusion } = branch;
  const { params, player, shallow } = report;
  const [looks, fails] = explain(branch, position.value);
  const glance = `${shortScore(illusion.shallow)}, ${ordinal(illusion.shallowRank)}`;
  const truth = `(depth ${params.deep}: ${shortScore(illusion.deep)}, ${ordinal(illusion.deepRank)})`;
  const isPlain =
    shallow &&
    illusion.shallowRank > PLAIN_TO_SEE.rank &&
    lossOf(shallow, illusion.shallow, player) >= PLAIN_TO_SEE.loss;
  const sentence = isPlain
    ? `${name} ${looks}, but ${fails} ${truth}; even depth ${params.shallow} sees that something is wrong (${glance}).`
    : `${name} ${looks} (depth ${params.shallow}: ${glance}) but ${fails} ${truth}.`;
  return sentence + peopleSentence(report, illusion.uci);
}

/** A best move that stands lower than this at a glance is easily overlooked. */
const EASILY_SEEN = 3;

/** A few sentences for chat. */
export function investigationWords(report: InvestigationReport): string[] {
  const { deep, shallow, ending, player, tree, stats } = report;
  if (ending) return [`${resultWords(ending, player)}: there is nothing to investigate.`];
  if (!deep || !shallow) return [];
  const { best, score, ranking } = deep;
  if (ranking.length === 1) return [`${best.san} is the only legal move: nobody can be fooled here.`];
  const told = toldBranches(report);
  const glance = shallow.ranking.find(({ uci }) => uci === best.uci)?.rank ?? 1;
  const overlooked = glance > EASILY_SEEN ? `, at depth ${shallow.depth} only ${ordinal(glance)}` : '';
  const limited = `There was more to look at than ${SEARCHES} searches, the most for one question.`;
  return [
    `Best is ${best.san} (depth ${deep.depth}: ${shortScore(score)}${overlooked}).${peopleSentence(report, best.uci)}`,
    ...told.map(branch => illusionSentence(branch, report)),
    ...(told.length === 0 ? [nothingTold(tree.branches.length, shallow.depth, deep.depth)] : []),
    ...(stats.limited ? [limited] : []),
  ];
}

const nothingTold = (branches: number, shallow: number, deep: number): string =>
  branches === 0
    ? `Nothing here looks better than it is: depth ${shallow} and depth ${deep} agree.`
    : `Nothing here looks much better than it is: what a glance (depth ${shallow}) likes loses little at depth ${deep}.`;
