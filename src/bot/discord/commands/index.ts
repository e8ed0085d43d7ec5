import { analyzeCommand } from './analyze.ts';
import { boardCommand } from './board.ts';
import type { Command, Menu } from './command.ts';
import { evalCommand } from './eval.ts';
import { gifCommand } from './gif.ts';
import { helpCommand } from './help.ts';
import { investigateCommand } from './investigate.ts';
import { linkCommand } from './link.ts';
import { matchCommand } from './match.ts';
import { analyzeMenu } from './menu.ts';
import { phasesCommand } from './phases.ts';
import { playCommand } from './play.ts';
import { reviewCommand } from './review.ts';
import { settingsCommand } from './settings.ts';
import { statusCommand } from './status.ts';
import { unwatchCommand } from './unwatch.ts';
import { watchCommand } from './watch.ts';

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
