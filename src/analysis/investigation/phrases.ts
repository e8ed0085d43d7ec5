import type { Role } from 'chessops/types';
import { WORTH } from '../../chess/exchange.ts';
import type { Position } from '../../chess/position.ts';
import type { Outcome } from '../../chess/trail.ts';
import { listed, nameOf } from '../../chess/words.ts';
import type { Tag, TagName } from '../tags/names.ts';
import { phraseOf, TAG_WORDS } from '../tags/words.ts';
import { type Fate, fateOf } from './fate.ts';
import { type LineStep, stepsOf } from './lines.ts';
import { type Lure, lureOf } from './lure.ts';
import type { Branch } from './report.ts';

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

interface Named {
  /** Undefined where the move ends the game. */
  answer: string | undefined;
  best: string;
  last: LineStep;
}

const ENDS: Record<Outcome, string> = {
  checkmate: 'it is mate as well',
  stalemate: 'it is stalemate',
  dead: 'neither side can mate then',
  'fifty-moves': 'it is a draw by the fifty-move rule',
  repetition: 'it is a draw by repetition',
};

/** `loses the queen to Rb8` */
function fateWords(fate: Fate, { answer, best, last }: Named): string {
  switch (fate.kind) {
    case 'ends':
      return fate.byAnswer ? `after ${answer} ${ENDS[fate.ending]}` : ENDS[fate.ending];
    case 'mated':
      return fate.moves === 1 ? `${answer} is mate` : `${answer} forces mate in ${fate.moves}`;
    case 'mate-missed':
      return `after ${answer} the mate in ${fate.moves} that begins with ${best} is gone`;
    case 'material':
      return `loses ${lossWords(fate.lost, fate.won)} to ${answer}`;
    case 'promotion':
      return fate.san === answer
        ? `lets a pawn through: ${answer}`
        : `after ${answer} a pawn gets through (${fate.san})`;
    case 'tactic':
      return `runs into ${answer}, ${tacticWords(fate.name)}`;
    case 'near':
      return `${best} is a little better`;
    case 'weaker':
      return `${best} is far stronger`;
    case 'fizzles':
      return fate.ahead
        ? `${answer} holds, and little is left of it`
        : `${answer} is a good answer, and nothing is left of it`;
    case 'position':
      return `after ${answer} it ends badly: ${harmWords(fate.tag, last.after)}`;
    case 'plain':
      return answer === undefined ? `${best} is better` : `${answer} is a strong answer`;
  }
}

/** What a line leaves behind: `Black's king is under attack`. */
const harmWords = (tag: Tag, position: Position): string =>
  tag.name === 'king.attackers' ? `${nameOf(tag.side)}'s king is under attack` : phraseOf(tag, position);

/** Both halves of what is said of a branch: why it looks good, and why it is not. */
export interface Explanation {
  looks: string;
  fails: string;
  fate: Fate;
}

export function explain({ line, illusion, instead, stop }: Branch, start: Position): Explanation {
  const steps = stepsOf(
    start,
    line.map(({ uci }) => uci),
  );
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) throw new RangeError('a branch has at least one move');
  const { shallow, deep } = illusion;
  const fate = fateOf({ steps, shallow, deep, best: instead.score, ending: stop?.ending ?? null });
  const fails = fateWords(fate, { answer: line[1]?.san, best: instead.san, last });
  return { looks: lureWords(lureOf(first)), fails, fate };
}
