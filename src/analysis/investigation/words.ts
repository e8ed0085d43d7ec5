import type { Color } from 'chessops/types';
import { parsePosition } from '../../chess/position.ts';
import { type Score, turnScore, winPercent, worth } from '../../chess/score.ts';
import type { Tongue } from '../../chess/tongue.ts';
import { ENGLISH, peopleOf, resultWords, shortScore } from '../../chess/words.ts';
import { FELT } from './fate.ts';
import { POPULAR, SEARCHES } from './params.ts';
import { explain } from './phrases.ts';
import type { Branch, InvestigationReport, Look } from './report.ts';
import { SENTENCES } from './sentences.ts';

/** In percent of winning chances: what a move promises and does not keep, or costs, from which on it is worth a sentence. */
const WORTH_TELLING = FELT;
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
    .filter(({ illusion: { uci, gap, deep: score } }) => {
      const isFooling = gap >= WORTH_TELLING || (people?.[uci] ?? 0) >= POPULAR;
      return isFooling && lossOf(deep, score, player) >= WORTH_TELLING;
    })
    .sort((a, b) => weight(b) - weight(a));
  const tempting = wrong.filter(branch => {
    const isFirst = branch.illusion.shallowRank <= TEMPTING.rank;
    return people ? share(branch) >= (isFirst ? TEMPTING.company : COMPANY) : isFirst;
  });
  return [...asked, ...tempting].slice(0, TOLD);
}

/** `Qxb7 looks like a free pawn (depth 2: +1.2, 1st) but loses the queen to Rb8 (depth 16: -6.1, 23rd).` */
export function illusionSentence(
  branch: Branch,
  report: InvestigationReport,
  { name = branch.illusion.san, tongue = ENGLISH }: { name?: string; tongue?: Tongue } = {},
): string {
  const position = parsePosition(report.fen);
  if (!position.ok) throw new RangeError(position.message);
  const { illusion } = branch;
  const { params, player, shallow } = report;
  const words = SENTENCES[tongue.language];
  const { looks, fails, fate } = explain(branch, position.value, tongue.language);
  const glance = words.ranked(shortScore(illusion.shallow, tongue), illusion.shallowRank);
  const deep = words.ranked(shortScore(illusion.deep, tongue), illusion.deepRank);
  const truth = `(${words.atDepth(params.deep, deep)})`;
  const isPlain =
    shallow &&
    illusion.shallowRank > PLAIN_TO_SEE.rank &&
    lossOf(shallow, illusion.shallow, player) >= PLAIN_TO_SEE.loss;
  const people = peopleSentence(report, [illusion.uci], tongue);
  if (fate.kind === 'near') return `${words.near(name, branch.instead.san, truth)}${people}`;
  if (fate.kind === 'ends' && fate.ending === 'checkmate') return `${words.matesToo(name)}${people}`;
  const told = { name, looks, fails, glance, shallow: params.shallow, truth };
  return `${isPlain ? words.plain(told) : words.fooled(told)}${people}`;
}

/** `64 % of 1500s play it.`, of several moves `51 % of 1500s play one of them.` */
function peopleSentence(
  { people, params }: InvestigationReport,
  moves: readonly string[],
  { language, share }: Tongue,
): string {
  if (!people) return '';
  const sum = moves.reduce((all, uci) => all + (people[uci] ?? 0), 0);
  return ` ${SENTENCES[language].played(share(sum), peopleOf(params.rating, language), moves.length === 1)}`;
}

/** Moves that cost no more than this, in percent of winning chances, are as good as the best. */
const AS_GOOD = 1;
const NAMED = 3;
/** A best move that stands lower than this at a glance is easily overlooked. */
const EASILY_SEEN = 3;

/** What should be played. */
function bestSentence(report: InvestigationReport, deep: Look, shallow: Look, tongue: Tongue): string {
  const words = SENTENCES[tongue.language];
  const equals = deep.ranking.filter(({ score }) =>
    deep.score.kind === 'mate' || score.kind === 'mate'
      ? worth(score, report.player) === worth(deep.score, report.player)
      : lossOf(deep, score, report.player) <= AS_GOOD,
  );
  const people = peopleSentence(
    report,
    equals.map(({ uci }) => uci),
    tongue,
  );
  const depth = words.atDepth(deep.depth, shortScore(deep.score, tongue));
  if (equals.length > 1) {
    const names = equals.slice(0, NAMED).map(({ san }) => san);
    const rest = equals.length - names.length;
    return `${words.equals(tongue.list(rest > 0 ? [...names, words.more(rest)] : names), depth)}${people}`;
  }
  const glance = shallow.ranking.find(({ uci }) => uci === deep.best.uci)?.rank ?? 1;
  const overlooked = glance > EASILY_SEEN ? words.overlooked(shallow.depth, glance) : '';
  return `${words.best(deep.best.san, `${depth}${overlooked}`)}${people}`;
}

/** A few sentences for chat. */
export function investigationWords(report: InvestigationReport, tongue: Tongue = ENGLISH): string[] {
  const { deep, shallow, ending, player, stats } = report;
  const words = SENTENCES[tongue.language];
  if (ending) return [words.over(resultWords(ending, player, tongue.language))];
  if (!deep || !shallow) return [];
  if (deep.ranking.length === 1) return [words.onlyMove(deep.best.san)];
  const told = toldBranches(report);
  return [
    bestSentence(report, deep, shallow, tongue),
    ...told.map(branch => illusionSentence(branch, report, { tongue })),
    ...(told.length === 0 ? [nothingTold(report, deep, shallow, tongue)] : []),
    ...(stats.limited ? [words.limited(SEARCHES)] : []),
  ];
}

function nothingTold({ tree, player }: InvestigationReport, deep: Look, shallow: Look, { language }: Tongue): string {
  const words = SENTENCES[language];
  if (tree.branches.length === 0) return words.agree(shallow.depth, deep.depth);
  const isCostly = ({ illusion: { gap, deep: score } }: Branch) =>
    gap >= WORTH_TELLING && lossOf(deep, score, player) >= WORTH_TELLING;
  return tree.branches.some(isCostly) ? words.hardlyPlayed : words.littleLost(shallow.depth, deep.depth);
}
