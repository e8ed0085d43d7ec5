const WIDTH = 120;
/** At the start of a line Markdown would take these for a list, a heading, a quotation or an underline. */
const MARKS = /^([-+*]|1[.)]|#+|>|[=-]+)$/;

/**
 * A line of Markdown as lines of at most 120 columns, where its blanks allow that; the later ones begin with `indent`.
 */
export function wrap(text: string, indent: string): string {
  const lines = [''];
  const words = text.split(' ');
  for (const [index, word] of words.entries()) {
    const line = lines.at(-1) ?? '';
    const isMark = MARKS.test(word) && index + 1 < words.length;
    if (line === '') lines[0] = word;
    else if (line.length + 1 + word.length > WIDTH && !isMark) lines.push(indent + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}
