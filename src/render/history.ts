import { createCanvas } from './canvas.ts';
import { drawHistory } from './history-draw.ts';
import { layoutHistory } from './history-layout.ts';
import type { HistoryScene } from './history-scene.ts';
import { JUDGEMENT_COLOURS } from './judgement.ts';
import { type Picture, pictureOf } from './picture.ts';
import { themeOf } from './theme.ts';

export function historyPicture(scene: HistoryScene): Promise<Picture> {
  const layout = layoutHistory(scene);
  const canvas = createCanvas(layout.width, layout.height);
  const { surroundings } = themeOf(scene.theme, scene.surroundings);
  drawHistory(canvas.getContext('2d'), layout, { surroundings, marks: JUDGEMENT_COLOURS[scene.theme ?? 'brown'] });
  return pictureOf(canvas, '');
}
