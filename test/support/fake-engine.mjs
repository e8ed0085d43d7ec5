// A UCI engine that misbehaves on purpose; the way it does is its first argument.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [mode, pidFile] = process.argv.slice(2);
if (pidFile) writeFileSync(pidFile, String(process.pid));
const say = text => process.stdout.write(text);
const INFO = 'info depth 3 seldepth 3 multipv 1 score cp 34 wdl 70 900 30 nodes 99 pv e2e4 e7e5\n';

const onGo = {
  /** The answer is not the last line of its chunk. */
  chatter: () => say(`${INFO}bestmove e2e4 ponder e7e5\ninfo string and another thing\nunknown words\n`),
  /** The answer comes in pieces. */
  pieces: () => {
    say(`${INFO}best`);
    setTimeout(() => say('move e2'), 20);
    setTimeout(() => say('e4\n'), 40);
  },
  silent: () => undefined,
  floods: () => setInterval(() => say('info string again\n'.repeat(20_000)), 5),
  dies: () => process.exit(7),
  complains: () => {
    process.stderr.write('out of memory\n');
    process.exit(1);
  },
  /** A move that no rule allows. */
  nonsense: () => say('info depth 1 score cp 10 nodes 1 pv e2e5\nbestmove e2e5\n'),
  mute: () => say('bestmove (none)\n'),
};

createInterface({ input: process.stdin })
  .on('line', line => {
    if (line === 'uci') {
      if (mode === 'deaf') return;
      say('id name Fake 1\nid author tests\noption name Hash type spin default 1 min 1 max 9\nuciok\nand more\n');
    } else if (line === 'isready') say('readyok\nchatter after readyok\n');
    else if (line.startsWith('go')) onGo[mode]?.();
    else if (line === 'quit') process.exit(0);
  })
  .on('close', () => process.exit(0));
