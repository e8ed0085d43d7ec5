import { main } from '../../src/cli/run.ts';

interface Ran {
  code: number;
  out: string;
  err: string;
}

/** One command in this process, with what it printed. */
export async function run(...argv: string[]): Promise<Ran> {
  const printed = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const code = await main(argv, { stdout: stream('out'), stderr: stream('err') });
  return { code, ...printed };
}
