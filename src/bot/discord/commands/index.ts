import type { Command, Menu } from './command.ts';
import { analyzeCommand } from './analyze.ts';
import { analyzeMenu } from './menu.ts';
import { boardCommand } from './board.ts';
import { evalCommand } from './eval.ts';
import { helpCommand } from './help.ts';
import { investigateCommand } from './investigate.ts';
import { linkCommand } from './link.ts';
import { playCommand } from './play.ts';
import { settingsCommand } from './settings.ts';
import { statusCommand } from './status.ts';

/** In the order in which people read of them. */
export const COMMANDS: readonly Command[] = [analyzeCommand, investigateCommand, evalCommand, boardCommand, playCommand, linkCommand, settingsCommand, statusCommand, helpCommand];

export const MENUS: readonly Menu[] = [analyzeMenu];
