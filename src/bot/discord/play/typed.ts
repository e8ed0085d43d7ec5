import { legible } from '../../../base/text.ts';
import type { TypedMove } from '../../../input/typed-move.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';

/** What is wrong with a move that somebody has typed, in one sentence. It quotes them, and is not yet safe to be shown. */
export function typedWords(typed: Exclude<TypedMove, { kind: 'move' }>, text: string, voice: Voice): string {
  const move = legible(text);
  switch (typed.kind) {
    case 'nothing':
    case 'several':
      return voice.say('play.one-move');
    case 'ambiguous':
      return voice.say('play.ambiguous', { move, moves: typed.sans.join(', ') });
    case 'illegal':
      return voice.say(typed.inCheck ? 'play.in-check' : 'play.illegal', { move });
  }
}
