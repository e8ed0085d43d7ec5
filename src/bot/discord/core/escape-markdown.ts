import { clean, cut } from '../../../base/text.ts';

/**
 * What strangers wrote (names, headers of a PGN, words of a message) as it may stand in a message of ours: it pings no
 * user, leads nowhere, changes nothing around it, and can still be read. No result is longer than asked for, whatever
 * had to be put before its signs, and none is empty.
 */

const LONGEST = 60;
const EMPTY = '?';
/** Between an @ and a name: it is not seen, and the user is not mentioned. */
const SEAM = '\u200b';

/** Discord takes any sign after a backslash as it is, and shows no backslash. */
const SIGNS = /[\\*_~`|<>[\]]/g;
/** What only means something at the beginning of a line: headings, small print, lists. */
const FIRST_SIGN = /^(#+|-|\+|\d+\.)(?=\s|#|$)/;
/** `https://…`, `:smile:`, `discord.gg/…`; not the colon or the slash that has a blank after it. */
const JOINTS = /[:/](?=\S)/g;
const CALLS = /@/g;

/** In a text that Discord takes for markdown: messages, descriptions and fields of embeds. */
export const escapeMarkdown = (text: string, longest = LONGEST): string => fitted(text, longest, escaped);

/**
 * A sentence of ours in which names stand that are clean and short: however long it is, nothing of it goes missing
 * unless it is longer than asked for.
 */
export const escapeSentence = (sentence: string, longest: number): string =>
  fitted(sentence, longest, escaped, same => same);

function escaped(text: string): string {
  return text
    .replace(SIGNS, sign => `\\${sign}`)
    .replace(FIRST_SIGN, signs => signs.replace(/\D/g, '\\$&'))
    .replace(JOINTS, sign => `\\${sign}`)
    .replace(CALLS, `@${SEAM}`);
}

/**
 * Where there is no markdown and a backslash would be seen: buttons, menus, titles of dialogs, names of authors,
 * footers.
 */
export const plainLabel = (text: string, longest = LONGEST): string => fitted(text, longest, same => same);

/** Cut between two characters as people see them, as often as it takes. */
function fitted(text: string, longest: number, shown: (text: string) => string, tidy = clean): string {
  let bare = tidy(text);
  for (let length = longest; length > 0; length = Math.floor(length * 0.9)) {
    bare = cut(bare, length);
    const result = shown(bare);
    if (result.length <= longest) return result || EMPTY;
  }
  return EMPTY;
}
