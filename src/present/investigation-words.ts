import type { Color, Role } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { stepsOf } from '../analysis/investigation/lines.ts';
import { POPULAR, SEARCHES } from '../analysis/investigation/params.ts';
import { FELT, type HarmTag, type Refutation, refutationOf } from '../analysis/investigation/refutation.ts';
import type { IllusionBranch, InvestigationReport, SearchRanking } from '../analysis/investigation/report.ts';
import { type Temptation, temptationOf } from '../analysis/investigation/temptation.ts';
import { WORTH } from '../chess/exchange.ts';
import type { Position } from '../chess/position.ts';
import { type Score, turnScore, winPercent, worth } from '../chess/score.ts';
import { peopleOf, resultWords, shortScore } from '../chess/words.ts';
import { ENGLISH_VOICE, listWords, type ReportVoice } from './catalogue/catalogue.ts';
import { positionOf } from './game-scene.ts';

/** An investigation in sentences, for chats and terminals. */

/** How much a move has to promise too much or to cost, in percent of winning chances, to get a sentence. */
const WORTH_TELLING = FELT;
/** A move that costs so much in the shallow search, and for which it ranks so many higher, looks wrong at once. */
const PLAIN_TO_SEE = { loss: 25, rank: 5 };
/** The share of people who have to play a move that is told; it may be smaller if the shallow search ranks it high. */
const COMPANY = 0.03;
const TEMPTING = { rank: 3, company: 0.01 };
const TOLD = 3;

const costOf = (look: SearchRanking, score: Score, player: Color): number =>
  winPercent(turnScore(look.score, player)) - winPercent(turnScore(score, player));

/** The illusions that are told in chat: those that most people fall for and that cost most. */
export function toldBranches({ tree, people, params, deep, player }: InvestigationReport): IllusionBranch[] {
  if (!deep) return [];
  const share = ({ illusion: { uci, shallowRank } }: IllusionBranch) => (people ? (people[uci] ?? 0) : 1 / shallowRank);
  const weight = (branch: IllusionBranch) => share(branch) * costOf(deep, branch.illusion.deep, player);
  const isAsked = ({ illusion }: IllusionBranch) => illusion.uci === params.move;
  const [asked, rest] = [tree.branches.filter(isAsked), tree.branches.filter(branch => !isAsked(branch))];
  const wrong = rest
    .filter(({ illusion: { uci, gap, deep: score } }) => {
      const isFooling = gap >= WORTH_TELLING || (people?.[uci] ?? 0) >= POPULAR;
      return isFooling && costOf(deep, score, player) >= WORTH_TELLING;
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
  branch: IllusionBranch,
  report: InvestigationReport,
  { name = branch.illusion.san, voice = ENGLISH_VOICE }: { name?: string; voice?: ReportVoice } = {},
): string {
  const { illusion } = branch;
  const { params, player, shallow } = report;
  const { looks, fails, fate } = explain(branch, positionOf(report.fen), voice);
  const ranked = (score: Score, rank: number) =>
    voice.say('investigation.ranked', { score: shortScore(score, voice), rank: voice.say('investigation.rank', rank) });
  const what = ranked(illusion.deep, illusion.deepRank);
  const truth = `(${voice.say('investigation.at-depth', { depth: params.deep, what })})`;
  const isPlain =
    shallow &&
    illusion.shallowRank > PLAIN_TO_SEE.rank &&
    costOf(shallow, illusion.shallow, player) >= PLAIN_TO_SEE.loss;
  const people = peopleSentence(report, [illusion.uci], voice);
  if (fate.kind === 'near')
    return `${voice.say('investigation.near', { move: name, best: branch.instead.san, truth })}${people}`;
  if (fate.kind === 'ends' && fate.ending === 'checkmate')
    return `${voice.say('investigation.mates-too', { move: name })}${people}`;
  const glance = ranked(illusion.shallow, illusion.shallowRank);
  const told = { move: name, looks, fails, glance, shallow: params.shallow, truth };
  return `${voice.say(isPlain ? 'investigation.plain' : 'investigation.fooled', told)}${people}`;
}

/** `Looks like a free pawn, but loses the queen to Rb8.` */
export function branchSentence(branch: IllusionBranch, start: Position, voice: ReportVoice = ENGLISH_VOICE): string {
  const { looks, fails } = explain(branch, start, voice);
  return voice.say('investigation.branch', { move: branch.illusion.san, looks, fails });
}

/** `64 % of 1500s play it.`, of several moves `51 % of 1500s play one of them.` */
function peopleSentence({ people, params }: InvestigationReport, moves: readonly string[], voice: ReportVoice): string {
  if (!people) return '';
  const sum = moves.reduce((all, uci) => all + (people[uci] ?? 0), 0);
  const told = { share: voice.share(sum), people: peopleOf(params.rating, voice) };
  return ` ${voice.say(moves.length === 1 ? 'investigation.play-it' : 'investigation.play-one', told)}`;
}

/** Moves that cost no more than this, in percent of winning chances, are as good as the best. */
const AS_GOOD = 1;
const NAMED = 3;
/** A best move with a lower rank than this in the shallow search is easily overlooked. */
const EASILY_SEEN = 3;

/** The sentence on the best move. */
function bestSentence(
  report: InvestigationReport,
  deep: SearchRanking,
  shallow: SearchRanking,
  voice: ReportVoice,
): string {
  const equals = deep.ranking.filter(({ score }) =>
    deep.score.kind === 'mate' || score.kind === 'mate'
      ? worth(score, report.player) === worth(deep.score, report.player)
      : costOf(deep, score, report.player) <= AS_GOOD,
  );
  const people = peopleSentence(
    report,
    equals.map(({ uci }) => uci),
    voice,
  );
  const depth = voice.say('investigation.at-depth', { depth: deep.depth, what: shortScore(deep.score, voice) });
  if (equals.length > 1) {
    const names = equals.slice(0, NAMED).map(({ san }) => san);
    const rest = equals.length - names.length;
    const moves = voice.list(rest > 0 ? [...names, voice.say('investigation.more', { count: rest })] : names);
    return `${voice.say('investigation.equals', { moves, depth })}${people}`;
  }
  const glance = shallow.ranking.find(({ uci }) => uci === deep.best.uci)?.rank ?? 1;
  const rank = voice.say('investigation.rank', glance);
  const overlooked = glance > EASILY_SEEN ? voice.say('investigation.overlooked', { depth: shallow.depth, rank }) : '';
  return `${voice.say('investigation.best', { move: deep.best.san, depth: `${depth}${overlooked}` })}${people}`;
}

/** A few sentences for chat. */
export function investigationWords(report: InvestigationReport, voice: ReportVoice = ENGLISH_VOICE): string[] {
  const { deep, shallow, ending, player, stats } = report;
  if (ending) return [voice.say('investigation.over', { result: resultWords(ending, player, voice) })];
  if (!deep || !shallow) return [];
  if (deep.ranking.length === 1) return [voice.say('investigation.only-move', { move: deep.best.san })];
  const told = toldBranches(report);
  return [
    bestSentence(report, deep, shallow, voice),
    ...told.map(branch => illusionSentence(branch, report, { voice })),
    ...(told.length === 0 ? [nothingTold(report, deep, shallow, voice)] : []),
    ...(stats.limited ? [voice.say('investigation.limited', { searches: SEARCHES })] : []),
  ];
}

function nothingTold(
  { tree, player }: InvestigationReport,
  deep: SearchRanking,
  shallow: SearchRanking,
  voice: ReportVoice,
): string {
  const depths = { shallow: shallow.depth, deep: deep.depth };
  if (tree.branches.length === 0) return voice.say('investigation.agree', depths);
  const isCostly = ({ illusion: { gap, deep: score } }: IllusionBranch) =>
    gap >= WORTH_TELLING && costOf(deep, score, player) >= WORTH_TELLING;
  return tree.branches.some(isCostly)
    ? voice.say('investigation.hardly-played')
    : voice.say('investigation.little-lost', depths);
}

/** The two halves of a sentence on a branch: why the move looks good, and why it is not. */
interface Explanation {
  looks: string;
  fails: string;
  fate: Refutation;
}

function explain({ line, illusion, instead, stop }: IllusionBranch, start: Position, voice: ReportVoice): Explanation {
  const steps = stepsOf(
    start,
    line.map(({ uci }) => uci),
  );
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) throw new RangeError('a branch has at least one move');
  const { shallow, deep } = illusion;
  const fate = refutationOf({ steps, shallow, deep, best: instead.score, ending: stop?.ending ?? null });
  const fails = fateWords(fate, { answer: line[1]?.san, best: instead.san, after: last.after }, voice);
  return { looks: lureWords(temptationOf(first), voice), fails, fate };
}

/** `looks like a free pawn` */
function lureWords(lure: Temptation, voice: ReportVoice): string {
  switch (lure.kind) {
    case 'promotion':
      return voice.say('lure.promotion', { man: voice.say('man.new', lure.role) });
    case 'capture':
      return lure.gain >= WORTH[lure.role]
        ? voice.say('lure.free', { man: voice.say('man.free', lure.role) })
        : voice.say('lure.win', { what: gainWords(lure, voice) });
    case 'tactic':
      return voice.say('lure.tactic', { tactic: voice.say('tactic', lure.name) });
    case 'attack':
    case 'rescue':
      return voice.say(`lure.${lure.kind}`, { man: voice.say('man.the', lure.role), square: lure.square });
    case 'development':
      return voice.say('lure.development', { man: voice.say('man.the', lure.role) });
    default:
      return voice.say(`lure.${lure.kind}`);
  }
}

/** What a capture seems to win if both sides go on taking. */
function gainWords({ role, gain }: Extract<Temptation, { kind: 'capture' }>, voice: ReportVoice): string {
  if (gain === 1) return voice.say('man.a', 'pawn');
  if (role === 'queen') return voice.say('man.a', 'queen');
  return role === 'rook' && gain === 2 ? voice.say('fate.exchange') : voice.say('lure.material');
}

interface Named {
  /** Undefined where the move ends the game. */
  answer: string | undefined;
  best: string;
  /** The last position of the line. */
  after: Position;
}

/** `loses the queen to Rb8` */
function fateWords(fate: Refutation, { answer = '', best, after }: Named, voice: ReportVoice): string {
  switch (fate.kind) {
    case 'ends': {
      const how = voice.say(`ends.${fate.ending}`);
      return fate.byAnswer ? voice.say('fate.ends-after', { answer, how }) : voice.say('fate.ends', { how });
    }
    case 'mated':
      return fate.moves === 1
        ? voice.say('fate.mates', { answer })
        : voice.say('fate.mated', { answer, moves: fate.moves });
    case 'mate-missed':
      return voice.say('fate.mate-missed', { answer, moves: fate.moves, best });
    case 'material':
      return voice.say('fate.material', { what: lossWords(fate, voice), answer });
    case 'promotion':
      return fate.san === answer
        ? voice.say('fate.promotion', { answer })
        : voice.say('fate.promotion-later', { answer, move: fate.san });
    case 'tactic':
      return voice.say('fate.tactic', { answer, tactic: voice.say('tactic', fate.name) });
    case 'near':
    case 'weaker':
      return voice.say(`fate.${fate.kind}`, { best });
    case 'fizzles':
      return voice.say(fate.ahead ? 'fate.holds' : 'fate.fizzles', { answer });
    case 'position':
      return voice.say('fate.position', { answer, harm: harmWords(fate.tag, after, voice) });
    case 'plain':
      return answer === '' ? voice.say('fate.better', { best }) : voice.say('fate.strong', { answer });
  }
}

/** A weakness or strength at the end of a line: `Black's king is under attack`. */
export function harmWords({ name, side, squares }: HarmTag, { board }: Position, voice: ReportVoice): string {
  const [square] = squares;
  const own = square ? voice.say('man.own', board.getRole(parseSquare(square)), side, square) : '';
  return voice.say('harm', name, { own, side, file: squares.at(-1)?.charAt(0) ?? '' });
}

/** `the queen for a rook`, `the exchange and a pawn` */
function lossWords(fate: Extract<Refutation, { kind: 'material' }>, voice: ReportVoice): string {
  const { exchange, lost, won } = lossOf(fate.lost, fate.won);
  const what = listWords(
    [...(exchange ? [voice.say('fate.exchange')] : []), ...(lost.length > 0 ? [menWords(lost, voice)] : [])],
    voice,
  );
  return won.length > 0 ? voice.say('fate.for', { lost: what, won: menWords(won, voice) }) : what;
}

/** `the queen`, `a rook and two pawns` */
const menWords = (roles: readonly Role[], voice: ReportVoice): string =>
  listWords(
    [...new Set(roles)].map(role => {
      const count = roles.filter(one => one === role).length;
      return count === 1 ? voice.say('man.a', role) : voice.say('man.many', role, count);
    }),
    voice,
  );

/** What a player loses and gets for it, as it is told. */
interface Loss {
  /** A rook for a minor piece, which is then in neither of the two. */
  exchange: boolean;
  lost: readonly Role[];
  won: readonly Role[];
}

const isMinor = (role: Role): boolean => role === 'knight' || role === 'bishop';

/** Beside pieces, pawns are left out where pieces are given for them. */
function lossOf(lost: readonly Role[], won: readonly Role[]): Loss {
  const minor = won.find(isMinor);
  if (minor && lost.includes('rook') && !lost.includes('queen'))
    return { exchange: true, lost: without(lost, 'rook'), won: without(won, minor) };
  const pieces = (roles: readonly Role[]) => roles.filter(role => role !== 'pawn');
  const main = pieces(lost).length > 0 && won.length > 0 ? pieces(lost) : lost;
  return { exchange: false, lost: main, won: pieces(won).length > 0 ? pieces(won) : won };
}

const without = (roles: readonly Role[], role: Role): Role[] => roles.toSpliced(roles.indexOf(role), 1);
