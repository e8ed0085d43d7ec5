import { makeBoardFen } from 'chessops/fen';
import { current } from '../chess/game.ts';
import type { Position } from '../chess/position.ts';
import { makeScore } from '../chess/score.ts';
import { winrate } from '../chess/winrate.ts';
import { parseGame } from '../input/position.ts';
import type { Command } from './command.ts';
import { probabilityBar } from './maia.ts';
import { gameInput } from './options.ts';
import { percent, table } from './terminal.ts';

/** The Blackburne Shilling trap: the pawn on e5 is free, most people see it, and taking it loses. */
const SAMPLE = { moves: 'e4 e5 Nf3 Nc6 Bc4 Nd4', rating: 1100, depth: 15, top: 5 };

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
  options: {},
  async run(_args, _values, { terminal, run }) {
    const parsed = parseGame('startpos', SAMPLE.moves);
    if (!parsed.ok) throw new Error(parsed.message);
    const game = parsed.value;
    const position = current(game);
    const input = gameInput(game);
    const maia = await run({
      kind: 'maia',
      input,
      params: { rating: SAMPLE.rating, opponentRating: SAMPLE.rating, temperature: 1 },
      cache: true,
    });
    const likely = maia.moves.slice(0, SAMPLE.top);
    const stockfish = await run({
      kind: 'eval',
      input,
      params: {
        limit: { kind: 'depth', depth: SAMPLE.depth },
        multipv: SAMPLE.top,
        searchmoves: likely.map(({ uci }) => uci),
        deterministic: false,
      },
      cache: true,
    });
    if (terminal.json) {
      terminal.printJson({ kind: 'demo', maia, stockfish });
      return 0;
    }
    terminal.print(
      `After ${SAMPLE.moves}, White to move. What do people rated ${SAMPLE.rating} play, and is it good?\n`,
    );
    for (const line of boardLines(position)) terminal.print(`  ${line}`);
    const rows = likely.map(({ san, uci, probability }) => {
      const line = stockfish.lines.find(line => line.uci[0] === uci);
      const score = line ? makeScore(line.score) : '';
      const rate = line ? percent(winrate(line.score, position.turn), 0) : '';
      return [san, percent(probability), score, rate, probabilityBar(probability)];
    });
    terminal.print();
    for (const row of table([['move', 'played', 'score', 'win rate', ''], ...rows], [1, 2, 3]))
      terminal.print(`  ${row}`);
    terminal.print();
    const [favourite] = likely;
    const best = stockfish.best?.san;
    if (favourite && best && favourite.san !== best)
      terminal.print(`${percent(favourite.probability, 0)} play ${favourite.san}; ${best} is the move.`);
    const cached = maia.cached && stockfish.cached ? ' (from the cache)' : '';
    terminal.print(
      terminal.style(
        'dim',
        `Human moves: ${maia.model}. Scores: ${stockfish.engine}, depth ${stockfish.depth}.${cached}`,
      ),
    );
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
