import type { Color } from 'chessops/types';
import type { GameResult } from '../../../chess/game.ts';
import { other } from '../../../chess/position.ts';
import type { GameStatus } from '../../../lichess/schema.ts';
import type { Key } from '../../../present/catalogue/en.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { End } from './live.ts';

/** How games end on Lichess, in words. */

type Won = Extract<
  Key,
  `watch.${'mate' | 'resign' | 'outoftime' | 'timeout' | 'nostart' | 'rules' | 'variant' | 'won'}`
>;
type Undecided = Extract<Key, `watch.${'stalemate' | 'flag-draw' | 'draw' | 'aborted' | 'ended'}`>;

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

export function endWords({ status, winner }: End, voice: Voice): string {
  const [won, undecided] = WORDS[status];
  if (!winner) return voice.say(undecided);
  const name = (color: Color) => voice.say(`color.${color}`);
  const fillings = { winner: name(winner), loser: name(other(winner)) };
  return voice.say(won, fillings);
}

const DRAWN: readonly Undecided[] = ['watch.stalemate', 'watch.flag-draw', 'watch.draw'];

/** None where it is unknown, or no game was played. */
export function resultOf({ status, winner }: End): GameResult | undefined {
  if (winner) return winner === 'white' ? '1-0' : '0-1';
  return DRAWN.includes(WORDS[status][1]) ? '1/2-1/2' : undefined;
}
