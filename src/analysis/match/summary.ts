import type { Color } from 'chessops/types';
import type { GameResult } from '../../chess/game.ts';
import { type Level, type Strength, strengthOf } from './elo.ts';
import type { MatchEnd } from './game.ts';

/** A game of a match that is over, as far as the score goes. */
export interface MatchResult {
  elo: number;
  number: number;
  maia: Color;
  result: GameResult;
  by: MatchEnd;
}

export interface MatchSummary {
  games: number;
  /** From Maia's side, the weakest opponent first. */
  levels: (Level & { strength: Strength | null })[];
  /** Over all levels. */
  strength: Strength | null;
  /** How the games ended. */
  ends: Partial<Record<MatchEnd, number>>;
}

const WON: Record<Color, GameResult> = { white: '1-0', black: '0-1' };

export function summarize(results: readonly MatchResult[]): MatchSummary {
  const elos = [...new Set(results.map(({ elo }) => elo))].sort((a, b) => a - b);
  const levels = elos.map(elo =>
    levelOf(
      elo,
      results.filter(one => one.elo === elo),
    ),
  );
  const ends: MatchSummary['ends'] = {};
  for (const { by } of results) ends[by] = (ends[by] ?? 0) + 1;
  return {
    games: results.length,
    levels: levels.map(level => ({ ...level, strength: strengthOf([level]) })),
    strength: strengthOf(levels),
    ends,
  };
}

function levelOf(elo: number, results: readonly MatchResult[]): Level {
  const count = (holds: (one: MatchResult) => boolean) => results.filter(holds).length;
  return {
    elo,
    wins: count(({ maia, result }) => result === WON[maia]),
    draws: count(({ result }) => result === '1/2-1/2'),
    losses: count(({ maia, result }) => result !== WON[maia] && result !== '1/2-1/2'),
  };
}
