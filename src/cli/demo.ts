import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBoardFen } from 'chessops/fen';
import { DEFAULTS } from '../analysis/expected/params.ts';
import type { ExpectedReport } from '../analysis/expected/report.ts';
import type { ReviewReport } from '../analysis/review/report.ts';
import { Fault } from '../base/fault.ts';
import { makeFolder } from '../base/folder.ts';
import { current } from '../chess/game.ts';
import type { Position } from '../chess/position.ts';
import { parseGame } from '../input/moves.ts';
import { parsePgn } from '../input/pgn.ts';
import type { SortedReport } from '../present/verdict.ts';
import { expectedJob } from '../questions/expected.ts';
import { gameInput } from '../service/jobs.ts';
import type { Command, Context } from './command.ts';
import { drawExpected } from './expected.ts';
import { printExpected } from './expected-text.ts';
import { lookOption } from './picture-options.ts';
import { askReview, historyLook, printReview, writeReview } from './review.ts';

/** A trap in the Caro-Kann: the natural developing move is mated at once, and most people play it. */
const POSITION = { moves: '1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2', depth: 12 };

/** Morphy at the opera, in fewer nodes than usual: a demo is not to take a minute. */
const GAME = { file: '../../assets/games/opera.pgn', nodes: 100_000 };

/** Where its pictures go, below the folder one is in. */
const FOLDER = 'out';
const PAGES = { position: join(FOLDER, 'report.html'), game: join(FOLDER, 'review.html') };

const LETTERS = 'KQRBNPkqrbnp';
const FIGURES = '♔♕♖♗♘♙♚♛♜♝♞♟';

export const command: Command = {
  options: {},
  async run(_args, _values, context) {
    try {
      makeFolder(FOLDER);
    } catch (error) {
      throw new Fault('bad-input', `out: the folder for pictures cannot be made (${(error as Error).message}).`);
    }
    const expected = await askPosition(context);
    if (!context.terminal.json) context.terminal.print();
    const review = await askGame(context);
    if (context.terminal.json) context.terminal.printJson({ kind: 'demo', version: 1, expected, review });
    else context.terminal.print(`\nTo walk through in a browser: ${PAGES.position} and ${PAGES.game}.`);
    return 0;
  },
};

async function askPosition(context: Context): Promise<ExpectedReport> {
  const { terminal, run } = context;
  const parsed = parseGame('startpos', POSITION.moves);
  if (!parsed.ok) throw new Error(parsed.message);
  const question = { game: parsed.value, params: { ...DEFAULTS, depth: POSITION.depth }, names: {} };
  const started = performance.now();
  if (!terminal.json) {
    terminal.print(`${POSITION.moves}: what should people rated ${DEFAULTS.rating} play?\n`);
    for (const line of boardLines(current(question.game))) terminal.print(`  ${line}`);
    terminal.print();
  }
  const report = await run(expectedJob({ ...question, ...gameInput(question.game) }));
  const shown: SortedReport = { ...report, sort: 'expected' };
  if (!terminal.json) printExpected(terminal, question, shown, performance.now() - started);
  const pictures = {
    board: join(FOLDER, 'demo.png'),
    tree: join(FOLDER, 'demo-tree.png'),
    page: PAGES.position,
    look: lookOption({}),
  };
  await drawExpected(pictures, shown, question.game, context);
  return report;
}

async function askGame(context: Context): Promise<ReviewReport> {
  const { terminal } = context;
  const pgn = parsePgn(await readFile(new URL(GAME.file, import.meta.url), 'utf8'));
  if (!pgn.ok) throw new Error(pgn.message);
  const started = performance.now();
  const report = await askReview(pgn.value, { kind: 'nodes', nodes: GAME.nodes }, {}, context);
  if (!terminal.json) printReview(terminal, report, performance.now() - started);
  const outputs = {
    pgn: join(FOLDER, 'demo.pgn'),
    png: join(FOLDER, 'demo-game.png'),
    page: PAGES.game,
    look: historyLook({}),
  };
  await writeReview(outputs, report, pgn.value, context);
  return report;
}

function boardLines(position: Position): string[] {
  const ranks = makeBoardFen(position.board).split('/');
  const lines = ranks.map((rank, index) => {
    const squares = [...rank].flatMap(sign => FIGURES[LETTERS.indexOf(sign)] ?? Array(Number(sign)).fill('·'));
    return `${8 - index} ${squares.join(' ')}`;
  });
  return [...lines, '  a b c d e f g h'];
}
