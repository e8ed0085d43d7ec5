import { COLORS, type Color } from 'chessops/types';
import type { GameResult } from '../../../chess/game.ts';
import { other } from '../../../chess/position.ts';
import type { GameStatus } from '../../../lichess/schema.ts';
import type { WatchedPlayer } from '../../../lichess/watch.ts';
import type { TextKey } from '../../../present/catalogue/en.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { Watch } from '../../../store/watches.ts';
import type { WatchedGames } from '../core/context.ts';
import type { GameEnd } from './live-game.ts';

/** As Lichess writes it; machines and people without an account have none. It is not yet safe to be shown. */
export function playerName({ name, aiLevel }: WatchedPlayer, voice: Voice): string {
  if (aiLevel !== undefined) return voice.say('watch.ai', { level: aiLevel });
  return name ?? voice.say('watch.anonymous');
}

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

/** How games end on Lichess, in words. */

type Won = Extract<
  TextKey,
  `watch.${'mate' | 'resign' | 'outoftime' | 'timeout' | 'nostart' | 'rules' | 'variant' | 'won'}`
>;
type Undecided = Extract<TextKey, `watch.${'stalemate' | 'flag-draw' | 'draw' | 'aborted' | 'ended'}`>;

/** With a winner, and without. */
const WORDS: Record<GameStatus, [won: Won, undecided: Undecided]> = {
  created: ['watch.won', 'watch.ended'],
  started: ['watch.won', 'watch.ended'],
  aborted: ['watch.won', 'watch.aborted'],
  mate: ['watch.mate', 'watch.ended'],
  resign: ['watch.resign', 'watch.ended'],
  stalemate: ['watch.won', 'watch.stalemate'],
  timeout: ['watch.timeout', 'watch.draw'],
  draw: ['watch.won', 'watch.draw'],
  outoftime: ['watch.outoftime', 'watch.flag-draw'],
  cheat: ['watch.rules', 'watch.ended'],
  noStart: ['watch.nostart', 'watch.aborted'],
  unknownFinish: ['watch.won', 'watch.ended'],
  insufficientMaterialClaim: ['watch.won', 'watch.draw'],
  variantEnd: ['watch.variant', 'watch.draw'],
};

export function endWords({ status, winner }: GameEnd, voice: Voice): string {
  const [won, undecided] = WORDS[status];
  if (!winner) return voice.say(undecided);
  const name = (color: Color) => voice.say(`color.${color}`);
  const fillings = { winner: name(winner), loser: name(other(winner)) };
  return voice.say(won, fillings);
}

const DRAWN: readonly Undecided[] = ['watch.stalemate', 'watch.flag-draw', 'watch.draw'];

/** Undefined if it is not known, or nothing was played. */
export function resultOf({ status, winner }: GameEnd): GameResult | undefined {
  if (winner) return winner === 'white' ? '1-0' : '0-1';
  return DRAWN.includes(WORDS[status][1]) ? '1/2-1/2' : undefined;
}
