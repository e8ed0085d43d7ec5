// A UCI engine for tests whose subject is not chess: it answers soon, always the same for a position, with legal moves.
// A depth from 20 takes a second, so that it can be seen at work; from 30, and more than a million nodes, it searches
// until it is told to stop.
import { createInterface } from 'node:readline';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { makeUci } from 'chessops/util';

const MS_A_PLY = 4;
const SLOW = { depth: 20, ms: 1_000 };
const ENDLESS = { depth: 30, nodes: 1_000_000 };
const say = text => process.stdout.write(`${text}\n`);

let multipv = 1;
let fen = '';
let answer;
let timer;

/** Some number from -100 to 100 that is always the same for a text. */
function scoreOf(text) {
  let hash = 7;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return hash % 101;
}

function legalMoves() {
  const chess = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  const moves = [];
  for (const [from, squares] of chess.allDests())
    for (const to of squares) {
      const promotes = chess.board.pawn.has(from) && (to < 8 || to >= 56);
      // Kibitz castles as people write it: the king goes two squares.
      const rookTaken = chess.board.king.has(from) && chess.board[chess.turn].has(to);
      const square = rookTaken ? (to > from ? from + 2 : from - 2) : to;
      moves.push(makeUci({ from, to: square, ...(promotes && { promotion: 'queen' }) }));
    }
  return [...new Set(moves)].sort();
}

function go(words) {
  const after = name => (words.includes(name) ? words.slice(words.indexOf(name) + 1) : undefined);
  const depth = Number(after('depth')?.[0] ?? 0);
  const nodes = Number(after('nodes')?.[0] ?? 0);
  const asked = after('searchmoves') ?? legalMoves();
  const best = asked.toSorted((a, b) => scoreOf(fen + b) - scoreOf(fen + a)).slice(0, multipv);
  answer = () => {
    answer = undefined;
    clearTimeout(timer);
    for (const [index, move] of best.entries())
      say(
        `info depth ${depth || 8} seldepth ${depth || 8} multipv ${index + 1} score cp ${scoreOf(fen + move)} ` +
          `wdl 300 400 300 nodes ${nodes || 100} pv ${move}`,
      );
    say(`bestmove ${best[0] ?? '(none)'}`);
  };
  if (depth < ENDLESS.depth && nodes <= ENDLESS.nodes)
    timer = setTimeout(answer, depth >= SLOW.depth ? SLOW.ms : MS_A_PLY * (depth || 8));
}

createInterface({ input: process.stdin })
  .on('line', line => {
    const words = line.split(' ');
    if (line === 'uci')
      say('id name Quick 1\nid author tests\noption name UCI_ShowWDL type check default false\nuciok');
    else if (line === 'isready') say('readyok');
    else if (line.startsWith('setoption name MultiPV')) multipv = Number(words.at(-1));
    else if (line.startsWith('position fen')) fen = words.slice(2, 8).join(' ');
    else if (line.startsWith('go')) go(words);
    else if (line === 'stop') answer?.();
    else if (line === 'quit') process.exit(0);
  })
  .on('close', () => process.exit(0));
