import { join } from 'node:path';
import { makeBoardFen } from 'chessops/fen';
import { DEFAULTS } from '../analysis/expected/params.ts';
import { current } from '../chess/game.ts';
import type { Position } from '../chess/position.ts';
import { Fault } from '../engine/fault.ts';
import { makeFolder } from '../engine/folder.ts';
import { parseGame } from '../input/position.ts';
import type { SortedReport } from '../present/verdict.ts';
import type { Command } from './command.ts';
import { drawExpected } from './expected-pictures.ts';
import { printExpected } from './expected-text.ts';
import { lookOption } from './look.ts';
import { gameInput } from './options.ts';

/** A trap in the Caro-Kann: the natural developing move is mated at once, and most people play it. */
const SAMPLE = { moves: '1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2', depth: 12 };

/** Where its pictures go, below the folder one is in. */
const FOLDER = 'out';

const FIGURES: Record<string, string> = {
  K: '♔',
  Q: '♕',
  R: '♖',
  B: '♗',
  N: '♘',
  P: '♙',
  k: '♚',
  q: '♛',
  r: '♜',
  b: '♝',
  n: '♞',
  p: '♟',
};

export const demoCommand: Command = {
  name: 'demo',
  usage: 'demo',
  summary: 'A sample position through both engines, end to end.',
  words: 0,
  options: {},
  async run(_args, _values, { terminal, run }) {
    const parsed = parseGame('startpos', SAMPLE.moves);
    if (!parsed.ok) throw new Error(parsed.message);
    const question = { game: parsed.value, params: { ...DEFAULTS, depth: SAMPLE.depth }, names: {} };
    const started = performance.now();
    if (!terminal.json) {
      terminal.print(`${SAMPLE.moves}: what should people rated ${DEFAULTS.rating} play?\n`);
      for (const line of boardLines(current(question.game))) terminal.print(`  ${line}`);
      terminal.print();
    }
    const report = await run({
      kind: 'expected',
      input: gameInput(question.game),
      params: question.params,
      deterministic: false,
      trace: false,
      cache: true,
    });
    const shown: SortedReport = { ...report, sort: 'expected' };
    if (terminal.json) terminal.printJson(report);
    else printExpected(terminal, question, shown, performance.now() - started);
    try {
      makeFolder(FOLDER);
    } catch (error) {
      throw new Fault('bad-input', `out: the folder for pictures cannot be made (${(error as Error).message}).`);
    }
    const pictures = { board: join(FOLDER, 'demo.png'), tree: join(FOLDER, 'demo-tree.png'), look: lookOption({}) };
    await drawExpected(pictures, shown, question.game, terminal);
    return 0;
  },
};

function boardLines(position: Position): string[] {
  const ranks = makeBoardFen(position.board).split('/');
  const lines = ranks.map((rank, index) => {
    const squares = [...rank].flatMap(sign => (FIGURES[sign] ? [FIGURES[sign]] : Array(Number(sign)).fill('·')));
    return `${8 - index} ${squares.join(' ')}`;
  });
  return [...lines, '  a b c d e f g h'];
}
