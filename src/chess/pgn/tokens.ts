import { asComment } from './comments.ts';
import { type Tag, tagReader } from './tags.ts';

/** The parts of a PGN, before anybody asks what they mean. */
type Token =
  | ({ kind: 'tag' } & Pick<Tag, 'name' | 'value'>)
  | { kind: 'comment'; text: string; closed: boolean }
  | { kind: 'open' | 'close' }
  | { kind: 'word'; text: string };

// Lines that begin with "%" are meant for other programs.
const NOTHING = /(?:\s+|^%[^\r\n]*)+/my;
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
    at = skip(NOTHING, at);
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
 * brace closes again, somebody has put a comment into a comment.
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
