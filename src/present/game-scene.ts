import type { Color } from 'chessops/types';
import { parseUci } from 'chessops/util';
import type { ReviewReport } from '../analysis/review/report.ts';
import type { Game, GameResult } from '../chess/game.ts';
import { type Position, parsePosition } from '../chess/position.ts';
import type { Score } from '../chess/score.ts';
import { nameOf } from '../chess/words.ts';
import type { GameScene, MoveNote } from '../render/frames.ts';
import type { Glyph } from '../render/glyphs.ts';
import type { Step } from '../render/scene.ts';
import { markOf } from './review-move.ts';

/** What of an animation comes from the game; the rest is taste. */
export type GamePart = Pick<GameScene, 'game' | 'notes' | 'players' | 'result'>;

/** A game with what its PGN says of it, as far as that can be drawn. */
interface SeenGame {
  game: Game;
  names: Partial<Record<Color, string>>;
  titles: Partial<Record<Color, string | undefined>>;
  ratings: Partial<Record<Color, number | undefined>>;
  result?: GameResult | undefined;
  /** One a half-move. */
  notes: readonly SeenNote[];
}

interface SeenNote {
  score?: Score;
  clock?: number;
  nags: readonly number[];
}

export function gameScene({ game, names, titles, ratings, result, notes }: SeenGame): GamePart {
  const player = (color: Color) => {
    const [title, rating] = [titles[color], ratings[color]];
    return {
      name: names[color] ?? nameOf(color),
      ...(title === undefined ? {} : { title }),
      ...(rating === undefined ? {} : { rating }),
    };
  };
  return {
    game,
    players: { white: player('white'), black: player('black') },
    notes: notes.map(noteOf),
    ...(result ? { result } : {}),
  };
}

// https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm#c10
const GLYPH_OF_NAG: Readonly<Record<number, Glyph>> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
};

function noteOf({ nags, ...rest }: SeenNote): MoveNote {
  const glyph = nags.map(nag => GLYPH_OF_NAG[nag]).find(one => one);
  return glyph ? { ...rest, glyph } : rest;
}

/** The same game with the scores and signs of a review, and without those of its PGN. */
export function reviewedScene(seen: SeenGame, { plies }: ReviewReport): GamePart {
  const notes = plies.map((ply): MoveNote => {
    const glyph = markOf(ply);
    return {
      ...(ply.score && { score: ply.score }),
      ...(ply.clock === undefined ? {} : { clock: ply.clock }),
      ...(glyph && { glyph }),
    };
  });
  return { ...gameScene(seen), notes };
}

/** Of a FEN in a report, which is of our own making. */
export function positionOf(fen: string): Position {
  const position = parsePosition(fen);
  if (!position.ok) throw new RangeError(position.message);
  return position.value;
}

/** The two squares of a move in UCI. Castling is drawn as the king's two squares, as UCI writes it. */
export function stepOf(uci: string): Step {
  const move = parseUci(uci);
  if (!move || !('from' in move)) throw new RangeError(`"${uci}" is not a move in UCI`);
  return { from: move.from, to: move.to };
}
