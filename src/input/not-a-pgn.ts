import type { Failure } from '../base/result.ts';
import { refuse } from '../chess/refusals.ts';

/** What people give for a PGN that is something else, each with what to give instead. */

type Kind = `pgn.${'empty' | 'binary' | 'link' | 'page' | 'fen' | 'json'}`;

const ALIKE: readonly [is: (text: string) => boolean, refusal: Kind][] = [
  [text => text === '', 'pgn.empty'],
  [text => text.includes('\0'), 'pgn.binary'],
  [text => /^<?(https?:\/\/|www\.|(\w+\.)?(lichess\.org|chess\.com)\/)\S*$/i.test(text), 'pgn.link'],
  [text => /^<(!doctype|html|head|body|\?xml|svg|div|script|pgn)\b/i.test(text), 'pgn.page'],
  [text => /^([1-8pnbrqk]{1,8}\/){7}[1-8pnbrqk]{1,8}([\s_][^\n]*)?$/i.test(text), 'pgn.fen'],
  [isJson, 'pgn.json'],
];

/** The sentence for a text that is plainly something else. */
export function notAPgn(text: string): Failure | undefined {
  const bare = text.replace(/^\ufeff/, '').trim();
  const refusal = ALIKE.find(([is]) => is(bare))?.[1];
  return refusal && refuse(refusal, { field: 'pgn' });
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // A PGN begins with brackets and braces, too.
    return false;
  }
}
