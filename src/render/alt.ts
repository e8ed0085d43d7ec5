import type { Board } from 'chessops/board';
import { COLORS, type Color, ROLES, type Role } from 'chessops/types';
import { makeSquare, squareRank } from 'chessops/util';
import { clean, cut } from '../base/text.ts';
import { nameOf, resultWords, scoreWords } from '../chess/words.ts';
import type { Glyph } from './glyphs.ts';
import type { Arrow, BarValue, Scene, Step } from './scene.ts';

/** What a screen reader's user will listen to; what does not fit is left out from the end. */
export const MAX_LENGTH = 400;
const MAX_NAME = 40;
const MAX_LISTED = 6;

const GLYPH_WORDS: Record<Glyph, string> = {
  '!!': 'brilliant',
  '!': 'good',
  '!?': 'interesting',
  '□': 'the only move',
  '?!': 'dubious',
  '?': 'a mistake',
  '??': 'a blunder',
};

const LETTERS: Record<Role, string> = { king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: '' };

function valueWords(value: BarValue): string {
  if (value.kind === 'result') return resultWords(value.outcome, value.turn);
  return `Evaluation: ${scoreWords(value.score).join(', ')}`;
}

export const plies = (count: number): string => `${count} ${count === 1 ? 'ply' : 'plies'}`;

function menOf(board: Board, color: Color): string {
  const men = ROLES.toReversed().flatMap(role =>
    Array.from(board.pieces(color, role), square => LETTERS[role] + makeSquare(square)),
  );
  return `${nameOf(color)}: ${men.join(' ')}`;
}

/** `Ann (White)`; `White` for a player without another name. */
function nameOfPlayer(name: string, color: Color): string {
  const shown = cut(clean(name), MAX_NAME);
  return shown && shown !== nameOf(color) ? `${shown} (${nameOf(color)})` : nameOf(color);
}

const arrowWords = ({ from, to, number, glyph }: Arrow): string => {
  const step = `${makeSquare(from)} to ${makeSquare(to)}`;
  if (number !== undefined) return `${number}. ${step}`;
  return glyph ? `${step} (${glyph}, ${GLYPH_WORDS[glyph]})` : step;
};

/** What is drawn once is told once, and what leads nowhere is not drawn. */
const apart = (arrows: readonly Arrow[]): Arrow[] =>
  arrows.filter(
    ({ from, to }, index) => from !== to && arrows.findIndex(other => other.from === from && other.to === to) === index,
  );

/** A piece on the last rank now may have been a pawn a move ago. */
const isPromotionLike = ({ from, to }: Step): boolean =>
  (squareRank(from) === 6 && squareRank(to) === 7) || (squareRank(from) === 1 && squareRank(to) === 0);

/** The picture in words, the most important first. */
export function altText(scene: Scene, longest = MAX_LENGTH): string {
  const { board, turn, ending, bar, lastMove, check, players, badges = [], preview } = scene;
  const arrows = apart(scene.arrows ?? []);
  const caption = clean(scene.caption ?? '');
  const over = ending || bar?.value.kind === 'result' || players?.white.points !== undefined;
  const sentences = [over ? 'Board' : `Board, ${nameOf(turn)} to move${check === undefined ? '' : ' and in check'}`];
  if (ending && bar?.value.kind !== 'result') sentences.push(resultWords(ending, turn));
  if (preview !== undefined) sentences.push(`A preview, ${plies(preview)} ahead of the game`);
  if (players) {
    const [white, black] = COLORS.map(color => nameOfPlayer(players[color].name, color));
    // That White plays against Black is no news.
    if (white !== nameOf('white') || black !== nameOf('black')) sentences.push(`${white} against ${black}`);
  }
  if (bar) sentences.push(valueWords(bar.value));
  if (lastMove) {
    const role = isPromotionLike(lastMove) ? undefined : board.getRole(lastMove.to);
    const who = role ? `${role} ` : '';
    sentences.push(`Last move: ${who}${makeSquare(lastMove.from)} to ${makeSquare(lastMove.to)}`);
  }
  for (const { square, glyph } of badges.slice(0, MAX_LISTED))
    sentences.push(`${makeSquare(square)} is marked ${glyph}, ${GLYPH_WORDS[glyph]}`);
  if (arrows.length > 0) {
    const listed = arrows.slice(0, MAX_LISTED).map(arrowWords);
    const more = arrows.length > MAX_LISTED ? ` and ${arrows.length - MAX_LISTED} more` : '';
    sentences.push(`${arrows.length === 1 ? 'Arrow' : 'Arrows'}: ${listed.join(', ')}${more}`);
  }
  if (caption) sentences.push(caption);
  sentences.push(COLORS.map(color => menOf(board, color)).join('; '));

  let text = '';
  for (const sentence of sentences) {
    const whole = /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
    const longer = text ? `${text} ${whole}` : whole;
    if (longer.length > longest) break;
    text = longer;
  }
  return text;
}
