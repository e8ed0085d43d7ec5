import { capital } from '../../../base/text.ts';
import { mainLine, makeTree } from '../../../chess/pgn/make.ts';
import { other, startPosition } from '../../../chess/position.ts';
import type { PlayState } from './state.ts';

/** A game as it is handed on: to a review. */
interface PlayedGame {
  kind: 'play';
  version: 1;
  pgn: string;
}

export function playedGame(state: PlayState, when: number): PlayedGame {
  const { color, rating, name, end } = state;
  const headers = new Map([
    ['Event', 'Against Maia'],
    ['Site', 'Discord'],
    ['Date', new Date(when).toISOString().slice(0, 10).replaceAll('-', '.')],
    [capital(color), name],
    [capital(other(color)), 'Maia'],
    [`${capital(other(color))}Elo`, String(rating)],
    ['Result', end?.result ?? '*'],
  ]);
  return { kind: 'play', version: 1, pgn: makeTree({ headers, moves: mainLine(startPosition(), state.moves) }) };
}
