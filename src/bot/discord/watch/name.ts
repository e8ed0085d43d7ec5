import { COLORS } from 'chessops/types';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { Watch } from '../../../store/watches.ts';
import type { WatchedGames } from '../core/context.ts';
import { playerName } from './player-name.ts';

/** What is followed, as people call it. It is not yet safe to be shown. */
export function watchName({ id, kind, target }: Watch, watching: WatchedGames, voice: Voice): string {
  switch (kind) {
    case 'game': {
      const [live] = watching.games(id);
      return live
        ? COLORS.map(color => playerName(live.players[color], voice)).join(' – ')
        : voice.say('unwatch.game', { id: target });
    }
    case 'user':
      return voice.say('unwatch.user', { name: target });
    case 'tv':
      return voice.say('watch.on-tv');
  }
}
