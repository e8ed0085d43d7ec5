/** What people write in a chat, without what only the chat needs. */

// Soft hyphens, blanks without width, and marks that turn the direction of writing come along with a copy.
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const QUOTED = /^>(?:>>)? ?/gm;
const MARKS = /`+|\*\*+|\|\|+|~~+/g;
const LANGUAGE = /^(?:pgn|fen|text|txt|chess)\b/i;

/** The blocks of a message, in their order: what stands between code fences, and what stands in them. */
export function blocksOf(message: string): string[] {
  const parts = message.replace(UNSEEN, '').split('```');
  return parts.map((part, index) =>
    index % 2 === 1 ? part.replace(LANGUAGE, '') : part.replace(QUOTED, '').replace(MARKS, ' '),
  );
}

const OPENING = '<([{"\'“„‘«*_~|';
const CLOSING = '>)]}"\'”“’»*_~|.,;:!?…';

/** Where a word begins and ends without the punctuation around it. Character by character: nothing to look for twice. */
export function bareSpan(text: string, from: number, to: number): [from: number, to: number] {
  let [start, end] = [from, to];
  while (start < end && OPENING.includes(text[start] as string)) start++;
  while (start < end && CLOSING.includes(text[end - 1] as string)) end--;
  return [start, end];
}

export const bareWord = (word: string): string => word.slice(...bareSpan(word, 0, word.length));
