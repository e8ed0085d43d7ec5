import { type Failure, no, type Refusal } from '../base/result.ts';
import { type Filling, fill, type Gaps } from '../base/text.ts';

/**
 * What can be wrong with what people give, and what to do about it; `{field}` is where they gave it. English stands
 * here, where input is read; the catalogues of other languages have the same keys and gaps.
 */
export const REFUSALS = {
  // Something else than was wanted.
  nothing:
    '{field}: there is nothing to analyse in it; give a FEN, moves such as "1. e4 e5 2. Nf3", a PGN, or a link to a Lichess game.',
  'no-game':
    '{field}: there is no game in it; give moves such as "1. e4 e5 2. Nf3", a PGN, or a link to a Lichess game.',
  'too-much': '{field}: at most {most} kB, please; this is more.',
  position: '{field}: this is a position; give a Lichess link to a game, or a PGN with its moves.',
  puzzle: '{field}: this is a puzzle; give the game that it is from instead, {address}.',
  variant: '{field}: "{variant}" is not standard chess; give a standard game.',

  // Positions.
  'fen.word': '{field}: "{text}" is neither a FEN nor startpos.',
  'fen.long': '{field}: a FEN is at most {most} characters long.',
  'fen.control': '{field}: a FEN is one line without control characters.',
  'fen.fen': '{field}: "{fen}" is not a FEN.',
  'fen.parts': '{field}: "{fen}" has too many parts.',
  'fen.board': '{field}: "{fen}" needs eight ranks of eight squares in its first part.',
  'fen.turn': '{field}: "{fen}" needs "w" or "b" (whose move it is) as its second part.',
  'fen.castling': '{field}: "{fen}" needs castling rights such as "KQkq" or "-" as its third part.',
  'fen.en-passant': '{field}: "{fen}" needs an en-passant square such as "e3" or "-" as its fourth part.',
  'fen.half-moves': '{field}: "{fen}" needs a number of half-moves as its fifth part.',
  'fen.number': '{field}: "{fen}" needs a move number as its sixth part.',
  'fen.empty': '{field}: "{fen}" has no pieces.',
  'fen.opposite-check':
    '{field}: "{fen}" has the side that is not to move in check, so the other side must be to move.',
  'fen.back-rank': '{field}: "{fen}" has a pawn on the first or last rank.',
  'fen.kings': '{field}: "{fen}" needs exactly one king on each side.',
  'fen.variant': '{field}: "{fen}" is not standard chess.',
  'fen.pieces.white': '{field}: "{fen}" has more than 16 white pieces.',
  'fen.pieces.black': '{field}: "{fen}" has more than 16 black pieces.',
  'fen.pawns.white': '{field}: "{fen}" has more than 8 white pawns.',
  'fen.pawns.black': '{field}: "{fen}" has more than 8 black pawns.',
  'fen.impossible-check': '{field}: "{fen}" has a check that no move can have given.',
  'fen.illegal': '{field}: "{fen}" is not a legal position.',

  // Moves.
  'moves.long': '{field}: at most {most} characters of moves, please.',
  'moves.many': '{field}: at most {most} half-moves, please; these are {given}.',
  'moves.none': '{field}: name at least one move.',
  'moves.here': '{field}: "{move}" is not a legal move in this position.',
  'moves.illegal.white': '{field}: "{move}" (move {number}, White) is not a legal move there.',
  'moves.illegal.black': '{field}: "{move}" (move {number}, Black) is not a legal move there.',
  'moves.null.white':
    '{field}: "{move}" (move {number}, White) is a null move, which the rules do not know; give a game without null moves.',
  'moves.null.black':
    '{field}: "{move}" (move {number}, Black) is a null move, which the rules do not know; give a game without null moves.',
  'moves.begin':
    '{field}: the moves begin at number {number}; give all of them from the first one on, or a FEN before them.',

  // Games as they are written down.
  'pgn.long': '{field}: at most {most} MB, please; this is more.',
  'pgn.game-long': '{field}: a game is at most {most} MB long.',
  'pgn.none': '{field}: there is no game in it; give its moves, such as "1. e4 e5 2. Nf3".',
  'pgn.no-moves': '{field}: there are no moves in it; give a game such as "1. e4 e5 2. Nf3".',
  'pgn.comment': '{field}: the comment "{comment}" has no end; put a "}" where it is over.',
  'pgn.prose': '{field}: this looks like words ("{word}"); give the moves of a game, such as "1. e4 e5 2. Nf3".',
  'pgn.stray': '{field}: "{word}" is not a move; pieces are written K Q R B N.',
  'pgn.empty': '{field}: it is empty; give the moves of a game, such as "1. e4 e5 2. Nf3".',
  'pgn.binary': '{field}: this looks like a file of another kind, or text that is not UTF-8; export the game as PGN.',
  'pgn.link': '{field}: this looks like a link; give the text of the game itself, which most sites call PGN.',
  'pgn.page': '{field}: this looks like a web page; give the text of the game itself, which most sites call PGN.',
  'pgn.fen':
    '{field}: this looks like a FEN, which is one position; give the moves of a game, such as "1. e4 e5 2. Nf3".',
  'pgn.json': '{field}: this looks like JSON; give the text of the game itself, which most sites call PGN.',

  // Links.
  'link.long': '{field}: at most {most} characters, please; this is more.',
  'link.address': '{field}: this is not an address; a game looks like {example}.',
  'link.host': '{field}: "{host}" is not Lichess; give a link such as {example}, or the game\'s PGN.',
  'link.page':
    '{field}: "{page}" on Lichess is not a game, a study chapter, a puzzle, a player or a position; a game looks like {example}.',
  'link.study': '{field}: this is a whole study; open one of its chapters and copy the address of that.',
  'link.board': '{field}: there is no position in this address of an analysis board; copy its FEN or its PGN instead.',

  // What links lead to.
  'game.none': '{field}: there is no game at {address}; check the address.',
  'game.playing': '{field}: this game is still being played; come back when it is over.',
  'game.unsure':
    '{field}: this names a game on Lichess and does not say that it is over, and Lichess cannot be asked just now; try again in a few minutes.',
  'game.aborted': '{field}: this game was aborted before it really began; there is nothing in it to look at.',
  'game.empty': '{field}: this game has no moves; there is nothing in it to look at.',
  'chapter.none': '{field}: there is no study chapter at {address}; check the address.',
  'chapter.private': '{field}: the study at {address} is private; make it public, or give its PGN as a file.',
  'puzzle.none': '{field}: there is no puzzle at {address}; check the address.',
  'player.none': '{field}: nobody on Lichess is called {name}; check the spelling.',
  'player.closed': '{field}: the account {name} is closed; give a link to a game instead.',
  'player.hidden': '{field}: {name} has no games that everybody may see; give a link to a game instead.',
  'player.new': '{field}: {name} has not finished a game on Lichess yet; give a link to a game instead.',
  'player.variants':
    '{field}: {name} has played no standard chess of late, only variants; give a link to a game instead.',
} as const;
export type RefusalKey = keyof typeof REFUSALS;

export type RefusalGaps<K extends RefusalKey> = Readonly<Record<Gaps<(typeof REFUSALS)[K]>, Filling>>;

const english = new Intl.NumberFormat('en-US');
const WRITING = { number: (value: number) => english.format(value), isOne: (value: number) => value === 1 };

export const refuse = <K extends RefusalKey>(key: K, gaps: RefusalGaps<K>): Failure =>
  refused({ key, gaps: gaps as Refusal['gaps'] });

/** The same about another field: the one that was filled in, whatever stands in it. */
export const inField = (failure: Pick<Failure, 'message' | 'refusal'>, field: string): Failure =>
  failure.refusal ? refused({ ...failure.refusal, gaps: { ...failure.refusal.gaps, field } }) : no(failure.message);

const refused = (refusal: Refusal): Failure => ({ ok: false, message: sentenceOf(refusal), refusal });

export const sentenceOf = ({ key, gaps }: Refusal): string => fill(REFUSALS[key as RefusalKey], gaps, WRITING);
