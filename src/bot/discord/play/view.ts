import { COLORS, type Color, type Square } from 'chessops/types';
import { numberedLine } from '../../../chess/game.ts';
import { type Position, sanLine } from '../../../chess/position.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { stepOf } from '../../../present/game-scene.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import { POINTS } from '../../../render/frames.ts';
import { type Player, type Scene, sceneOf } from '../../../render/scene.ts';
import type { ThemeName } from '../../../render/theme.ts';
import { buttonRow, type ComponentRow, type Reply } from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';
import { type GameVersion, moveMenus, resignButtons, turnButtons, waitingButtons } from './controls.ts';
import { gameOf, isMaiasTurn, isPlayersTurn, type PlayState, resultFor } from './state.ts';

/** A game as its message shows it. */

export interface PlayedGameView extends GameVersion {
  state: PlayState;
}

/** What is going on besides the game itself. */
export interface ViewExtras {
  /** A sentence that is news. */
  note?: string;
  /** The piece that has been picked to move. */
  picked?: Square;
  /** Whether they mean it. */
  resigning?: boolean;
}

/** The newest half-moves, from one of White's on. */
const LISTED = 8;

export async function showGame(game: PlayedGameView, requester: Requester, aside: ViewExtras = {}): Promise<Reply> {
  const { state } = game;
  const { voice } = requester;
  const user = `<@${requester.user}>`;
  const color = voice.say(`color.${state.color}`);
  const lines = [
    voice.say('play.begin', { user, color, rating: state.rating }),
    ...(state.moves.length > 0 ? [lastMoves(state)] : []),
    ...(aside.note === undefined ? [] : [aside.note]),
    `**${statusOf(state, user, aside, voice)}**`,
  ];
  const { png, alt } = await boardPicture(sceneFor(state, requester.settings.theme, aside.picked));
  return {
    content: lines.join('\n'),
    files: [{ name: 'board.png', bytes: png, alt }],
    rows: rowsOf(game, voice, aside),
  };
}

function lastMoves(state: PlayState): string {
  const { positions } = gameOf(state);
  const most = Math.max(0, state.moves.length - LISTED);
  const first = most - (most % 2);
  const from = positions[first] as Position;
  return `${first > 0 ? '… ' : ''}${numberedLine(from, sanLine(from, state.moves.slice(first)))}`;
}

function statusOf(state: PlayState, user: string, { resigning }: ViewExtras, voice: Voice): string {
  if (resigning) return voice.say('play.resign-sure');
  if (!state.end) return isPlayersTurn(state) ? voice.say('play.your-move', { user }) : voice.say('play.thinking');
  const { by, result } = state.end;
  const how = by === 'resignation' ? voice.say('play.resigned', { user }) : voice.say(`play.by-${by}`);
  return `${how} ${voice.say(`play.${resultFor(state.color, result)}`)}`;
}

function rowsOf(game: PlayedGameView, voice: Voice, { picked, resigning }: ViewExtras): ComponentRow[] {
  const { state } = game;
  if (resigning) return [resignButtons(game, voice)];
  if (isMaiasTurn(state)) return [waitingButtons(game, voice)];
  if (isPlayersTurn(state)) {
    const position = gameOf(state).positions.at(-1) as Position;
    return [...moveMenus(game, position, voice, picked), turnButtons(game, voice)];
  }
  if (state.report === null || state.moves.length === 0) return [];
  const review = { kind: 'run' as const, report: state.report, handler: 'review', wish: state.color };
  return [buttonRow({ label: voice.say('button.review'), id: review })];
}

/** From the player's side of the board. */
function sceneFor(state: PlayState, theme: ThemeName, picked?: Square): Scene {
  const { color, name, rating, end } = state;
  const last = state.moves.at(-1);
  const position = gameOf(state).positions.at(-1) as Position;
  const player = (side: Color): Player => ({
    ...(side === color ? { name } : { name: 'Maia', rating }),
    ...(end && { points: POINTS[end.result][side] }),
  });
  const [white, black] = COLORS.map(player) as [Player, Player];
  return sceneOf(position, {
    theme,
    orientation: color,
    players: { white, black },
    ...(last !== undefined && { lastMove: stepOf(last) }),
    ...(picked !== undefined && { selected: [picked, ...position.dests(picked)] }),
  });
}
