import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uciMoves } from '../../src/chess/game.ts';
import { fenOf, sanLine } from '../../src/chess/position.ts';
import { pgnOf, readMessage } from '../../src/input/find-chess.ts';
import { playouts, START } from '../chess/positions.ts';
import { BOARD, expectReadInTime, expectSentences, FEN, PARTS, read } from './messages.ts';

/** What was understood, in one line. */
function told(text: string): string {
  const asked = read(text);
  if (!asked.ok) return asked.message;
  if (asked.value.kind === 'link') return `link ${JSON.stringify(asked.value.link)}`;
  const game = asked.value.kind === 'game' ? asked.value.pgn.game : asked.value.game;
  const fen = fenOf(game.positions[0] as never);
  return [asked.value.kind, ...(fen === START ? [] : [fen]), ...uciMoves(game)].join(' ');
}

const NOTHING =
  'position: there is nothing to analyse in it; give a FEN, moves such as "1. e4 e5 2. Nf3", a PGN, or a link to a Lichess game.';
const GAME = 'link {"kind":"game","id":"TaHSAsYD"}';

describe('a position', () => {
  it.each([
    ['startpos', 'position'],
    [' StartPos ', 'position'],
    ['startpos e4 e5', 'position e2e4 e7e5'],
    ['position startpos moves e2e4 e7e5', 'position e2e4 e7e5'],
    [FEN, `position ${FEN}`],
    [FEN.replaceAll(' ', '_'), `position ${FEN}`],
    [`\`${FEN}\``, `position ${FEN}`],
    [`"${FEN}"`, `position ${FEN}`],
    [`(${FEN})`, `position ${FEN}`],
    [`||${FEN}||`, `position ${FEN}`],
    [`**${FEN}**`, `position ${FEN}`],
    [`> ${FEN}`, `position ${FEN}`],
    [`\`\`\`\n${FEN}\n\`\`\``, `position ${FEN}`],
    [`\`\`\`fen\n${FEN}\`\`\``, `position ${FEN}`],
    [`\u200b${FEN}\u2069`, `position ${FEN}`],
    [`FEN: ${FEN}`, `position ${FEN}`],
    [`fen=${FEN.replaceAll(' ', '_')}`, `position ${FEN}`],
    [`Black to move: ${FEN}. What would you play?`, `position ${FEN}`],
    [`look at ${FEN.replaceAll(' ', '_')}, please`, `position ${FEN}`],
    [`${BOARD} b`, `position ${BOARD} b - - 0 1`],
    [`${BOARD} b what now?`, `position ${BOARD} b - - 0 1`],
    [`[FEN "${FEN}"]`, `position ${FEN}`],
  ])('is read from %j', (text, expected) => {
    expect(told(text)).toBe(expected);
  });

  it.each([
    [`${FEN} Ngf6 Nd6#`, `position ${FEN} g8f6 e4d6`],
    [`${FEN} 5... Ngf6 6. Nd6#`, `position ${FEN} g8f6 e4d6`],
    [`${FEN} moves g8f6 e4d6`, `position ${FEN} g8f6 e4d6`],
    [`${FEN}\ng8f6, e4d6`, `position ${FEN} g8f6 e4d6`],
    [`${FEN.replaceAll(' ', '_')} Ngf6`, `position ${FEN} g8f6`],
    [`\`${FEN}\` Ngf6 was played, I think`, `position ${FEN} g8f6`],
    [`${FEN} Ngf6 {a blunder} Nd6# 1-0`, `game ${FEN} g8f6 e4d6`],
  ])('has moves after it: %j', (text, expected) => {
    expect(told(text)).toBe(expected);
  });
});

describe('moves', () => {
  it.each([
    ['e4', 'e2e4'],
    ['e4!', 'e2e4'],
    ['1. e4', 'e2e4'],
    ['1.e4 e5 2.Nf3', 'e2e4 e7e5 g1f3'],
    ['1 e4 e5 2 Nf3', 'e2e4 e7e5 g1f3'],
    ['e4, e5, Nf3', 'e2e4 e7e5 g1f3'],
    ['e2e4 e7e5', 'e2e4 e7e5'],
    ['1. e2e4 e7e5 2. g1f3', 'e2e4 e7e5 g1f3'],
    ['1. e4 e5 2. Nf3?! Nc6', 'e2e4 e7e5 g1f3 b8c6'],
    ['e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 0-0', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1'],
    ['```1. e4 e5```', 'e2e4 e7e5'],
    ['```\n1. e4 e5\n2. Nf3\n```', 'e2e4 e7e5 g1f3'],
    ['> 1. e4 e5\n> 2. Nf3', 'e2e4 e7e5 g1f3'],
    ['**e4 e5 Nf3**', 'e2e4 e7e5 g1f3'],
    ['what about 1. e4 e5 2. Nf3 Nc6. Then what?', 'e2e4 e7e5 g1f3 b8c6'],
    ['we played e4 e5 Nf3 Nc6 and he resigned', 'e2e4 e7e5 g1f3 b8c6'],
    ['1. e4 e5, hello!', 'e2e4 e7e5'],
    ['1. e4 (just that', 'e2e4'],
  ])('are read from %j', (text, uci) => {
    expect(told(text)).toBe(`position ${uci}`);
  });

  it('written in any way are the same game', () => {
    fc.assert(
      fc.property(playouts, game => {
        const [start] = game.positions as [never];
        const [uci, fen] = [uciMoves(game), fenOf(start)];
        const sans = sanLine(start, uci);
        const numbered = sans.map((san, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${san}` : san)).join(' ');
        const expected = ['position', ...(fen === START ? [] : [fen]), ...uci].join(' ');
        for (const moves of [uci.join(' '), sans.join('\n'), numbered])
          expect(told(`Look: ${fen} ${moves} What do you say?`)).toBe(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('can be had as a game by whoever wants one', () => {
    for (const text of ['1. e4 e5 2. Nf3', `${FEN} g8f6 e4d6`]) {
      const asked = read(text);
      if (!asked.ok || asked.value.kind !== 'position') throw new Error(told(text));
      const pgn = pgnOf(asked.value.game);
      if (!pgn.ok) throw new Error(pgn.message);
      expect(uciMoves(pgn.value.game)).toEqual(uciMoves(asked.value.game));
      expect(fenOf(pgn.value.game.positions[0] as never)).toBe(fenOf(asked.value.game.positions[0] as never));
    }
  });
});

describe('a game', () => {
  const PGN = '[Event "Club, \\"B\\""]\n[White "Adams"]\n[Black "Torre"]\n\n1. e4 e5 2. d4 exd4 {so it goes} 3. Qxd4 *';
  const MOVES = 'e2e4 e7e5 d2d4 e5d4 d1d4';

  it.each([
    PGN,
    PGN.replaceAll('\n', ' '),
    PGN.replaceAll('\n', '\r\n'),
    `\`\`\`pgn\n${PGN}\n\`\`\``,
    `Look at this:\n\`\`\`\n${PGN}\n\`\`\`\nwhat did I do wrong?`,
    `Look at this:\n${PGN}\nWhat did I do wrong on move 3?`,
    `${PGN.slice(0, -2)} what did I do wrong?`,
    '1. e4 e5 2. d4 exd4 3. Qxd4 1-0',
    'e4 e5 d4 exd4 Qxd4 1/2-1/2',
    '1. e4 {best by test} e5 2. d4 exd4 3. Qxd4',
    '1. e4 e5 (1... c5 2. Nf3) 2. d4 exd4 3. Qxd4 and so on',
    '1. e4 e5 2. d4 $1 exd4 3. Qxd4',
  ])('is read from %j', text => {
    expect(told(text)).toBe(`game ${MOVES}`);
  });

  it('has its headers and its comments', () => {
    expect(read(`Look: ${PGN}`)).toMatchObject({
      ok: true,
      value: { pgn: { names: { white: 'Adams', black: 'Torre' }, headers: { Event: 'Club, "B"' } } },
    });
  });
});

describe('a link', () => {
  it.each([
    'https://lichess.org/TaHSAsYD',
    'lichess.org/TaHSAsYD',
    '<https://lichess.org/TaHSAsYD>',
    '[my game](https://lichess.org/TaHSAsYD)',
    '[my game](<https://lichess.org/TaHSAsYD>).',
    '||https://lichess.org/TaHSAsYD||',
    'I lost this: https://lichess.org/TaHSAsYD. Why?',
    'https://www.youtube.com/watch?v=x and https://lichess.org/TaHSAsYD',
    '1. see lichess.org/TaHSAsYD 2. tell me',
    '```\nhttps://lichess.org/TaHSAsYD\n```',
  ])('is found in %j', text => {
    expect(told(text)).toBe(GAME);
  });

  it('keeps what it says', () => {
    expect(told('see lichess.org/TaHSAsYD/black#34!')).toBe(
      'link {"kind":"game","id":"TaHSAsYD","side":"black","ply":34}',
    );
    expect(told('https://lichess.org/@/some_one')).toBe('link {"kind":"user","name":"some_one"}');
    expect(told(`https://lichess.org/analysis/${FEN.replaceAll(' ', '_')}?color=white`)).toBe(
      `link ${JSON.stringify({ kind: 'analysis', fen: FEN, side: 'white' })}`,
    );
  });

  it.each([
    'https://lichess.org.evil.com/TaHSAsYD',
    'lichess.org.evil.com/TaHSAsYD',
    'https://lichess.org@evil.com/TaHSAsYD',
    'https://lichess.org:pass@evil.com/TaHSAsYD',
    'http://lichess.org:99/TaHSAsYD',
    'https://lichess.org\\@evil.com/TaHSAsYD',
    '//lichess.org\\@evil.com/TaHSAsYD',
    '//lichess.org/TaHSAsYD',
    '\\\\lichess.org\\TaHSAsYD/x',
    'https://lіchess.org/TaHSAsYD', // a Cyrillic letter
    'https://lichess。org/TaHSAsYD',
    'https://ｌichess.org/TaHSAsYD',
    'https://liches\u0455.org/TaHSAsYD',
    'https://evil.com/lichess.org/TaHSAsYD',
    'https://evil.com?lichess.org/TaHSAsYD',
    'https://evil.com#lichess.org/TaHSAsYD',
    'evil-lichess.org/TaHSAsYD',
    'javascript://lichess.org/TaHSAsYD',
    'file://lichess.org/TaHSAsYD',
    'ftp://lichess.org/TaHSAsYD',
  ])('to elsewhere is none: %j', text => {
    expect(told(text)).toMatch(
      /^(link: ".*" is not Lichess|link: this is not an address|position: there is nothing to analyse)/,
    );
  });
});

describe('of several things', () => {
  it.each([
    [`https://lichess.org/TaHSAsYD or ${FEN}`, GAME],
    [`${FEN} or https://lichess.org/TaHSAsYD`, `position ${FEN}`],
    ['1. e4 e5 or https://lichess.org/TaHSAsYD', 'position e2e4 e7e5'],
    // One that cannot be read does not stand in the way of one that can.
    [`https://chess.com/game/1 is ${FEN}`, `position ${FEN}`],
    [`1. e5 e4 is what he wrote for https://lichess.org/TaHSAsYD`, GAME],
    [`\`\`\`${BOARD.replace('pp1n', 'ppp1n')} b\`\`\` no, \`\`\`${FEN}\`\`\``, `position ${FEN}`],
    [
      `${Array.from({ length: 30 }, (_, n) => `https://example.com/${n}`).join(' ')} https://lichess.org/TaHSAsYD`,
      GAME,
    ],
  ])('the first that can be analysed is taken: %j', (text, expected) => {
    expect(told(text)).toBe(expected);
  });
});

describe('what cannot be analysed', () => {
  it.each([
    '',
    ' ',
    'hello',
    'I moved to e4 yesterday',
    'a4 paper, please',
    '1. Buy milk 2. Call home',
    'on 1/2/2024 or 12/24/2023',
    '/home/b/n/r',
    '[x]',
    '😀',
    '1-0',
  ])('is told what was looked for: %j', text => {
    expect(told(text)).toBe(NOTHING);
  });

  it('is named as the caller names it', () => {
    expect(readMessage('hello', () => undefined, 'message')).toMatchObject({
      ok: false,
      message: NOTHING.replace('position', 'message'),
    });
    expect(readMessage('hello', () => undefined, 'game')).toMatchObject({
      message:
        'game: there is no game in it; give moves such as "1. e4 e5 2. Nf3", a PGN, or a link to a Lichess game.',
    });
  });

  it.each([
    [`see ${BOARD.replace('/8/', '/9/')} b KQkq - 3 5 please`, 'needs eight ranks of eight squares in its first part.'],
    [`${BOARD.replace('/8/3PN3', '/3PN3')} b`, 'needs eight ranks of eight squares in its first part.'],
    [`${BOARD.replace('Q', 'X')} b KQkq - 3 5`, 'needs eight ranks of eight squares in its first part.'],
    [`${BOARD} x KQkq - 3 5`, 'needs "w" or "b" (whose move it is) as its second part.'],
    [`${BOARD} b KQx - 3 5`, 'needs castling rights such as "KQkq" or "-" as its third part.'],
    [`${BOARD} b KQkq e9 3 5`, 'needs an en-passant square such as "e3" or "-" as its fourth part.'],
    [`${BOARD} b KQkq - -3 5`, 'needs a number of half-moves as its fifth part.'],
    ['8/8/8/8/8/8/8/8 w - - 0 1', 'has no pieces.'],
    [`https://example.com/x ${BOARD.replace('/8/', '/9/')} b`, 'needs eight ranks of eight squares in its first part.'],
  ])('but is nearly a FEN gets the sentence about that: %j', (text, sentence) => {
    expect(told(text)).toMatch(/^position: "/);
    expect(told(text)).toContain(sentence);
  });

  it.each([
    ['1. e5', 'moves: "e5" (move 1, White) is not a legal move there.'],
    ['e4 e5 Nf6', 'moves: "Nf6" (move 2, White) is not a legal move there.'],
    [`${FEN} Ngf6 Nd7#`, 'moves: "Nd7#" (move 6, White) is not a legal move there.'],
    ['1. e4 e5 2. Sf3', 'pgn: "Sf3" is not a move; pieces are written K Q R B N.'],
    ['1. e4 e5 2. knight Nc6', 'pgn: "knight" is not a move; pieces are written K Q R B N.'],
    ['1. e4 -- 2. d4', 'is a null move'],
    [
      '17. Nxe5 dxe5',
      'moves: the moves begin at number 17; give all of them from the first one on, or a FEN before them.',
    ],
    ['[White "x"]\n\n1. e4 e5 2. foo 3. Nf3', 'pgn: "foo" is not a move'],
    ['[Variant "Atomic"] 1. e4 e5', 'is not standard chess'],
    ['1. e4 {no end', 'pgn: the comment "{no end" has no end'],
    ['https://www.chess.com/game/live/1', 'link: "www.chess.com" is not Lichess'],
    ['https://lichess.org/study/8c8bmUfy', 'link: this is a whole study'],
    [`https://example.com/x 1. e5`, 'moves: "e5"'],
  ])('but nearly can gets the sentence about that: %j', (text, sentence) => {
    expect(told(text)).toContain(sentence);
  });
});

describe('whatever anybody sends', () => {
  it('is understood or answered in one sentence', () => expectSentences(100));

  it('has its bounds', () => {
    expect(told('x'.repeat(100_001))).toBe('position: at most 100 kB, please; this is more.');
    expect(told('é'.repeat(50_001))).toBe('position: at most 100 kB, please; this is more.');
    const shuffle = Array.from({ length: 601 }, (_, ply) => ['g1f3', 'g8f6', 'f3g1', 'f6g8'][ply % 4]).join(' ');
    expect(told(shuffle)).toBe('moves: at most 600 half-moves, please; these are 601.');
  });

  it.each(PARTS)('is read in time: 10 kB of %j', { timeout: 60_000 }, part => expectReadInTime(part, 10_000));
});
