import { parseFen } from 'chessops/fen';
import type { Color } from 'chessops/types';
import { parseUci } from 'chessops/util';
import { clean, cut } from '../../../base/text.ts';
import type { GameResult } from '../../../chess/game.ts';
import { parsePosition } from '../../../chess/position.ts';
import { nameOf } from '../../../chess/words.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import { keep } from '../../../render/keep.ts';
import type { Picture } from '../../../render/picture.ts';
import { type Player, type Points, type Scene, type Step, sceneOf } from '../../../render/scene.ts';
import type { ThemeName } from '../../../render/theme.ts';
import { resultOf } from './end-words.ts';
import type { Board, Live } from './live.ts';
import { playerName } from './player-name.ts';

/** A live game as a picture: the board, the players, their clocks, and nobody's opinion. */

interface Painted {
  live: Live;
  /** Whose is below. */
  side: Color;
  voice: Voice;
  theme: ThemeName;
}

/** A game that many channels follow is drawn once; a picture takes some 70 kB. */
const KEPT = 32;

/** None where there is no position to be shown. */
export const watchedPicture: (painted: Painted) => Promise<Picture> | undefined = keep(
  KEPT,
  painted => {
    const scene = sceneFor(painted);
    return scene && boardPicture(scene);
  },
  ({ live, side, voice, theme }) => JSON.stringify([live, side, voice.language, theme]),
);

/** Large enough for a phone's whole width, small enough to be sent every few seconds. */
const SIZE = 560;
const MAX_NAME = 40;

/** None where there is no position to be shown. */
export function sceneFor({ live, side, voice, theme }: Painted): Scene | undefined {
  const { board, players, end } = live;
  const bare = board && bareScene(board);
  if (!bare) return undefined;
  const result = end && resultOf(end);
  const player = (color: Color): Player => {
    const { title, rating } = players[color];
    const clock = board.clocks?.[color];
    return {
      name: cut(clean(playerName(players[color], voice)), MAX_NAME) || nameOf(color),
      ...(title !== undefined && { title }),
      ...(rating !== undefined && { rating }),
      ...(clock !== undefined && { clock: clock / 1000 }),
      ...(result && { points: pointsOf(color, result) }),
    };
  };
  const lastMove = board.lastMove === undefined ? undefined : stepIn(board.lastMove);
  return {
    ...bare,
    ...{ theme, orientation: side, size: SIZE },
    players: { white: player('white'), black: player('black') },
    ...(lastMove && { lastMove }),
  };
}

function pointsOf(color: Color, result: GameResult): Points {
  if (result === '1/2-1/2') return '½';
  return (result === '1-0') === (color === 'white') ? '1' : '0';
}

/** The board of a variant may be none that chess knows; its men can be shown all the same. */
function bareScene({ fen }: Board): Scene | undefined {
  const position = parsePosition(fen);
  if (position.ok) return sceneOf(position.value);
  return parseFen(fen).unwrap(
    ({ board, turn }): Scene => ({ board, turn }),
    () => undefined,
  );
}

/** A man that is dropped, as in crazyhouse, comes from nowhere. */
function stepIn(uci: string): Step | undefined {
  const move = parseUci(uci);
  return move && 'from' in move ? { from: move.from, to: move.to } : undefined;
}
