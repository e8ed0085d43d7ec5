import { makeFen } from 'chessops/fen';
import type { Color } from 'chessops/types';
import { opposite } from 'chessops/util';
import { type Account, isBot } from './account.ts';
import { type Round, STATUSES } from './round.ts';
import { perfName, perfOf, speedOf, startOf, variantJson } from './setting.ts';

/** A game as its players hear of it: the schemas of https://lichess.org/api, field by field. */

export const fenOf = (round: Round): string => makeFen(round.position.toSetup());

export const statusJson = ({ status }: Round) => ({ id: STATUSES[status], name: status });

/** On the stream of events. */
export function gameInfo(round: Round, color: Color) {
  const { id, setting, players, winner, plies, turn, over } = round;
  const { id: opponentId, name, rating } = players[opposite(color)];
  return {
    fullId: round.fullId(color),
    gameId: id,
    fen: fenOf(round),
    color,
    lastMove: round.moves.at(-1) ?? '',
    source: 'friend',
    status: statusJson(round),
    variant: { key: setting.variant, name: variantJson(setting).name },
    speed: speedOf(setting),
    perf: perfOf(setting),
    rated: setting.rated,
    hasMoved: plies.length > (color === round.positions[0]?.turn ? 0 : 1),
    opponent: { id: opponentId, username: name, rating },
    isMyTurn: !over && turn === color,
    ...((setting.clock || setting.days) && { secondsLeft: Math.floor(round.left(color) / 1000) }),
    ...(winner && { winner }),
    rating: players[color].rating,
    compat: { bot: speedOf(setting) !== 'ultraBullet', board: !isBot(players[color]) },
    id,
  };
}

export function gameState(round: Round) {
  const { setting, offersDraw, asksTakeback, status, winner } = round;
  const increment = 1000 * (setting.clock?.increment ?? 0);
  return {
    type: 'gameState',
    moves: round.moves.join(' '),
    wtime: round.left('white'),
    btime: round.left('black'),
    winc: increment,
    binc: increment,
    status,
    // What is not so is left out.
    ...(offersDraw.white && { wdraw: true }),
    ...(offersDraw.black && { bdraw: true }),
    ...(asksTakeback.white && { wtakeback: true }),
    ...(asksTakeback.black && { btakeback: true }),
    ...(winner && { winner }),
  };
}

export function gameFull(round: Round) {
  const { id, setting, players, createdAt } = round;
  const { clock, days, variant, fen } = setting;
  return {
    id,
    variant: variantJson(setting),
    speed: speedOf(setting),
    perf: { name: perfName(setting) },
    rated: setting.rated,
    createdAt,
    white: playerJson(players.white),
    black: playerJson(players.black),
    initialFen: fen === undefined && variant !== 'chess960' ? 'startpos' : startOf(setting),
    ...(clock && { clock: { initial: 1000 * clock.limit, increment: 1000 * clock.increment } }),
    ...(days !== undefined && { daysPerTurn: days }),
    type: 'gameFull',
    state: gameState(round),
  };
}

const playerJson = ({ id, name, title, rating, provisional }: Account) => ({
  id,
  name,
  title: title ?? null,
  rating,
  ...(provisional && { provisional }),
});
