import type { Role } from 'chessops/types';
import { listed } from '../../base/text.ts';
import { WORTH } from '../../chess/exchange.ts';
import type { Outcome } from '../../chess/history.ts';
import type { Position } from '../../chess/position.ts';
import { nameOf } from '../../chess/words.ts';
import type { Tag, TagName } from '../tags/names.ts';
import { phraseOf, TAG_WORDS } from '../tags/words.ts';
import type { Fate } from './fate.ts';
import { counted, lossOf } from './loss.ts';
import type { Lure } from './lure.ts';
import type { Named, Phrasing } from './phrases.ts';

/** Why a move looks good, and why it is not, in English. */

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
      return 'is a quiet move';
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
const menWords = (roles: readonly Role[]): string =>
  listed(counted(roles).map(([role, count]) => (count === 1 ? ARTICLES[role] : `${NUMBERS[count]} ${role}s`)));

/** `the queen for a rook`, `the exchange and a pawn` */
function lossWords(fate: Extract<Fate, { kind: 'material' }>): string {
  const { exchange, lost, won } = lossOf(fate.lost, fate.won);
  const what = listed([...(exchange ? ['the exchange'] : []), ...(lost.length > 0 ? [menWords(lost)] : [])]);
  return `${what}${won.length > 0 ? ` for ${menWords(won)}` : ''}`;
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
      return `loses ${lossWords(fate)} to ${answer}`;
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

export const english: Phrasing = { lure: lureWords, fate: fateWords };
