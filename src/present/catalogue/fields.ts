import { commandsDe } from './commands-de.ts';
import { type CommandTable, commandsEn } from './commands-en.ts';

/** What people fill in, and how it is called where they see it. */

export const FIELDS = ['position', 'game', 'file', 'message'] as const;
export type Field = (typeof FIELDS)[number];

const namesIn = ({ eval: { options }, review }: CommandTable, message: string): Record<Field, string> => ({
  position: options.position.name,
  game: review.options.game.name,
  file: review.options.file.name,
  message,
});

export const fieldsEn = namesIn(commandsEn, 'message');
/** The message whose menu it is has no other name. */
export const fieldsDe = namesIn(commandsDe, 'nachricht');
