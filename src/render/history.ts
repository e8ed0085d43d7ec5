import { createCanvas } from './canvas.ts';
import { drawHistory } from './history-draw.ts';
import { layoutHistory } from './history-layout.ts';
import type { HistoryScene } from './history-scene.ts';
import { describeHistory } from './history-words.ts';
import { JUDGEMENT_COLOURS } from './judgement.ts';
import { type Picture, pictureOf } from './picture.ts';
import { THEMES, themeOf } from './theme.ts';

export type {
  HistoryPoint,
  HistoryScene,
  PhaseBand,
} from './history-scene.ts';

/** White's win rate over the moves of a game. */
export function historyPicture(scene: HistoryScene): Promise<Picture> {
  const layout = layoutHistory(scene);
  const canvas = createCanvas(layout.width, layout.height);
  const theme = scene.theme ?? THEMES[0];
  const { surroundings } = themeOf(theme, scene.surroundings);
  drawHistory(canvas.getContext('2d'), layout, { surroundings, marks: JUDGEMENT_COLOURS[theme] });
  return pictureOf(canvas, describeHistory(scene, layout.points));
}
