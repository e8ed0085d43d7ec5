import { ChildNode, defaultGame, makePgn, type Node, type PgnNodeData } from 'chessops/pgn';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Game, uciMoves } from '../../src/chess/game.ts';
import { fenOf, legalMoves, type Position, sanLine, sanOf, startPosition } from '../../src/chess/position.ts';
import { cp, mate } from '../../src/chess/score.ts';
import { MAX_PGN_LENGTH, type PgnGame, parsePgn } from '../../src/input/pgn.ts';
import { playouts, START } from '../chess/positions.ts';

const read = (text: string): PgnGame => {
  const pgn = parsePgn(text);
  if (!pgn.ok) throw new Error(pgn.message);
  return pgn.value;
};
const movesIn = (text: string): string => uciMoves(read(text).game).join(' ');

const refusal = (text: string): string => {
  const pgn = parsePgn(text);
  return pgn.ok ? `accepted: ${uciMoves(pgn.value.game).join(' ')}` : pgn.message;
};

const startOf = ({ positions: [start = startPosition()] }: Game): Position => start;

/** The example of the standard, shortened: http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm#c2.3 */
const REYKJAVIK = `[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6
8. c3 O-O 9. h3 Nb8 1/2-1/2
`;
const REYKJAVIK_UCI = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6b8';

describe('a PGN', () => {
  it('gives the game from its start, and who played', () => {
    const { game, names, ratings, games } = read(REYKJAVIK);
    expect(fenOf(startOf(game))).toBe(START);
    expect(uciMoves(game).join(' ')).toBe(REYKJAVIK_UCI);
    expect(names).toEqual({ white: 'Fischer, Robert J.', black: 'Spassky, Boris V.' });
    expect(ratings).toEqual({});
    expect(games).toBe(1);
  });

  it.each([
    ['no headers', '1. e4 e5 2. Nf3', 'e2e4 e7e5 g1f3'],
    ['bare moves', 'e4 e5 Nf3', 'e2e4 e7e5 g1f3'],
    ['comments', '1. e4 {best by test} e5 {[%eval 0.2] [%clk 0:03:00]} 2. Nf3', 'e2e4 e7e5 g1f3'],
    ['a comment before the first move', '{A classic.} 1. e4 e5', 'e2e4 e7e5'],
    ['a comment with moves and brackets in it', '1. e4 {1. d4 (1. c4) [x]} e5', 'e2e4 e7e5'],
    [
      'en passant and verdicts as words of their own',
      '1. e4 Nf6 2. e5 d5 3. exd6 e.p. +/- 1/2',
      'e2e4 g8f6 e4e5 d7d5 e5d6',
    ],
    ['a comment over an empty line', '1. e4 {one\n\ntwo} e5', 'e2e4 e7e5'],
    ['comments to the end of the line', '1. e4 ; or 1. d4 d5\n1... e5', 'e2e4 e7e5'],
    ['lines that a program left', '% 1. d4\n1. e4\n% d5\ne5', 'e2e4 e7e5'],
    ['marks as numbers', '1. e4 $1 e5 $14 $146 2. Nf3', 'e2e4 e7e5 g1f3'],
    ['marks as signs', '1. e4! e5?! 2. Nf3!! f6??', 'e2e4 e7e5 g1f3 f7f6'],
    ['variations', '1. e4 (1. d4 d5) 1... e5 (1... c5 2. Nf3) 2. Nf3', 'e2e4 e7e5 g1f3'],
    ['what nobody can play, in variations', '1. e4 (1. -- e5) (1. Ke8 garbage) 1... e5', 'e2e4 e7e5'],
    ['comments in comments', '1. e4 {a {b} c} e5', 'e2e4 e7e5'],
    ['variations in variations', '1. e4 (1. d4 {(} d5 (1... Nf6 (1... f5))) 1... e5', 'e2e4 e7e5'],
    [
      'castling with letters',
      '1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O',
      `${'g1f3 g8f6 g2g3 g7g6 f1g2 f8g7'} e1g1 e8g8`,
    ],
    [
      'castling with zeros',
      '1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0',
      `${'g1f3 g8f6 g2g3 g7g6 f1g2 f8g7'} e1g1 e8g8`,
    ],
    ['UCI', 'e2e4 e7e5 g1f3', 'e2e4 e7e5 g1f3'],
    ['squares with dashes', '1. e2-e4 e7-e5 2. Ng1-f3', 'e2e4 e7e5 g1f3'],
    ['no blanks after numbers', '1.e4 e5 2.Nf3', 'e2e4 e7e5 g1f3'],
    ['checks and mates', '1. f3 e5 2. g4 Qh4# 0-1', 'f2f3 e7e5 g2g4 d8h4'],
    ['a game that is not over', '1. e4 e5 *', 'e2e4 e7e5'],
    ['the ends of lines of Windows', '[White "A"]\r\n\r\n1. e4\r\ne5\r\n\r\n', 'e2e4 e7e5'],
    ['a byte order mark', '\ufeff[White "A"]\n\n1. e4 e5', 'e2e4 e7e5'],
    ['empty lines before it', '\n\n \n1. e4 e5', 'e2e4 e7e5'],
  ])('is read with %s', (_, text, uci) => {
    expect(movesIn(text)).toBe(uci);
  });

  it.each([
    ['[WhiteElo "2785"]\n[BlackElo "2560"]', { white: 2785, black: 2560 }],
    ['[WhiteElo "1500"]', { white: 1500 }],
    ['[BlackElo "850"]', { black: 850 }],
    ['[WhiteElo "?"]\n[BlackElo "-"]', {}],
    ['[WhiteElo ""]\n[BlackElo "1500"]', { black: 1500 }],
    ['[WhiteElo "1500?"]\n[BlackElo "15OO"]', {}],
    ['[WhiteElo "-1500"]\n[BlackElo "1e3"]', {}],
    ['[WhiteElo "15000"]\n[BlackElo "15"]', {}],
    ['[WhiteElo "1500.5"]\n[BlackElo "strong"]', {}],
  ])('with %j has the ratings that are ratings', (headers, ratings) => {
    expect(read(`${headers}\n\n1. e4`).ratings).toEqual(ratings);
  });

  it.each([
    ['[White "Carlsen, Magnus"]\n[Black "?"]', { white: 'Carlsen, Magnus' }],
    ['[White "?"]\n[Black ""]', {}],
    ['[White " "]\n[Black " thibault "]', { black: 'thibault' }],
    ['[White "the \\"Patzer\\""]', { white: 'the "Patzer"' }],
    ['', {}],
  ])('with %j has the names that are names', (headers, names) => {
    expect(read(`${headers}\n\n1. e4`).names).toEqual(names);
  });

  it('of several games gives the first and counts them', () => {
    const { game, games, names } = read(`${REYKJAVIK}\n[White "Other"]\n\n1. d4 d5 *\n\n[White "Third"]\n\n1. c4 *\n`);
    expect([games, names.white, uciMoves(game).join(' ')]).toEqual([3, 'Fischer, Robert J.', REYKJAVIK_UCI]);
  });
});

describe('what is written beside the moves', () => {
  const notes = (text: string) => read(text).notes;

  it('is read for every half-move: scores, clocks and marks', () => {
    expect(
      notes(
        '1. e4 {[%eval 0.35] [%clk 0:03:00]} e5?! {a comment [%clk 1:02:03.5]} {[%eval -12.5,20]} 2. Nf3 $1 $14 Nc6 {[%eval #-3]}',
      ),
    ).toEqual([
      { score: cp(35), clock: 180, nags: [] },
      { score: cp(-1250), clock: 3723.5, nags: [6] },
      { nags: [1, 14] },
      { score: mate(-3), nags: [] },
    ]);
  });

  it.each([
    ['a mate that stands on the board', '[%eval #0]'],
    ['no number', '[%eval good]'],
    ['no time', '[%clk soon]'],
    ['no comment of a program', 'eval 0.3, clk 0:01:00'],
  ])('is nothing if it is %s', (_, comment) => {
    expect(notes(`1. e4 {${comment}}`)).toEqual([{ nags: [] }]);
  });

  it('is of the main line only', () => {
    expect(notes('1. e4 (1. d4 {[%eval 0.1]}) 1... e5')).toEqual([{ nags: [] }, { nags: [] }]);
  });
});

describe('the result', () => {
  it.each([
    ['[Result "1-0"]\n\n1. e4 1-0', '1-0'],
    ['[Result "0-1"]\n\n1. e4', '0-1'],
    ['1. e4 1/2-1/2', '1/2-1/2'],
    ['[Result "*"]\n\n1. e4 *', undefined],
    ['[Result "unclear"]\n\n1. e4', undefined],
    ['1. e4', undefined],
  ])('of %j is %s', (text, result) => {
    expect(read(text).result).toBe(result);
  });
});

describe('the game as it was written', () => {
  it('comes with its variations and comments', () => {
    const { tree } = read('{first} 1. e4 {best} (1. d4 $1 d5) 1... e5');
    expect(tree.comments).toEqual(['first']);
    expect(tree.moves.children.map(({ data }) => data)).toEqual([
      { san: 'e4', comments: ['best'] },
      { san: 'd4', nags: [1] },
    ]);
  });

  it('comes with two hundred headers at the most, however many are written', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `[Tag${index} "x"]`).join('\n');
    expect(Object.keys(read(`[White "Anna"]\n${many}\n\n1. e4 1-0`).headers)).toHaveLength(200);
  });

  it('comes with its headers as they are, but for control characters', () => {
    const long = 'x'.repeat(300);
    const { headers } = read(`[White " \u001b[31mA \u202e\u0007 "]\n[Link "${long}"]\n[__proto__ "p"]\n\n1. e4 1-0`);
    expect(headers).toEqual({ White: ' [31mA \u202e ', Link: long, proto__: 'p', Result: '1-0' });
    expect(read('1. e4').headers).toEqual({});
  });
});

/** As these sites export them, names and numbers changed. */
describe('an export', () => {
  it('of Lichess is read', () => {
    const { names, ratings, titles, result, notes, game } = read(`[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2024.05.06"]
[White "alice"]
[Black "bob"]
[Result "0-1"]
[UTCDate "2024.05.06"]
[UTCTime "10:11:12"]
[WhiteElo "1612"]
[BlackElo "1588"]
[BlackTitle "IM"]
[Variant "Standard"]
[TimeControl "180+2"]
[ECO "A00"]
[Opening "Barnes Opening: Fool's Mate"]
[Termination "Normal"]
[Annotator "lichess.org"]

1. f3 { [%eval -0.6] [%clk 0:03:00] } { A00 Barnes Opening } 1... e5 { [%eval -0.5] [%clk 0:03:00] } 2. g4?? { (-0.50 → Mate in 1) Checkmate is now unavoidable. e4 was best. } { [%eval #-1] [%clk 0:02:58] } (2. e4 Nc6 3. Bb5) 2... Qh4# { [%clk 0:02:59] } { Black wins by checkmate. } 0-1


`);
    expect({ names, ratings, titles, result }).toEqual({
      names: { white: 'alice', black: 'bob' },
      ratings: { white: 1612, black: 1588 },
      titles: { black: 'IM' },
      result: '0-1',
    });
    expect(uciMoves(game)).toEqual(['f2f3', 'e7e5', 'g2g4', 'd8h4']);
    expect(notes).toEqual([
      { score: cp(-60), clock: 180, nags: [] },
      { score: cp(-50), clock: 180, nags: [] },
      { score: mate(-1), clock: 178, nags: [4] },
      { clock: 179, nags: [] },
    ]);
  });

  it('of chess.com is read', () => {
    const { names, headers, notes, game, games } = read(`[Event "Live Chess"]
[Site "Chess.com"]
[Date "2024.05.06"]
[Round "-"]
[White "alice"]
[Black "bob"]
[Result "1-0"]
[CurrentPosition "r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"]
[Timezone "UTC"]
[ECOUrl "https://www.chess.com/openings/Bishops-Opening"]
[WhiteElo "1612"]
[BlackElo "1588"]
[TimeControl "180"]
[Termination "alice won by checkmate"]
[StartTime "10:11:12"]
[Link "https://www.chess.com/game/live/1"]

1. e4 {[%clk 0:02:59.9]} 1... e5 {[%clk 0:02:58.1]} 2. Bc4 {[%clk 0:02:57]} 2... Nc6 {[%clk 0:02:56.4]} 3. Qh5 {[%clk 0:02:55]} 3... Nf6 {[%clk 0:02:50.5]} 4. Qxf7# {[%clk 0:02:53.2]} 1-0
`);
    expect([games, names, headers.Link]).toEqual([
      1,
      { white: 'alice', black: 'bob' },
      'https://www.chess.com/game/live/1',
    ]);
    expect(headers.CurrentPosition).toContain('r1bqkbnr/pppp1Qpp');
    expect(game.moves).toHaveLength(7);
    expect(notes.map(({ clock }) => clock)).toEqual([179.9, 178.1, 177, 176.4, 175, 170.5, 173.2]);
  });
});

describe('a PGN without moves', () => {
  const empty = (text: string) => parsePgn(text, { withoutMoves: true });

  it('is a game for those who ask for it, if it has headers', () => {
    const parsed = empty('[White "A"]\n[WhiteTitle "IM"]\n\n*');
    expect(parsed).toMatchObject({ ok: true, value: { names: { white: 'A' }, titles: { white: 'IM' }, notes: [] } });
    for (const text of ['', '*', '{nothing}']) expect(empty(text)).toMatchObject({ ok: false });
  });
});

describe('a PGN that starts elsewhere', () => {
  const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

  it('begins with the position of its FEN, whoever is to move', () => {
    const { game } = read(`[SetUp "1"]\n[FEN "${AFTER_E4}"]\n\n1... e5 2. Nf3`);
    expect(fenOf(startOf(game))).toBe(AFTER_E4);
    expect(uciMoves(game)).toEqual(['e7e5', 'g1f3']);
  });

  it('needs no moves', () => {
    const { game } = read(`[FEN "${AFTER_E4}"]\n\n*`);
    expect([fenOf(startOf(game)), game.moves]).toEqual([AFTER_E4, []]);
  });

  it('begins as always if its FEN says nothing', () => {
    expect(movesIn('[FEN ""]\n\n1. e4 e5')).toBe('e2e4 e7e5');
    expect(refusal('[FEN " "]\n\n*')).toMatch(/^pgn: there are no moves in it; /);
  });

  it.each(['Standard', 'standard', 'From Position', 'Chess', 'normal', ''])('may call itself "%s"', variant => {
    expect(movesIn(`[Variant "${variant}"]\n[FEN "${AFTER_E4}"]\n\n1... e5`)).toBe('e7e5');
  });
});

describe('a PGN as chats and mails mangle it', () => {
  it('is one game, whatever empty lines stand in it', () => {
    const parsed = parsePgn('[White "A"]\n\n[Black "B"]\n1. e4 e5\n\n2. Nf3\n\n\nNc6 *\n');
    expect(parsed).toMatchObject({ ok: true, value: { games: 1, names: { white: 'A', black: 'B' } } });
    if (parsed.ok) expect(uciMoves(parsed.value.game)).toEqual(['e2e4', 'e7e5', 'g1f3', 'b8c6']);
  });

  it('shows no more of a name than fits a line, and nothing that moves a cursor', () => {
    const parsed = parsePgn(`[White "\u001b[31mEvil\u0007"]\n[Black "${'x'.repeat(1000)}"]\n1. e4`);
    expect(parsed).toMatchObject({ ok: true, value: { names: { white: '[31mEvil', black: `${'x'.repeat(39)}…` } } });
  });
});

describe('a PGN that cannot be used', () => {
  it.each([
    ['%only this', 'pgn: there is no game in it; give its moves, such as "1. e4 e5 2. Nf3".'],
    // Knights are "S" in German; the parser alone would read a pawn move out of it.
    ['1. e4 e5 2. Sf3 Sc6', 'pgn: "Sf3" is not a move; pieces are written K Q R B N.'],
    ['1. e4 e5 2. Nf9 Nf3', 'pgn: "Nf9" is not a move; pieces are written K Q R B N.'],
    ['1. Sf3 Sf6', 'pgn: "Sf3" is not a move; pieces are written K Q R B N.'],
    ['[White "A"]\n\nhello', 'pgn: "hello" is not a move; pieces are written K Q R B N.'],
    ['1. \u001b[31me4', 'pgn: "[31me4" is not a move; pieces are written K Q R B N.'],
    ['[White "A"]\n[Black "B"]\n\n*', 'pgn: there are no moves in it; give a game such as "1. e4 e5 2. Nf3".'],
    ['{only a comment}', 'pgn: there are no moves in it; give a game such as "1. e4 e5 2. Nf3".'],
    [
      '1. e4 {oops 1... e5\n\n2. Nf3',
      'pgn: the comment "{oops 1... e5 2. Nf3" has no end; put a "}" where it is over.',
    ],
    [`1. e4 {${'x'.repeat(99)}`, `pgn: the comment "{${'x'.repeat(39)}…" has no end; put a "}" where it is over.`],
    ['1. e5', 'moves: "e5" (move 1, White) is not a legal move there.'],
    ['1. e4 e5 2. Nf3 Nf3', 'moves: "Nf3" (move 2, Black) is not a legal move there.'],
    ['1. e4 e5 2. Ke3', 'moves: "Ke3" (move 2, White) is not a legal move there.'],
    ['1. 0-0', 'moves: "O-O" (move 1, White) is not a legal move there.'],
    ['1. f3 e5 2. g4 Qh4# 3. a3', 'moves: "a3" (move 3, White) is not a legal move there.'],
    [
      '1. e4 -- 2. d4',
      'moves: "--" (move 1, Black) is a null move, which the rules do not know; give a game without null moves.',
    ],
    [
      '1. e4 e5 2. Z0 (2. Nf3)',
      'moves: "--" (move 2, White) is a null move, which the rules do not know; give a game without null moves.',
    ],
    [
      '[FEN "4k3/8/8/8/8/8/R7/4K3 b - - 0 40"]\n\n40... Ra8',
      'moves: "Ra8" (move 40, Black) is not a legal move there.',
    ],
    ['[FEN "4k3/8 w"]\n\n1. e4', 'pgn: "4k3/8 w" needs eight ranks of eight squares in its first part.'],
    ['[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4', 'pgn: "8/8/8/8/8/8/8/8 w - - 0 1" has no pieces.'],
    [`[FEN "${'1'.repeat(121)}"]\n\n1. e4`, 'pgn: a FEN is at most 120 characters long.'],
  ])('%j is refused with a sentence', (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it.each([
    ['nothing', ' \r\n\t', /^pgn: it is empty; /],
    ['a byte order mark', '\ufeff', /^pgn: it is empty; /],
    ['words', 'hello world', /^pgn: this looks like words \("hello"\); give the moves /],
    ['words about chess', 'Please look at my game!', /^pgn: this looks like words \("Please"\); give the moves /],
    ['a link', 'https://lichess.org/TaHSAsYD', /^pgn: this looks like a link; /],
    ['a link as chats write it', '<https://www.chess.com/game/live/1>', /^pgn: this looks like a link; /],
    ['a link without its beginning', 'lichess.org/TaHSAsYD/black#20', /^pgn: this looks like a link; /],
    ['a web page', '<!DOCTYPE html>\n<html><body>1. e4 e5</body></html>', /^pgn: this looks like a web page; /],
    ['a FEN', START, /^pgn: this looks like a FEN, which is one position; /],
    ['a FEN of four parts', '8/8/8/4k3/8/8/4K3/R7 b - -\n', /^pgn: this looks like a FEN, /],
    ['a FEN of one part', '8/8/8/4k3/8/8/4K3/R7', /^pgn: this looks like a FEN, /],
    ['JSON', '{"id": "TaHSAsYD", "moves": "e4 e5"}', /^pgn: this looks like JSON; /],
    ['a list in JSON', '[{"id": 1}]', /^pgn: this looks like JSON; /],
    ['another kind of file', 'PK\u0003\u0004\0\0', /^pgn: this looks like a file of another kind, /],
    ['text in UTF-16', '1\0.\0 \0e\x004\0', /^pgn: .*text that is not UTF-8; /],
  ])('is refused as what it looks like: %s', (_, text, message) => {
    expect(refusal(text)).toMatch(message);
    expect(refusal(text)).toMatch(/^[^\n]*; (give|export) .*\.$/);
  });

  it.each([
    ['{"Immortal"} 1. e4 e5', 'e2e4 e7e5'],
    ['[a "b"] 1. e4 e5', 'e2e4 e7e5'],
  ])('is not taken for something else: %j', (text, uci) => {
    expect(movesIn(text)).toBe(uci);
  });

  const CASTLING = 'r1k2r1b/pppppppp/8/8/8/8/PPPPPPPP/R1K2R1B w';
  it.each([
    ['rooks named by files', `${CASTLING} FAfa - 0 1`],
    ['a start that is not the usual one', 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1'],
  ])('is refused as Chess960 even if only its FEN says so: %s', (_, fen) => {
    const message = 'pgn: "Chess960" is not standard chess; give a standard game.';
    expect(refusal(`[FEN "${fen}"]\n\n1. e4`)).toBe(message);
    expect(refusal(`[Variant "Standard"]\n[FEN "${fen}"]\n\n1. e4`)).toBe(message);
  });

  it('is standard chess if its rooks are named by the files they always stand on', () => {
    expect(movesIn(`[FEN "${START.replace('KQkq', 'HAha')}"]\n\n1. e4`)).toBe('e2e4');
    expect(refusal('[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w - - 0 1"]\n\n1. e4')).toBe('accepted: e2e4');
  });

  it.each([
    'Crazyhouse',
    'Chess960',
    'Three-check',
    'King of the Hill',
    'Antichess',
    'Atomic',
    'Horde',
    'Racing Kings',
  ])('is refused as %s, by name', variant => {
    expect(refusal(`[Variant "${variant}"]\n\n1. e4`).toLowerCase()).toBe(
      `pgn: "${variant.toLowerCase()}" is not standard chess; give a standard game.`,
    );
  });

  it('may have so many characters and half-moves, and no more', () => {
    const padded = (length: number) => `1. e4 {${'x'.repeat(length - 8)}}`;
    expect(padded(MAX_PGN_LENGTH)).toHaveLength(MAX_PGN_LENGTH);
    expect(movesIn(padded(MAX_PGN_LENGTH))).toBe('e2e4');
    expect(refusal(padded(MAX_PGN_LENGTH + 1))).toBe('pgn: at most 1 MB, please; this is more.');
    const shuffle = (plies: number) =>
      Array.from({ length: plies }, (_, ply) => ['Nf3', 'Nf6', 'Ng1', 'Ng8'][ply % 4]).join(' ');
    expect(read(shuffle(600)).game.moves).toHaveLength(600);
    expect(refusal(shuffle(601))).toBe('moves: at most 600 half-moves, please; these are 601.');
    expect(refusal(shuffle(700))).toBe('moves: at most 600 half-moves, please; these are 700.');
    expect(refusal(shuffle(50_000))).toBe('moves: at most 600 half-moves, please; these are 50,000.');
  });
});

describe('any text', () => {
  const oneSentence = (text: string) => {
    const pgn = parsePgn(text);
    if (!pgn.ok) expect(pgn.message).toMatch(/^(pgn|moves): .*\.$/s);
    else expect(pgn.value.game.positions).toHaveLength(pgn.value.game.moves.length + 1);
  };

  it('is a game or one sentence', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), oneSentence));
  });

  it('made of pieces of PGNs is a game or one sentence', () => {
    const pieces = fc.constantFrom(
      ...['e4', 'e5', 'Nf3', 'Nc6', 'O-O', '0-0-0', 'exd5', 'e8=Q', '--', 'Z0', '@@@@', 'Q@e4', '1.', '1...', '12.'],
      ...['{', '}', '(', ')', ';', '%', '$1', '$9999', '!?', '*', '1-0', '1/2-1/2', '\n', '\r\n', '\n\n', ' ', '\t'],
      ...['[', ']', '"', '\\', '[White "', '"]', '[FEN "', START, '[Variant "', '[WhiteElo "1500"]', '\ufeff', '\0'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), list => oneSentence(list.join(' '))),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), list => oneSentence(list.join(''))),
      { numRuns: 500 },
    );
  });
});

describe('a game written as PGN', () => {
  /** With a comment, a mark and another move beside each of its moves: all that is skipped when it is read. */
  const decorated = (game: Game, notes: readonly string[]): string => {
    const start = startOf(game);
    const { headers, moves } = defaultGame<PgnNodeData>();
    if (fenOf(start) !== START) headers.set('FEN', fenOf(start));
    const pgn = { headers, moves, comments: notes.slice(0, 1) };
    let node: Node<PgnNodeData> = pgn.moves;
    for (const [ply, san] of sanLine(start, uciMoves(game)).entries()) {
      const position = game.positions[ply] as Position;
      const note = notes[ply % notes.length] ?? '';
      const child = new ChildNode<PgnNodeData>({ san, comments: note ? [note] : [], nags: [note.length % 140] });
      node.children.push(child);
      const aside = legalMoves(position).find(({ move }) => sanOf(position, move) !== san);
      if (aside && ply % 3 === 0) node.children.push(new ChildNode<PgnNodeData>({ san: sanOf(position, aside.move) }));
      node = child;
    }
    return makePgn(pgn);
  };

  it('reads back as the same game, whatever is noted beside the moves', () => {
    fc.assert(
      fc.property(playouts, fc.array(fc.string(), { maxLength: 5 }), (game, notes) => {
        const again = read(decorated(game, notes));
        expect(again.game.positions.map(fenOf)).toEqual(game.positions.map(fenOf));
        expect(uciMoves(again.game)).toEqual(uciMoves(game));
        expect(again.games).toBe(1);
      }),
      { numRuns: 40 },
    );
  });
});
