/** What people give for a PGN that is something else, each with what to give instead. */

const ALIKE: readonly [is: (text: string) => boolean, sentence: string][] = [
  [text => text === '', 'it is empty; give the moves of a game, such as "1. e4 e5 2. Nf3".'],
  [
    text => text.includes('\0'),
    'this looks like a file of another kind, or text that is not UTF-8; export the game as PGN.',
  ],
  [
    text => /^<?(https?:\/\/|www\.|(\w+\.)?(lichess\.org|chess\.com)\/)\S*$/i.test(text),
    'this looks like a link; give the text of the game itself, which most sites call PGN.',
  ],
  [
    text => /^<(!doctype|html|head|body|\?xml|svg|div|script|pgn)\b/i.test(text),
    'this looks like a web page; give the text of the game itself, which most sites call PGN.',
  ],
  [
    text => /^([1-8pnbrqk]{1,8}\/){7}[1-8pnbrqk]{1,8}([\s_][^\n]*)?$/i.test(text),
    'this looks like a FEN, which is one position; give the moves of a game, such as "1. e4 e5 2. Nf3".',
  ],
  [isJson, 'this looks like JSON; give the text of the game itself, which most sites call PGN.'],
];

/** The sentence for a text that is plainly something else. */
export function notAPgn(text: string): string | undefined {
  const bare = text.replace(/^\ufeff/, '').trim();
  const sentence = ALIKE.find(([is]) => is(bare))?.[1];
  return sentence && `pgn: ${sentence}`;
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
