import type { Errand } from './errand.ts';
import { errandOf } from './errands/index.ts';
import { buttonRow, type Row } from './reply.ts';
import type { Voice } from './strings/voice.ts';

const REVIEW = 'review';

/** A button that reviews a game of Lichess which is only mentioned. */
export const reviewOffer = (game: string, voice: Voice, errands: readonly Errand<unknown>[]): Row[] =>
  errandOf(REVIEW, errands)?.about
    ? [buttonRow({ label: voice.say('button.review'), id: { kind: 'about', errand: REVIEW, game } })]
    : [];
