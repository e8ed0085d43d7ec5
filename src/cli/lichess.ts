import { createInterface } from 'node:readline/promises';
import { lichessToken } from '../app/config.ts';
import { makeLichessClient } from '../app/service.ts';
import { Fault } from '../base/fault.ts';
import { plural } from '../base/text.ts';
import type { Account } from '../lichess/user.ts';
import type { Command, Context } from './command.ts';

const ACTION = 'upgrade';

export const command: Command = {
  usage: 'upgrade',
  words: 1,
  options: { yes: { short: 'y', help: 'Without asking.' } },
  async run([action = ''], values, context) {
    if (action !== ACTION)
      throw new Fault(
        'bad-input',
        `lichess: ${action && `"${action}" is nothing it knows; `}try "kibitz lichess ${ACTION}".`,
      );
    const { config, signal, terminal } = context;
    const token = lichessToken(config);
    const client = await makeLichessClient(config, { token });
    const tell = (outcome: 'upgraded' | 'unchanged', name: string, text: string) => {
      if (terminal.json) terminal.printJson({ kind: 'lichess-upgrade', outcome, name });
      else terminal.print(text);
    };
    try {
      const { fetchAccount, requirePlay, upgradeAccount } = await import('../lichess/user.ts');
      const account = await fetchAccount(client, { signal });
      const { name, title, games } = account;
      if (title === 'BOT') {
        tell('unchanged', name, `${name} is a bot already. Start it with "kibitz bot".`);
        return 0;
      }
      if (games > 0)
        throw new Fault(
          'bad-input',
          `LICHESS_TOKEN: ${name} has played ${plural(games, 'game')}; Lichess makes bots only of accounts that have played none. Create another one.`,
        );
      await requirePlay(client, token, { signal });
      if (!values.yes && !(await isMeant(account, context))) {
        tell('unchanged', name, 'Nothing was changed.');
        return 1;
      }
      await upgradeAccount(client, { signal });
      tell('upgraded', name, `${name} is a bot now. Start it with "kibitz bot".`);
      return 0;
    } finally {
      await client.close();
    }
  },
};

/** It cannot be undone, so a key pressed by accident is not enough. */
async function isMeant({ name }: Account, { signal }: Context): Promise<boolean> {
  const ask = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>(resolve => ask.once('close', () => resolve('')));
    const question = `This makes ${name} a bot on Lichess. It cannot be undone, and nobody can play with it by hand any more.\nType its name to go on: `;
    const typed = await Promise.race([ask.question(question, { signal }), ended]);
    return typed.trim().toLowerCase() === name.toLowerCase();
  } finally {
    ask.close();
  }
}
