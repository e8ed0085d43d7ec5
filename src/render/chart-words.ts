import { clean, shareText } from '../base/text.ts';
import { nameOf } from '../chess/words.ts';
import { shownCandidates, valueTexts } from './chart-layout.ts';
import { SIGNS } from './chart-row.ts';
import type { ChartCandidate, ChartScene } from './chart-scene.ts';
import { shareOf } from './geometry.ts';

/** More of a move's name is no move. */
const MOST_SAN = 20;

function describeCandidate(candidate: ChartCandidate, value: string): string {
  const [winrate, maia] = [shareOf(candidate.winrate), shareOf(candidate.maia)];
  const notes = [
    ...(winrate === null ? [] : [`Stockfish ${shareText(winrate)}`]),
    ...(maia === null ? [] : [`${shareText(maia)} of people play it`]),
    ...SIGNS.flatMap(sign => {
      const share = shareOf(candidate[sign]);
      return share ? [`${sign} ${shareText(share)}`] : [];
    }),
  ];
  return `${clean(candidate.san).slice(0, MOST_SAN)} ${value}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** The chart for those who cannot see it. */
export function describeChart(scene: ChartScene): string {
  const { shown, more } = shownCandidates(scene);
  const head = `Expected win rates of ${nameOf(scene.player)}’s moves`;
  if (shown.length === 0) return `${head}: no moves to compare.`;
  const values = valueTexts(shown.map(({ expected }) => expected));
  const told = shown.map((candidate, index) => describeCandidate(candidate, values[index] as string));
  return `${head}, best first: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
