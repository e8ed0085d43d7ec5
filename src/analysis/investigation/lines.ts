import type { NormalMove } from 'chessops/types';
import { after, moveOf, type Position, sanOf } from '../../chess/position.ts';
import type { Score } from '../../chess/score.ts';
import { diffTags } from '../tags/diff.ts';
import { type Family, familyOf, type Tag, type TagName } from '../tags/names.ts';
import { playedTactics } from '../tags/played.ts';
import { tagsOf } from '../tags/tags.ts';
import { changedThemes } from '../tags/themes.ts';
import type { LineMove } from './report.ts';

/** How many tags of a move are reported at most. */
const MOST = { themes: 2, tactics: 3, gained: 10, lost: 10, threats: 5 };

/** The order in which tags are reported, by their family. */
const FIRST: Record<Family, number> = {
  tactic: 0,
  pieces: 1,
  king: 2,
  pawns: 3,
  lines: 4,
  center: 5,
  development: 6,
  threat: 7,
};

/** Sorts tags with the most telling first; tags of one kind keep their order. */
export const telling = (tags: readonly Tag[]): Tag[] =>
  [...tags].sort((a, b) => FIRST[familyOf(a.name)] - FIRST[familyOf(b.name)]);

/** A position on a line, and the move that is played there. */
export interface LineStep {
  before: Position;
  move: NormalMove;
  after: Position;
}

/** The positions and moves of a line in UCI, as far as the line is legal. */
export function stepsOf(start: Position, line: readonly string[]): LineStep[] {
  const steps: LineStep[] = [];
  let before = start;
  for (const uci of line) {
    const move = moveOf(before, uci);
    if (!move) break;
    const next = after(before, move);
    steps.push({ before, move, after: next });
    before = next;
  }
  return steps;
}

/** A move with the tags of everything that it does on the board. */
export function describe(
  { before, move, after: next }: LineStep,
  uci: string,
  score: Score | null,
  by: LineMove['by'],
): LineMove {
  const [old, now] = [tagsOf(before), tagsOf(next)];
  const { gained, lost } = diffTags(old, now, move);
  const isThreat = ({ name }: Tag) => familyOf(name) === 'threat';
  const tactics = new Set<TagName>(playedTactics(before, move).map(({ name }) => name));
  return {
    san: sanOf(before, move),
    uci,
    score,
    by: score ? by : null,
    themes: changedThemes(old, now)
      .slice(0, MOST.themes)
      .map(({ theme }) => theme),
    tactics: [...tactics].slice(0, MOST.tactics),
    gained: telling(gained.filter(tag => !isThreat(tag))).slice(0, MOST.gained),
    lost: telling(lost.filter(tag => !isThreat(tag))).slice(0, MOST.lost),
    threats: gained.filter(tag => isThreat(tag) && tag.side === before.turn).slice(0, MOST.threats),
  };
}
