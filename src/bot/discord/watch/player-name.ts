import type { WatchedPlayer } from '../../../lichess/watch.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';

/** As Lichess writes it; machines and people without an account have none. It is not yet safe to be shown. */
export function playerName({ name, aiLevel }: WatchedPlayer, voice: Voice): string {
  if (aiLevel !== undefined) return voice.say('watch.ai', { level: aiLevel });
  return name ?? voice.say('watch.anonymous');
}
