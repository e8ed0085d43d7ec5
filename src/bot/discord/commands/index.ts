import { boardCommand } from './board.ts';
import type { Command } from './command.ts';
import { evalCommand } from './eval.ts';
import { gifCommand } from './gif.ts';
import { helpCommand } from './help.ts';
import { phasesCommand } from './phases.ts';
import { reviewCommand } from './review.ts';
import { statusCommand } from './status.ts';

/** In the order in which people read of them. */
export const COMMANDS: readonly Command[] = [
  reviewCommand,
  evalCommand,
  phasesCommand,
  boardCommand,
  gifCommand,
  statusCommand,
  helpCommand,
];
