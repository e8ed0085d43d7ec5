import type { Board } from 'chessops/board';
import { COLORS, type Color, ROLES, type Role } from 'chessops/types';
import { makeSquare } from 'chessops/util';
import { nameOf, resultWords, tooltip } from '../chess/words.ts';
import type { Arrow, BarValue, Glyph, Scene } from './scene.ts';
import { clean } from './text.ts';

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

const valueWords = (value: BarValue): string =>
  value.kind === 'score' ? `Evaluation: ${tooltip(value.score)}` : resultWords(value.outcome, value.turn);

export const plies = (count: number): string => `${count} ${count === 1 ? 'ply' : 'plies'}`;

function menOf(board: Board, color: Color): string {
  const men = ROLES.toReversed().flatMap(role =>
    Array.from(board.pieces(color, role), square => LETTERS[role] + makeSquare(square)),
  );
  return `${nameOf(color)}: ${men.join(' ')}`;
}

const short = (name: string): string => {
  const whole = clean(name);
  return whole.length <= MAX_NAME ? whole : `${whole.slice(0, MAX_NAME - 1).trimEnd()}…`;
};

const arrowWords = ({ from, to, number, glyph }: Arrow): string => {
  const step = `${makeSquare(from)} to ${makeSquare(to)}`;
  if (number !== undefined) return `${number}. ${step}`;
  return glyph ? `${step} (${glyph}, ${GLYPH_WORDS[glyph]})` : step;
};

/** The picture in words, the most important first. */
export function altText(scene: Scene, longest = MAX_LENGTH): string {
  const { board, turn, bar, lastMove, check, players, arrows = [], badges = [], caption, preview } = scene;
  const over = bar?.value.kind === 'result' || players?.white.points !== undefined;
  const sentences = [over ? 'Board' : `Board, ${nameOf(turn)} to move${check === undefined ? '' : ' and in check'}`];
  if (preview !== undefined) sentences.push(`A preview, ${plies(preview)} ahead of the game`);
  if (players) sentences.push(`${short(players.white.name)} (White) against ${short(players.black.name)} (Black)`);
  if (bar) sentences.push(valueWords(bar.value));
  if (lastMove) {
    const role = board.getRole(lastMove.to);
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
  if (caption) sentences.push(clean(caption).replace(/[.!?]$/, ''));
  sentences.push(COLORS.map(color => menOf(board, color)).join('; '));

  let text = '';
  for (const sentence of sentences) {
    const longer = text ? `${text} ${sentence}.` : `${sentence}.`;
    if (longer.length > longest) break;
    text = longer;
  }
  return text;
}
