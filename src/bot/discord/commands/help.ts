import { type Command, EVERYWHERE } from './command.ts';

export const helpCommand: Command = {
  description: { name: 'help', description: 'What Kibitz can do', ...EVERYWHERE },
  private: true,
  async run(_asked, _talk, { commands }) {
    const lines = commands.map(({ description }) => {
      const about = 'description' in description ? description.description : '';
      return `**/${description.name}**: ${about}`;
    });
    return {
      content: [
        'Kibitz knows what is true (Stockfish) and what people will play (Maia).',
        '',
        ...lines,
        '',
        'A position is a FEN, or moves from the start such as `e4 e5 Nf3`.',
        'Please do not ask about a game that is still being played: a bare position cannot be checked.',
      ].join('\n'),
    };
  },
};
