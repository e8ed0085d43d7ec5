import { asComment } from './comments.ts';
import { resultOf, type TagPair, tagReader } from './tags.ts';

/** A part of a PGN as it stands in the text; `wordOf` reads the words. */
type Token =
  | ({ kind: 'tag' } & Pick<TagPair, 'name' | 'value'>)
  | { kind: 'comment'; text: string; closed: boolean }
  | { kind: 'open' | 'close' }
  | { kind: 'word'; text: string };

// Lines that begin with "%" are meant for other programs.
const BLANKS = /(?:\s+|^%[^\r\n]*)+/my;
const REST_OF_LINE = /[^\r\n]*/y;
// Where files are put together, a tag may follow without a blank: `1-0[Event "x"]`.
const WORD = /[^\s(){};[]+(?:\[(?!\w+\s+")[^\s(){};[]*)*|\[[^\s(){};]*|\}/y;
const BYTE_ORDER_MARK = '\ufeff';

export function* tokensOf(text: string): Generator<Token> {
  const tagAt = tagReader(text);
  const skip = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from;
    return pattern.test(text) ? pattern.lastIndex : from;
  };
  let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  for (;;) {
    at = skip(BLANKS, at);
    switch (text[at]) {
      case undefined:
        return;
      case '{': {
        const end = commentEnd(text, at + 1);
        yield {
          kind: 'comment',
          text: asComment(trimmed(text.slice(at + 1, end ?? text.length))),
          closed: end !== undefined,
        };
        at = end === undefined ? text.length : end + 1;
        continue;
      }
      case ';': {
        const end = skip(REST_OF_LINE, at);
        const comment = text.slice(at + 1, end).trim();
        if (comment !== '') yield { kind: 'comment', text: asComment(comment), closed: true };
        at = end;
        continue;
      }
      case '(':
        yield { kind: 'open' };
        at++;
        continue;
      case ')':
        yield { kind: 'close' };
        at++;
        continue;
      case '[': {
        const tag = tagAt(at);
        if (!tag) break;
        yield { kind: 'tag', name: tag.name, value: tag.value };
        at = tag.end;
        continue;
      }
    }
    const end = skip(WORD, at);
    yield { kind: 'word', text: text.slice(at, end) };
    at = end;
  }
}

/** One blank on either side belongs to the braces: `{ so }` and `{so}` say the same. */
const trimmed = (text: string): string =>
  text.slice(text.startsWith(' ') ? 1 : 0, text.length > 1 && text.endsWith(' ') ? -1 : undefined);

// A tag at the beginning of a line begins another game.
const TO_NEXT_BRACE = /[^{}\n]*(?:\n(?![ \t]*\[[A-Za-z])[^{}\n]*)*/y;

/**
 * Where a comment is closed. By the standard the first brace closes it. But if it held an opening one, and the next
 * brace closes again, a comment has been put into a comment.
 */
function commentEnd(text: string, from: number): number | undefined {
  let end = text.indexOf('}', from);
  if (end === -1) return undefined;
  for (let inner = text.indexOf('{', from); inner !== -1 && inner < end; inner = text.indexOf('{', inner + 1)) {
    TO_NEXT_BRACE.lastIndex = end + 1;
    TO_NEXT_BRACE.test(text);
    const next = TO_NEXT_BRACE.lastIndex;
    if (text[next] !== '}') break;
    end = next;
  }
  return end;
}

/** What a word of the moves means; https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm#c8.2 */
type Word =
  /** `Nf3`, `1.e4!?`, `--` */
  | { kind: 'move'; san: string; nags: number[] }
  /** `$14`, `!?`, `+/-` */
  | { kind: 'nags'; nags: number[] }
  /** `1-0`, `*` */
  | { kind: 'result'; result: string }
  /** Move numbers, and what says nothing that the move does not say. */
  | { kind: 'nothing' };

/** Signs that people write instead of numbers; https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm#c10 */
const NAGS: Readonly<Record<string, number>> = {
  '!': 1,
  '?': 2,
  '!!': 3,
  '??': 4,
  '!?': 5,
  '?!': 6,
  '□': 7,
  '=': 10,
  '∞': 13,
  '+/=': 14,
  '+=': 14,
  '⩲': 14,
  '=/+': 15,
  '=+': 15,
  '⩱': 15,
  '+/-': 16,
  '±': 16,
  '-/+': 17,
  '∓': 17,
  '+-': 18,
  '-+': 19,
};
const MAX_NAG = 9999;

const MOVE =
  /^(?:\d*(?:\.+|…))?([NBRQK]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|[pnbrqkPNBRQK]?@[a-h][1-8]|[O0o][-–—][O0o](?:[-–—][O0o])?|--|Z0|0000|@@@@)(?:e\.?p\.?)?/;
const SIGN = /\$\d+|[!?]+|□|\+\/[-=]|[-=]\/\+|\+[-=]|[-=]\+|[=∞⩲⩱±∓]/;
const EACH_SIGN = new RegExp(SIGN, 'g');
const SIGNS = new RegExp(`^(?:${SIGN.source})+$`);
// Reluctantly: "Rd1+-" is a winning move rather than a check, "Rd1+" is a check.
const CHECK_AND_SIGNS = new RegExp(`^(?:([+#])[+#]?)??((?:${SIGN.source})*)$`);
const RESULT = /^(?:1[-–—]0|0[-–—]1|1\/2(?:[-–—]1\/2)?|½(?:-½)?|\*)$/;
const NOTHING = /^(?:\d+(?:\.*|…)|\.+|…|[+#]+|e\.?p\.?)$/;
const NULL_MOVES = /^(?:--|Z0|0000|@@@@)$/;

const PLAIN_MOVE = /^(?:[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](?:=[NBRQ])?|O-O(?:-O)?)[+#]?$/;
const PLAIN_NUMBER = /^\d+\.+$/;
/** No word of a game is longer, and few patterns should see text of any length. */
const MAX_WORD_LENGTH = 40;

/** Undefined where a word is no part of a game: the German knight move "Sf3", "hello". */
export function wordOf(word: string): Word | undefined {
  if (word.length > MAX_WORD_LENGTH) return undefined;
  // Nine of ten words are one of these two.
  if (PLAIN_MOVE.test(word)) return { kind: 'move', san: word, nags: [] };
  if (PLAIN_NUMBER.test(word)) return { kind: 'nothing' };
  if (RESULT.test(word)) return { kind: 'result', result: resultOf(word) };
  if (SIGNS.test(word)) return { kind: 'nags', nags: nagsOf(word) };
  const [all = '', san = ''] = MOVE.exec(word) ?? [];
  if (all === '') return NOTHING.test(word) ? { kind: 'nothing' } : undefined;
  const [rest, check = '', signs = ''] = CHECK_AND_SIGNS.exec(word.slice(all.length)) ?? [];
  return rest === undefined ? undefined : { kind: 'move', san: spelled(san) + check, nags: nagsOf(signs) };
}

const nagsOf = (signs: string): number[] =>
  Array.from(signs.matchAll(EACH_SIGN), ([sign]) =>
    sign.startsWith('$') ? Number(sign.slice(1)) : (NAGS[/^[!?]/.test(sign) ? sign.slice(0, 2) : sign] ?? MAX_NAG + 1),
  ).filter(nag => nag <= MAX_NAG);

/** One way to write castling and promotions, and one for a move that is none. */
function spelled(san: string): string {
  if (NULL_MOVES.test(san)) return '--';
  if (/^[O0o]/.test(san)) return san.replace(/[0o]/g, 'O').replace(/[–—]/g, '-');
  return san.replace(/=[nbrqk]$/, piece => piece.toUpperCase());
}
