import { makeBoardFen } from 'chessops/fen';
import type { EvalReport } from '../analysis/eval.ts';
import type { MaiaReport } from '../analysis/maia.ts';
import { current } from '../chess/game.ts';
import type { Position } from '../chess/position.ts';
import { makeScore } from '../chess/score.ts';
import { winrate } from '../chess/winrate.ts';
import { parseGame } from '../input/position.ts';
import type { Command } from './command.ts';
import { nameOf } from './endings.ts';
import { probabilityBar } from './maia.ts';
import { gameInput } from './options.ts';
import { percent, table } from './terminal.ts';

/** A trap in the Caro-Kann: the natural developing move is mated at once, and most people play it. */
const SAMPLE = { moves: 'e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2', rating: 1500, depth: 15, top: 5 };

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
      `After ${SAMPLE.moves}, ${nameOf(position.turn)} to move. What do people rated ${SAMPLE.rating} play, and is it good?\n`,
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
    terminal.print(verdict(likely, stockfish, position));
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

/** A clear mistake, as a share of the point: Lichess draws the line for one here. */
const MISTAKE = 0.1;

function verdict(likely: MaiaReport['moves'], { lines, best }: EvalReport, { turn }: Position): string {
  const [favourite] = likely;
  const line = lines.find(({ uci }) => uci[0] === favourite?.uci);
  const [first] = lines;
  if (!favourite || !line || !first || !best) return 'There is nothing to say about this position.';
  const played = `${percent(favourite.probability, 0)} of them play ${favourite.san}`;
  const lost = winrate(first.score, turn) - winrate(line.score, turn);
  if (lost < MISTAKE) return `${played}, and that is a good move.`;
  return `${played}, a mistake: the answer is ${line.san[1]}. Of these moves ${best.san} is best.`;
}

function boardLines(position: Position): string[] {
  const ranks = makeBoardFen(position.board).split('/');
  const lines = ranks.map((rank, index) => {
    const squares = [...rank].flatMap(sign => (FIGURES[sign] ? [FIGURES[sign]] : Array(Number(sign)).fill('·')));
    return `${8 - index} ${squares.join(' ')}`;
  });
  return [...lines, '  a b c d e f g h'];
}
