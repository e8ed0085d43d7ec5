import { INITIAL_FEN } from 'chessops/fen';
import { ApplicationCommandOptionType, ComponentType } from 'discord.js';
import { z } from 'zod';
import { pack } from '../../../src/base/json.ts';
import { jobOptions, type ReportHandler, type SlashCommand } from '../../../src/bot/discord/core/context.ts';
import { makeCustomId } from '../../../src/bot/discord/core/custom-id.ts';
import { EVERYWHERE } from '../../../src/bot/discord/core/description.ts';
import { buttonRow, type ComponentRow, type Reply } from '../../../src/bot/discord/core/reply.ts';
import type { Requester } from '../../../src/bot/discord/core/requester.ts';

/** a handler with everything a handler can have: a word, weighed by one job. */

interface Question {
  word: string;
}

const STATES = ['first', 'loud', 'broken'];
const WISHES = ['longer', 'nonsense'];

const menu = (custom_id: string, options: readonly string[]): ComponentRow => ({
  type: ComponentType.ActionRow,
  components: [
    { type: ComponentType.StringSelect, custom_id, options: options.map(value => ({ label: `to ${value}`, value })) },
  ],
});

function shown(report: string, { word }: Question, state: string, { user }: Requester): Reply {
  if (state === 'broken') throw new Error('this state is broken');
  return {
    content: `${state === 'loud' ? word.toUpperCase() : word} for <@${user}>`,
    rows: [
      buttonRow(
        ...STATES.map(name => ({ label: name, id: { kind: 'view' as const, report, state: name } })),
        ...WISHES.map(wish => ({ label: wish, id: { kind: 'run' as const, report, handler: 'weigh', wish } })),
      ),
      menu(makeCustomId({ kind: 'pick', report, menu: 'states' }), ['first', 'loud']),
      menu(makeCustomId({ kind: 'rerun', report, handler: 'weigh', menu: 'wishes' }), WISHES),
    ],
  };
}

export const weigh: ReportHandler<Question> = {
  kind: 'weigh',
  question: z.object({ word: z.string() }),
  async run(question, session, context, requester) {
    const params = { limit: { kind: 'depth' as const, depth: 1 }, multipv: 1, deterministic: true };
    const input = { fen: INITIAL_FEN, moves: [] };
    await context.service.run({ kind: 'eval', input, params, cache: false }, jobOptions(requester.user, session));
    return pack(question);
  },
  show: async (id, { report }, state, who) => shown(id, report as Question, state, who),
  derive: ({ report }, wish) => (wish === 'longer' ? { word: `${(report as Question).word}er` } : undefined),
};

export const weighCommand: SlashCommand = {
  description: {
    name: 'weigh',
    description: 'Weighs a word',
    options: [{ type: ApplicationCommandOptionType.String, name: 'word', description: 'A word', required: true }],
    ...EVERYWHERE,
  },
  run: (asked, session) => session.report(weigh, { word: asked.options.getString('word', true) }),
};
