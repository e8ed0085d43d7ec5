import { type APIApplicationCommandStringOption, ApplicationCommandOptionType } from 'discord.js';
import { type Game, uciMoves } from '../../../chess/game.ts';
import { fenOf, type Position } from '../../../chess/position.ts';
import { Fault } from '../../../engine/fault.ts';
import { parseGame } from '../../../input/position.ts';

/** The position a command is about. */

export const POSITION_OPTION: APIApplicationCommandStringOption = {
  type: ApplicationCommandOptionType.String,
  name: 'position',
  description: 'A FEN, or moves from the start: e4 e5 Nf3',
  required: true,
};

/** A FEN has slashes; without any it is moves. */
export function readPosition(text: string): Game {
  const given = text.trim();
  const fen = given.includes('/') || given.toLowerCase() === 'startpos';
  const game = fen ? parseGame(given) : parseGame('startpos', given);
  if (!game.ok) throw new Fault('bad-input', game.message);
  return game.value;
}

export const gameInput = (game: Game): { fen: string; moves: string[] } => ({
  fen: fenOf(game.positions[0] as Position),
  moves: uciMoves(game),
});
