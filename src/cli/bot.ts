import { runBot } from '../app/bot.ts';
import { MAX_SHARDS, type WantedShards } from '../app/shards.ts';
import type { Command, Values } from './command.ts';
import { numberOption } from './options.ts';

export const command: Command = {
  options: {
    shards: {
      value: 'auto|n',
      help: 'Discord in several processes; auto asks Discord how many. More than one needs REDIS_URL.',
    },
  },
  async run(_args, values, context) {
    return runBot(context, wantedShards(values));
  },
};

function wantedShards(values: Values): WantedShards | undefined {
  if (values.shards === undefined || values.shards === 'auto') return values.shards;
  return numberOption(values, 'shards', { usual: 1, min: 1, max: MAX_SHARDS });
}
