import { boardCommand } from './board.ts';
import type { Command } from './command.ts';
import { evalCommand } from './eval.ts';
import { helpCommand } from './help.ts';
import { investigateCommand } from './investigate.ts';
import { playCommand } from './play.ts';
import { statusCommand } from './status.ts';

/** In the order in which people read of them. */
export const COMMANDS: readonly Command[] = [
  investigateCommand,
  evalCommand,
  boardCommand,
  playCommand,
  statusCommand,
  helpCommand,
];
