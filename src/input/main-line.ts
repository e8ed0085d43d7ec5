/** The main line of a game as it is written: its moves, up to the first word that is none. */
export interface MainLine {
  moves: string[];
  stray?: string;
}

const RESULTS = ['1-0', '0-1', '1/2-1/2', '1/2', '½-½', '½', '*'];

// Moves in SAN or with both squares, null moves, then what may stand beside them: numbers, annotations, evaluations.
// https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
const MOVE =
  /^(?:\d+\.+)?([KQRBN]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[QRBNqrbn])?|[O0o](?:-[O0o]){1,2}|--|Z0|0000)(?:e\.?p\.?)?[+#]*[!?]*$/;
const ASIDE = /^(?:\d+\.*|\.+|\$\d+|[!?]+|[-+=±∓⩲⩱∞#/]+|e\.?p\.?)$/;

/** The main lines of games that stand in a text without headers and comments, each ended by its result. */
export function mainLines(text: string): MainLine[] {
  const lines: MainLine[] = [];
  let line: MainLine | undefined;
  let depth = 0;
  for (const word of wordsOf(text)) {
    if (word === '(') depth++;
    else if (word === ')') depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (RESULTS.includes(word)) {
      line ??= begin(lines);
      line = undefined;
    } else {
      line ??= begin(lines);
      if (line.stray === undefined) add(line, word);
    }
  }
  return lines;
}

function begin(lines: MainLine[]): MainLine {
  const line = { moves: [] };
  lines.push(line);
  return line;
}

function add(line: MainLine, word: string): void {
  const move = MOVE.exec(word)?.[1];
  if (move !== undefined) line.moves.push(move);
  else if (!ASIDE.test(word)) line.stray = word;
}

function wordsOf(text: string): string[] {
  const words = text.replace(/[–—]/g, '-').replace(/[()]/g, ' $& ').trim().split(/\s+/);
  return words[0] === '' ? [] : words;
}
