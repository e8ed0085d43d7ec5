import { parseCustomId } from '../../../src/bot/discord/core/custom-id.ts';
import type { Message } from './message.ts';

/** Done: there is nothing left to cancel. */
export const isDone = ({ buttons }: Message): boolean =>
  !buttons.some(button => 'custom_id' in button && parseCustomId(button.custom_id)?.kind === 'cancel');
