import { analyzeCommand, analyzeMessageCommand } from './analyze/command.ts';
import type { FeatureButtons } from './core/buttons.ts';
import type { MessageCommand, SlashCommand } from './core/context.ts';
import { helpCommand, statusCommand } from './info/commands.ts';
import { investigateCommand } from './investigate/command.ts';
import { matchCommand } from './match/handler.ts';
import { playCommand } from './play/command.ts';
import { handlePlay } from './play/handler.ts';
import { boardCommand, evalCommand } from './position/commands.ts';
import { gifCommand, phasesCommand, reviewCommand } from './review/command.ts';
import { linkCommand, settingsCommand } from './settings/commands.ts';
import { stopPicked, unwatchCommand, watchCommand } from './watch/commands.ts';

/** In the order of `/help`. */
export const COMMANDS: readonly SlashCommand[] = [
  analyzeCommand,
  reviewCommand,
  investigateCommand,
  evalCommand,
  boardCommand,
  phasesCommand,
  gifCommand,
  playCommand,
  watchCommand,
  unwatchCommand,
  linkCommand,
  settingsCommand,
  matchCommand,
  statusCommand,
  helpCommand,
];

export const MESSAGE_COMMANDS: readonly MessageCommand[] = [analyzeMessageCommand];

export const BUTTONS: FeatureButtons = { play: handlePlay, unwatch: stopPicked };
