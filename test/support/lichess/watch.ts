import { makeBoardFen, makeFen } from 'chessops/fen';
import type { Color } from 'chessops/types';
import { lightUser } from './account.ts';
import type { Round } from './round.ts';
import { perfOf, speedOf, startOf, variantJson } from './setting.ts';
import type { Stream } from './stream.ts';
import { fenOf, statusJson } from './views.ts';

/** Games as everybody may follow them. */

/** https://github.com/lichess-org/lila/blob/master/modules/round/src/main/ApiMoveStream.scala */
const HELD_BACK = 3;

const seconds = (ms: number): number => Math.round(ms / 1000);

/** A position of a game: the one it began with, and one after each half-move. */
function frame(round: Round, ply: number) {
  const position = round.positions[ply];
  const played = round.plies[ply - 1];
  const limit = 1000 * (round.setting.clock?.limit ?? 0);
  const { white, black } = played?.left ?? { white: limit, black: limit };
  return {
    fen: position ? `${makeBoardFen(position.board)} ${position.turn[0]}` : '',
    ...(played && { lm: played.uci }),
    ...(round.timer && { wc: seconds(white), bc: seconds(black) }),
  };
}

/** What does not change in the course of the game comes first; how it stands, with its end alone. */
function description(round: Round, whole: boolean) {
  const { id, setting, players, createdAt, winner } = round;
  const player = (color: Color) => ({ user: lightUser(players[color]), rating: players[color].rating });
  return {
    id,
    variant: variantJson(setting),
    speed: speedOf(setting),
    perf: perfOf(setting),
    rated: setting.rated,
    source: 'friend',
    createdAt,
    ...(setting.fen !== undefined && { initialFen: startOf(setting) }),
    ...(whole && {
      fen: fenOf(round),
      turns: round.plies.length,
      status: statusJson(round),
      ...(winner && { winner }),
      lastMove: round.moves.at(-1) ?? '',
    }),
    players: { white: player('white'), black: player('black') },
  };
}

/** Three half-moves behind, as long as somebody could be helped by it. */
export function watchRound(round: Round, stream: Stream): void {
  const held: object[] = [];
  const holds = round.timer && !round.over ? HELD_BACK : 0;
  const push = (line: object) => {
    held.push(line);
    while (held.length > holds) void stream.send(held.shift() ?? {});
  };
  const finish = () => {
    for (const line of held.splice(0)) void stream.send(line);
    void stream.send(description(round, true));
    stream.end();
  };
  void stream.send(description(round, false));
  for (const ply of round.positions.keys()) push(frame(round, ply));
  if (round.over) return finish();
  const stop = round.listen(({ kind }) => {
    if (kind === 'move') push(frame(round, round.plies.length));
    if (kind === 'over') finish();
  });
  stream.onClose(stop);
}

/** A game on TV, where nothing is held back. */
export function featured(round: Round, orientation: Color) {
  const { players } = round;
  const player = (color: Color) => ({
    color,
    user: lightUser(players[color]),
    rating: players[color].rating,
    seconds: seconds(round.left(color)),
  });
  return {
    t: 'featured',
    d: { id: round.id, orientation, players: [player('white'), player('black')], fen: fenOf(round) },
  };
}

export const tvMove = (round: Round) => ({
  t: 'fen',
  d: { ...frame(round, round.plies.length), fen: makeFen(round.position.toSetup()) },
});
