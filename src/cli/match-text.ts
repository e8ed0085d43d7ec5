import { gamesOf } from '../analysis/match/elo.ts';
import { MAX_PLIES } from '../analysis/match/params.ts';
import type { MatchSummary } from '../analysis/match/summary.ts';
import { matchSentence, scoreText, strengthText, tallyText } from '../present/match-words.ts';
import { type Terminal, table, wrap } from './terminal.ts';

/** `+3 =1 -2`, level by level, while games are played. */
export const runningScore = ({ levels }: MatchSummary): string =>
  levels.length === 0 ? 'The first games' : levels.map(level => `${level.elo}: ${tallyText(level)}`).join('  ');

export function printMatch(terminal: Terminal, summary: MatchSummary, rating: number): void {
  const rows = summary.levels.map(level => [
    String(level.elo),
    String(gamesOf(level)),
    tallyText(level),
    scoreText(level),
    level.strength ? strengthText(level.strength) : '',
  ]);
  const [head = '', ...lines] = table([['against', 'games', 'result', 'score', 'strength'], ...rows], [0, 1, 3]);
  terminal.print(terminal.style('dim', head));
  for (const line of lines) terminal.print(line);
  terminal.print();
  const sentence = matchSentence(summary, rating);
  if (sentence) for (const line of wrap(sentence)) terminal.print(line);
  const adjudicated = summary.ends.length ?? 0;
  if (adjudicated > 0) terminal.print(`Draws by length, after ${MAX_PLIES} half-moves: ${adjudicated}.`);
}
