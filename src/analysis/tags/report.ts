import type { Color } from 'chessops/types';
import { fenOf, type Position } from '../../chess/position.ts';
import type { Tag } from './names.ts';
import { tagsOf } from './tags.ts';
import { type ThemeScores, themesOf } from './themes.ts';

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
