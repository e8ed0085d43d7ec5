import { COLORS, type Color } from 'chessops/types';
import { fenOf, type Position } from '../../chess/position.ts';
import { centerTags } from './center.ts';
import { type ThemeScores, themesOf } from './changes.ts';
import { kingTags } from './king.ts';
import { lineTags } from './lines.ts';
import { FAMILIES, type Family, type Tag } from './names.ts';
import { pawnTags } from './pawns.ts';
import { developmentTags, pieceTags } from './pieces.ts';
import { type Sight, sightOf } from './sight.ts';
import { tacticTags } from './tactics.ts';
import { threatTags } from './threats.ts';

const DETECTORS: Record<Family, (sight: Sight, side: Color) => Tag[]> = {
  center: centerTags,
  king: kingTags,
  development: developmentTags,
  pawns: pawnTags,
  lines: lineTags,
  pieces: pieceTags,
  tactic: tacticTags,
  threat: threatTags,
};

export const tagsOfSight = (sight: Sight): Tag[] =>
  FAMILIES.flatMap(family => COLORS.flatMap(side => DETECTORS[family](sight, side)));

/** Everything that can be seen on a board without looking ahead: by family, White's before Black's. */
export const tagsOf = (position: Position): Tag[] => tagsOfSight(sightOf(position));

/** What can be seen on a board, as it is stored and printed. */
export interface TagsReport {
  kind: 'tags';
  version: 1;
  fen: string;
  tags: Tag[];
  themes: Record<Color, ThemeScores>;
}

export function tagsReport(position: Position): TagsReport {
  const tags = tagsOf(position);
  return { kind: 'tags', version: 1, fen: fenOf(position), tags, themes: themesOf(tags) };
}
