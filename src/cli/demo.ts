import { makeBoardFen } from 'chessops/fen';
import { DEFAULTS } from '../analysis/expected/params.ts';
import { current } from '../chess/game.ts';
import type { Position } from '../chess/position.ts';
import { parseGame } from '../input/position.ts';
import type { Command } from './command.ts';
import { printExpected } from './expected-text.ts';
import { gameInput } from './options.ts';

/** A trap in the Caro-Kann: the natural developing move is mated at once, and most people play it. */
const SAMPLE = { moves: '1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2', depth: 12 };

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
    if (terminal.json) terminal.printJson(report);
    else printExpected(terminal, question, { ...report, sort: 'expected' }, performance.now() - started);
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
