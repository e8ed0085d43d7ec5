import { helpCommand } from './about/help-command.ts';
import { statusCommand } from './about/status-command.ts';
import { analyzeCommand } from './analyze/command.ts';
import { analyzeMenu } from './analyze/message-menu.ts';
import { boardCommand } from './board/command.ts';
import { evalCommand } from './board/eval-command.ts';
import type { Command, Menu } from './core/context.ts';
import { investigateCommand } from './investigate/command.ts';
import { matchCommand } from './match/command.ts';
import { playCommand } from './play/command.ts';
import { reviewCommand } from './review/command.ts';
import { gifCommand } from './review/gif-command.ts';
import { phasesCommand } from './review/phases-command.ts';
import { settingsCommand } from './settings/command.ts';
import { linkCommand } from './settings/link-command.ts';
import { watchCommand } from './watch/command.ts';
import { unwatchCommand } from './watch/unwatch-command.ts';

/** In the order in which people read of them. */
export const COMMANDS: readonly Command[] = [
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

export const MENUS: readonly Menu[] = [analyzeMenu];
