import type { Color } from 'chessops/types';
import type { ReviewReport } from '../analysis/review/report.ts';
import { clean, cut, isolated } from '../base/text.ts';
import { nameOf } from '../chess/words.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';

/** Lichess allows 20 characters, chess.com 25; longer ones are people's full names. */
const LONGEST = 30;
const HEADERS = {
  white: { name: 'White', rating: 'WhiteElo', title: 'WhiteTitle' },
  black: { name: 'Black', rating: 'BlackElo', title: 'BlackTitle' },
} as const satisfies Record<Color, Record<string, string>>;

type Headers = Pick<ReviewReport, 'headers'>;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A header as it may be shown; undefined where it says nothing. */
function shown(text: string | undefined, longest: number): string | undefined {
  const short = cut(clean(text ?? ''), longest);
  return VISIBLE.test(short) && !/^[?*-]+$/.test(short) ? short : undefined;
}

function given({ headers }: Headers, color: Color): string | undefined {
  const name = shown(headers[HEADERS[color].name], LONGEST);
  return name && /^(white|black)$/i.test(name) ? undefined : name;
}

/** What the two are called in sentences: by their names where these tell them apart, else by their colours. */
export function namesOf(report: Headers, voice: ReportVoice = ENGLISH_VOICE): Record<Color, string> {
  const [white, black] = [given(report, 'white'), given(report, 'black')];
  const same = white?.toLowerCase() === black?.toLowerCase();
  const called = (color: Color, name: string | undefined) => {
    if (!name || same) return nameOf(color, voice);
    return isolated(name);
  };
  return { white: called('white', white), black: called('black', black) };
}

/** The rating in the headers, which is not always the one that a player was compared with. */
export function ratingOf({ headers }: Headers, color: Color): number | undefined {
  const text = headers[HEADERS[color].rating]?.trim() ?? '';
  return /^[1-9]\d{2,3}$/.test(text) ? Number(text) : undefined;
}

/** `GM`, `BOT` */
export const titleOf = ({ headers }: Headers, color: Color): string | undefined =>
  shown(headers[HEADERS[color].title], 4);

/** `alice (1612)` */
export function withRating(report: Headers, color: Color, voice: ReportVoice = ENGLISH_VOICE): string {
  const rating = ratingOf(report, color);
  const name = namesOf(report, voice)[color];
  return rating === undefined ? name : `${name} (${rating})`;
}
