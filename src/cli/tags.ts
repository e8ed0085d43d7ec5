import { COLORS, type Color } from 'chessops/types';
import { THEMES } from '../analysis/tags/changes.ts';
import { FAMILIES, type Family, familyOf, type Tag, type TagName } from '../analysis/tags/names.ts';
import { type TagsReport, tagsReport } from '../analysis/tags/tags.ts';
import { current } from '../chess/game.ts';
import { endingOf } from '../chess/position.ts';
import { nameOf } from '../chess/words.ts';
import { FAMILY_WORDS, TAG_WORDS, THEME_WORDS } from '../present/tag-words.ts';
import type { Command } from './command.ts';
import { readPosition } from './source.ts';
import { ENDINGS, table } from './terminal.ts';

export const command: Command = {
  usage: '<position>',
  words: Number.POSITIVE_INFINITY, // a FEN without quotes
  options: {
    moves: { value: '"e4 e5"', help: 'Played on from the position, in SAN or UCI.' },
  },
  async run(args, values, context) {
    const { terminal } = context;
    const { game } = await readPosition(args, values, context);
    const position = current(game);
    const report = tagsReport(position);
    if (terminal.json) {
      terminal.printJson(report);
      return 0;
    }
    const ending = endingOf(position);
    terminal.print(ending ? ENDINGS[ending](nameOf(position.turn)) : `${nameOf(position.turn)} to move.`);
    for (const line of tagLines(report)) terminal.print(line);
    return 0;
  },
};

const WIDTH = 80;

const nowhere = () => '';
const onFile = (squares: readonly string[]) => squares.at(-1)?.charAt(0) ?? '';
const fromTo = (squares: readonly string[]) => squares.join('→');
const files = (squares: readonly string[]) => {
  const letters = squares.map(square => square.charAt(0)).sort();
  return [...new Set([letters[0], letters.at(-1)])].join('–');
};

/** How a tag says where it is, if not by its squares. */
const PLACES: Partial<Record<TagName, (squares: readonly string[]) => string>> = {
  'center.key.d4': nowhere,
  'center.key.e4': nowhere,
  'center.key.d5': nowhere,
  'center.key.e5': nowhere,
  'king.shield.missing': onFile,
  'king.file.open': onFile,
  'king.file.halfopen': onFile,
  'pawns.doubled': onFile,
  'pawns.island': files,
  'pawns.lever': fromTo,
  'lines.file.open': onFile,
  'lines.file.halfopen': onFile,
  'threat.mate': fromTo,
  'threat.capture': fromTo,
  'threat.promotion': fromTo,
};

const placeOf = ({ name, squares }: Tag): string => (PLACES[name] ?? (all => all.join('-')))(squares);

const INDENT = '  ';

/** A report for people: family by family, each side's tags in plain words, and how the sides stand in each theme. */
function tagLines({ tags, themes }: TagsReport): string[] {
  const rows = THEMES.map(theme => [INDENT + THEME_WORDS[theme], ...COLORS.map(side => signed(themes[side][theme]))]);
  return [
    ...FAMILIES.flatMap(family => familyLines(tags, family)),
    '',
    ...table([['Themes', ...COLORS.map(color => nameOf(color))], ...rows], [1, 2]),
  ];
}

function familyLines(tags: readonly Tag[], family: Family): string[] {
  const sides = COLORS.flatMap(side =>
    sideLines(
      tags.filter(tag => familyOf(tag.name) === family),
      side,
    ),
  );
  return sides.length > 0 ? ['', capitalised(FAMILY_WORDS[family]), ...sides] : [];
}

/** Tags of one name stand together, so that "isolated pawn" is said once. */
function sideLines(tags: readonly Tag[], side: Color): string[] {
  const places = new Map<TagName, string[]>();
  for (const tag of tags) if (tag.side === side) places.set(tag.name, [...(places.get(tag.name) ?? []), placeOf(tag)]);
  if (places.size === 0) return [];
  const said = [...places].map(([name, where]) => `${TAG_WORDS[name]} ${where.join(', ')}`.trim());
  return wrapped(said, `${INDENT}${nameOf(side)}: `);
}

/**
 * Items with semicolons between, broken before what would pass the edge; an item longer than a line is broken inside.
 */
function wrapped(items: readonly string[], head: string): string[] {
  const lines: string[] = [];
  let line = head.trimEnd();
  for (const word of items.join('; ').split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = ' '.repeat(head.length - 1);
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const signed = (score: number): string => (score > 0 ? `+${score}` : String(score));
