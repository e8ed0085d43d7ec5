import type { Color } from 'chessops/types';
import type { CandidateMove, TreeNode } from '../../../analysis/expected/report.ts';
import { Fault } from '../../../base/fault.ts';
import { current, type Game, playUci } from '../../../chess/game.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { expectedScene, type Look, treeScene } from '../../../present/expected-scenes.ts';
import { stepOf } from '../../../present/game-scene.ts';
import type { SortedReport } from '../../../present/verdict.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import type { Picture } from '../../../render/picture.ts';
import { type Arrow, type Bar, SIZE, sceneOf } from '../../../render/scene.ts';
import { SURROUNDINGS, type ThemeName, themeOf, winrateColour } from '../../../render/theme.ts';
import { treePicture } from '../../../render/tree.ts';
import type { Attachment } from '../core/reply.ts';
import { lineTo, placeWords, type TreePosition } from './text.ts';

/** The pictures of an analysis as they are attached to a message. */

/** https://discord.com/developers/docs/resources/message#attachment-object: the longest description. */
const LONGEST_ALT = 1024;
/** Two lines under a board. */
const LONGEST_CAPTION = 100;
/** More arrows than this hide the board. */
const ARROWS = 3;
/** As on the board of the report. */
const WIDEST = 0.5;

const lookOf = (theme: ThemeName): Look => ({ theme, surroundings: SURROUNDINGS[0], size: SIZE.usual });

const attached = (name: string, { png, alt }: Picture): Attachment => ({
  name,
  bytes: png,
  alt: alt.slice(0, LONGEST_ALT),
});

/** The position with the best moves. */
export async function boardOf(
  report: SortedReport,
  game: Game,
  { theme, voice }: { theme: ThemeName; voice: Voice },
  orientation: Color,
): Promise<Attachment> {
  const scene = expectedScene(report, game, lookOf(theme), voice);
  return attached('analysis.png', await boardPicture({ ...scene, orientation }));
}

export async function treeOf(
  report: SortedReport,
  game: Game,
  move: CandidateMove,
  theme: ThemeName,
): Promise<Attachment> {
  return attached('tree.png', await treePicture(treeScene(report, game, move, lookOf(theme))));
}

/** A position of a tree, marked as none of the game, with what people play there as arrows. */
export async function previewOf(
  game: Game,
  place: TreePosition,
  theme: ThemeName,
  orientation: Color,
): Promise<Attachment> {
  const line = lineTo(place);
  const root = current(game);
  const ahead = playUci(
    root,
    line.map(({ uci }) => uci),
  );
  if (!ahead) throw new Fault('internal', `no line: ${line.map(({ uci }) => uci).join(' ')}`);
  const { node, plies } = place;
  const bar = barOf(node, current(ahead).turn);
  const scene = sceneOf(current(ahead), {
    ...lookOf(theme),
    lastMove: stepOf(node.uci),
    ...(bar && { bar }),
    arrows: node.children.slice(0, ARROWS).map((child, index) => arrowOf(child, index + 1, theme)),
    caption: placeWords(root, place, LONGEST_CAPTION),
    preview: plies,
  });
  return attached('preview.png', await boardPicture({ ...scene, orientation }));
}

/** Not every position of a tree was looked at by Stockfish. */
function barOf({ terminal, score }: TreeNode, turn: SortedReport['player']): Bar | undefined {
  if (terminal) return { value: { kind: 'result', outcome: terminal, turn } };
  return score && { value: { kind: 'score', score } };
}

const arrowOf = ({ uci, probability, expected }: TreeNode, number: number, theme: ThemeName): Arrow => ({
  ...stepOf(uci),
  colour: winrateColour(expected, themeOf(theme).board),
  width: Math.min(1, probability / WIDEST),
  number,
});
