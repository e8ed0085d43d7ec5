import { type Mean, MIN_GAMES, type SummaryRow } from '../analysis/evaluate/summary.ts';
import { count, listed, plural } from '../base/text.ts';

/** How human a model is, in English. */

export const LEFT_OUT = ['unrated', 'variant', 'empty', 'unreadable'] as const;
/** Why a game is not among those that a model is measured by. */
export type LeftOut = (typeof LEFT_OUT)[number];
export type LeftOutGames = Partial<Record<LeftOut, number>>;

const REASONS: Record<LeftOut, (games: number) => string> = {
  unrated: games => `because ${games === 1 ? 'a player has' : 'players have'} no rating`,
  variant: games => `because ${games === 1 ? 'it is' : 'they are'} not standard chess`,
  empty: games => `because ${games === 1 ? 'it has' : 'they have'} no moves`,
  unreadable: games => `because ${games === 1 ? 'it' : 'they'} cannot be read`,
};

/**
 * `because they have no moves`, or `4 because players have no rating and 1 because it cannot be read`; empty without
 * such games.
 */
export function reasonsText(games: LeftOutGames): string {
  const reasons = LEFT_OUT.flatMap(why => {
    const many = games[why] ?? 0;
    return many === 0 ? [] : [{ many, text: REASONS[why](many) }];
  });
  if (reasons.length === 1) return reasons[0]?.text ?? '';
  return listed(reasons.map(({ many, text }) => `${count(many)} ${text}`));
}

export const leftOutCount = (games: LeftOutGames): number => LEFT_OUT.reduce((sum, why) => sum + (games[why] ?? 0), 0);

/** `5 games left out: 4 because players have no rating and 1 because it cannot be read.`; undefined without any. */
export function leftOutSentence(games: LeftOutGames): string | undefined {
  const many = leftOutCount(games);
  if (many === 0) return undefined;
  const reasons = reasonsText(games);
  return `${plural(many, 'game')} left out${reasons.startsWith('because') ? ' ' : ': '}${reasons}.`;
}

/** `52.1 ±0.9`, in percent. */
export const shareText = (share: Mean | null): string => meanText(share, 100, 1);
/** `-1.52 ±0.03` */
export const logText = (likelihood: Mean | null): string => meanText(likelihood, 1, 2);

function meanText(value: Mean | null, times: number, digits: number): string {
  if (!value) return '–';
  const margin = value.margin === null ? '' : ` ±${(times * value.margin).toFixed(digits)}`;
  return `${(times * value.mean).toFixed(digits)}${margin}`;
}

/** The columns of the table, each with what stands in it. Those about Stockfish are there if it was asked. */
export const evaluationColumns = (stockfish: boolean): { name: string; of: (row: SummaryRow) => string }[] => [
  { name: 'moves', of: ({ moves }) => count(moves) },
  { name: 'first', of: ({ first }) => shareText(first) },
  { name: 'in three', of: ({ three }) => shareText(three) },
  { name: 'log', of: ({ logLikelihood }) => logText(logLikelihood) },
  ...(stockfish
    ? [
        { name: 'SF first', of: ({ stockfishFirst }: SummaryRow) => shareText(stockfishFirst) },
        { name: 'SF three', of: ({ stockfishThree }: SummaryRow) => shareText(stockfishThree) },
      ]
    : []),
];

/** What the columns mean. */
export const columnSentences = (stockfish: boolean): string[] => [
  'first, in three: how often, in percent, the move played is Maia’s first choice, or one of her first three.',
  'log: the mean natural logarithm of the probability that she gave it; the nearer to 0, the better.',
  ...(stockfish
    ? ['SF first, SF three: how often her first choice is Stockfish’s first, or one of its first three.']
    : []),
  `±: 95 % intervals. Games are counted as independent, their moves are not; with fewer than ${MIN_GAMES} games there are none.`,
];
