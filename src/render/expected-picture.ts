import { altText, MAX_LENGTH } from './alt.ts';
import { createCanvas } from './canvas.ts';
import { CHART_REFERENCE, chartHeight, drawChart } from './chart.ts';
import type { ChartScene } from './chart-scene.ts';
import { describeChart } from './chart-words.ts';
import { layoutOf } from './layout.ts';
import { paintScene } from './paint.ts';
import { type Picture, pictureOf } from './picture.ts';
import { pieceSprites } from './pieces.ts';
import type { Scene } from './scene.ts';
import { themeOf } from './theme.ts';

/** Air around the chart, where the board has none, as a share of the picture's width. */
const MARGIN = 0.03;
/** What Discord takes as the words for one picture. */
const LONGEST_ALT = 1024;

/** A board with its moves as arrows, and under it the same moves as bars: one above the other is how a phone shows most. */
export async function expectedPicture(scene: Scene, chart: ChartScene): Promise<Picture> {
  const layout = layoutOf(scene);
  // Caption, bar and chart begin at one line.
  const margin = layout.margin || Math.round(layout.width * MARGIN);
  const width = layout.width - 2 * margin;
  const unit = width / CHART_REFERENCE;
  const canvas = createCanvas(layout.width, layout.height + chartHeight(chart, width, unit) + margin);
  const context = canvas.getContext('2d');
  context.fillStyle = themeOf(scene.theme, scene.surroundings).surroundings.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  paintScene(context, scene, layout, await pieceSprites(layout.square));
  drawChart(context, chart, { x: margin, y: layout.height, width }, unit);
  const words = describeChart(chart);
  return pictureOf(canvas, `${altText(scene, Math.min(MAX_LENGTH, LONGEST_ALT - words.length - 1))} ${words}`);
}
