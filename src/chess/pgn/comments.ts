import { makeScore, parseScore, type Score } from '../score.ts';

/** Comments of a PGN, and what programs write into them: `{ [%eval 0.17] [%clk 0:05:00] Better than it looks. }` */

// A comment ends with the first closing brace and nothing escapes it; "%" in the first column would hide a line.
const UNWRITABLE = /[{}\r]|\n%/;

/** As it can be written: the lines of Windows are lines, braces are parentheses. */
export const asComment = (text: string): string =>
  UNWRITABLE.test(text)
    ? text.replace(/\r\n?/g, '\n').replace(/\n%/g, '\n %').replaceAll('{', '(').replaceAll('}', ')')
    : text;

const FIRST_COMMAND = /\[%(\w+)\s([^[\]]*)\]/;
const COMMAND = new RegExp(FIRST_COMMAND, 'g');

/** What a command says, `0.17` of `[%eval 0.17]`; the last one, if there are several. */
export function commandIn(comments: readonly string[] = [], name: string): string | undefined {
  let found: string | undefined;
  for (const comment of comments)
    for (const [, command, value = ''] of comment.matchAll(COMMAND)) if (command === name) found = value.trim();
  return found;
}

/**
 * The same comments with this command. It takes the place of the old one; a new one goes before the first of the other
 * commands, or into a comment of its own before the rest.
 */
export function withCommand(comments: readonly string[] = [], name: string, value: string): string[] {
  const command = `[%${name} ${value}]`;
  let done = false;
  const replaced = comments.map(comment =>
    comment.replace(COMMAND, (old, other: string) => {
      if (other !== name) return old;
      const text = done ? '' : command;
      done = true;
      return text;
    }),
  );
  if (done) return replaced.filter((comment, index) => comment.trim() !== '' || comment === comments[index]);
  const host = comments.findIndex(comment => FIRST_COMMAND.test(comment));
  if (host === -1) return [command, ...comments];
  return comments.map((comment, index) =>
    index === host ? comment.replace(FIRST_COMMAND, first => `${command} ${first}`) : comment,
  );
}

/** `[%eval 0.17]`, `[%eval #-3]`, `[%eval 0.17,20]` with its depth. A mate in 0 is no score: it stands on the board. */
export const scoreIn = (comments?: readonly string[]): Score | undefined =>
  parseScore((commandIn(comments, 'eval') ?? '').replace(/,\s*\d+$/, '').replace(/^([+-]?)(?=\.)/, sign => `${sign}0`));

/** The text of a score in `[%eval]`: `0.17`, `#-3`. */
export const evalText = (score: Score): string => makeScore(score).replace('+', '');

/** `[%clk 0:05:00]`: seconds left to the side that moved. */
export function clockIn(comments?: readonly string[]): number | undefined {
  const [, hours = 0, minutes, seconds] =
    /^(?:(\d{1,5}):)?(\d{1,2}):(\d{1,2}(?:\.\d*)?)$/.exec(commandIn(comments, 'clk') ?? '') ?? [];
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
