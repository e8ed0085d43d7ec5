import { ROLES, type Role, type Square } from 'chessops/types';
import { makeSquare } from 'chessops/util';
import {
  type APIButtonComponentWithCustomId,
  type APISelectMenuOption,
  ButtonStyle,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import { cut } from '../../../base/text.ts';
import { type LegalMove, legalMoves, type Position, sanOf } from '../../../chess/position.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { type CustomIdOf, makeCustomId } from '../core/custom-id.ts';
import { type ComponentRow, MAX_OPTIONS, menuRow } from '../core/reply.ts';

/** What a player can press. */

export const ACTIONS = [
  'type', // opens the dialog
  'typed', // the dialog, filled in
  'move', // from a menu
  'more', // from the second part of it
  'piece', // from the menu of pieces: its moves come next
  'takeback',
  'draw',
  'resign',
  'resign-yes',
  'resign-no',
  'wake', // Maia has not answered
] as const;
export type Action = (typeof ACTIONS)[number];

/** The game, and how it stood when the button was made. */
export interface GameVersion {
  id: string;
  version: number;
}

const idOf = ({ id, version }: GameVersion, action: Action): CustomIdOf<'play'> => ({
  kind: 'play',
  game: id,
  turn: String(version),
  action,
});

const rowOf = (...components: APIButtonComponentWithCustomId[]): ComponentRow => ({
  type: ComponentType.ActionRow,
  components,
});

function button(game: GameVersion, action: Action, label: string, style: Style = ButtonStyle.Secondary) {
  return { type: ComponentType.Button as const, style, label, custom_id: makeCustomId(idOf(game, action)) };
}
type Style = APIButtonComponentWithCustomId['style'];

/** When it is the player's turn. */
export const turnButtons = (game: GameVersion, voice: Voice): ComponentRow =>
  rowOf(
    button(game, 'type', voice.say('play.type'), ButtonStyle.Primary),
    button(game, 'takeback', voice.say('play.takeback')),
    button(game, 'draw', voice.say('play.draw')),
    button(game, 'resign', voice.say('play.resign'), ButtonStyle.Danger),
  );

/** When it is Maia's. */
export const waitingButtons = (game: GameVersion, voice: Voice): ComponentRow =>
  rowOf(
    button(game, 'wake', voice.say('play.wake')),
    button(game, 'takeback', voice.say('play.takeback')),
    button(game, 'resign', voice.say('play.resign'), ButtonStyle.Danger),
  );

export const resignButtons = (game: GameVersion, voice: Voice): ComponentRow =>
  rowOf(
    button(game, 'resign-yes', voice.say('play.resign-yes'), ButtonStyle.Danger),
    button(game, 'resign-no', voice.say('play.resign-no')),
  );

export const MOVE_FIELD = 'move';
/** Discord's, for the label of a field: https://discord.com/developers/docs/components/reference */
const MAX_LABEL = 45;

export const moveDialog = (game: GameVersion, voice: Voice) => ({
  custom_id: makeCustomId(idOf(game, 'typed')),
  title: voice.say('play.dialog'),
  components: [
    {
      type: ComponentType.Label as const,
      label: cut(voice.say('play.field'), MAX_LABEL),
      component: {
        type: ComponentType.TextInput as const,
        style: TextInputStyle.Short as const,
        custom_id: MOVE_FIELD,
        max_length: 40,
      },
    },
  ],
});

const MAX_DESCRIPTION = 100;

interface Named extends LegalMove {
  san: string;
  role: Role;
}

/** The king last: he moves least. */
const byRole = (a: Named, b: Named): number => ROLES.indexOf(a.role) - ROLES.indexOf(b.role);

/**
 * All moves in one menu where they fit; otherwise a menu of pieces, and beside it the moves of the one that is picked.
 */
export function moveMenus(game: GameVersion, position: Position, voice: Voice, picked?: Square): ComponentRow[] {
  const moves = legalMoves(position)
    .map(one => ({
      ...one,
      san: sanOf(position, one.move),
      role: position.board.getRole(one.move.from) as Role,
    }))
    .sort(byRole);
  if (moves.length <= MAX_OPTIONS) return [menuOf(game, 'move', voice.say('play.pick'), moves.map(moveOption))];
  const pieces = new Map<Square, Named[]>();
  for (const move of moves) pieces.set(move.move.from, [...(pieces.get(move.move.from) ?? []), move]);
  const options = [...pieces].map(([from, own]) => pieceOption(from, own, voice, from === picked));
  const own = picked === undefined ? [] : (pieces.get(picked) ?? []);
  return [
    menuOf(game, 'piece', voice.say('play.pick-piece'), options),
    ...parts(own).map((part, index) =>
      menuOf(game, index === 0 ? 'move' : 'more', voice.say('play.pick'), part.map(moveOption)),
    ),
  ];
}

/** A queen has up to 27 moves. */
const parts = (moves: readonly Named[]): Named[][] =>
  [moves.slice(0, MAX_OPTIONS), moves.slice(MAX_OPTIONS)].filter(part => part.length > 0);

const moveOption = ({ san, uci }: Named): APISelectMenuOption => ({ label: san, value: uci });

const pieceOption = (from: Square, moves: readonly Named[], voice: Voice, isPicked: boolean): APISelectMenuOption => ({
  label: `${voice.say(`piece.${moves[0]?.role ?? 'pawn'}`)} ${makeSquare(from)}`,
  description: cut(moves.map(({ san }) => san).join(', '), MAX_DESCRIPTION),
  value: makeSquare(from),
  default: isPicked,
});

const menuOf = (game: GameVersion, action: Action, placeholder: string, options: APISelectMenuOption[]): ComponentRow =>
  menuRow(idOf(game, action), placeholder, options);
