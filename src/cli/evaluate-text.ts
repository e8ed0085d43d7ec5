import type { EvaluationSummary, Row } from '../analysis/evaluate/summary.ts';
import { count, percent, plural } from '../base/text.ts';
import { columnSentences, evaluationColumns } from '../present/evaluation-words.ts';
import type { Asked } from '../service/evaluate.ts';
import { duration, type Terminal, table, wrap } from './terminal.ts';

interface PrintedEvaluation {
  summary: EvaluationSummary;
  /** What Maia was told of the players: `ratings from the headers`, `1500 for everybody`. */
  told: string;
  /** What Stockfish looked at: `20,000 nodes`. */
  bound: string;
  maia: Asked;
  stockfish: Asked | null;
}

export function printEvaluation(terminal: Terminal, evaluation: PrintedEvaluation): void {
  const { summary, stockfish } = evaluation;
  const columns = evaluationColumns(stockfish !== null);
  const line = (name: string, row: Row) => [name, ...columns.map(({ of }) => of(row))];
  const rows = [
    ['', ...columns.map(({ name }) => name)],
    line('all', summary.all),
    ...summary.bands.map(row => line(row.band, row)),
    ...summary.phases.map(row => line(row.phase, row)),
  ];
  const numbers = columns.map((_, index) => index + 1);
  const [head = '', ...lines] = table(rows, numbers);
  terminal.print(terminal.style('dim', head));
  lines.forEach((text, index) => {
    // All together, by rating, by phase.
    if (index === 1 || index === 1 + summary.bands.length) terminal.print();
    terminal.print(text);
  });
  terminal.print();
  for (const sentence of [...aboutSentences(evaluation), ...columnSentences(stockfish !== null)])
    for (const text of wrap(sentence)) terminal.print(terminal.style('dim', text));
}

function aboutSentences({ summary, told, bound, maia, stockfish }: PrintedEvaluation): string[] {
  const { all, forced } = summary;
  const people = all.peopleFirst ? `; ${percent(all.peopleFirst.mean)} are Stockfish’s first choice` : '';
  return [
    `${plural(all.games, 'game')}, ${plural(all.moves, 'move')}, ${count(forced)} of them without a choice${people}.`,
    `${maia.name}, ${told}: ${speedText(maia)}.`,
    ...(stockfish ? [`${stockfish.name}, ${bound} and three lines a position: ${speedText(stockfish)}.`] : []),
  ];
}

export const positionsPerSecond = ({ positions, ms }: Asked): number | null =>
  positions === 0 ? null : positions / (ms / 1000);

function speedText(asked: Asked): string {
  const speed = positionsPerSecond(asked);
  if (speed === null) return 'all from the cache';
  return `${speed.toFixed(speed < 10 ? 1 : 0)} positions a second, ${count(asked.positions)} in ${duration(asked.ms)}`;
}
