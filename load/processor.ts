import { readdirSync, readFileSync } from 'node:fs';

/** What processes have taken of the machine's cores, as Linux counts it. */

/** `USER_HZ`, which is 100 wherever Node runs: https://man7.org/linux/man-pages/man7/time.7.html */
const TICKS_PER_SECOND = 100;

interface Counted {
  parent: number;
  seconds: number;
}

/** A process and all that it has started and that still runs; undefined where nobody counts. */
export function processorSeconds(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const all = everyProcess();
  const below = (parent: number): number => {
    const children = [...all].filter(([, counted]) => counted.parent === parent);
    return (all.get(parent)?.seconds ?? 0) + children.reduce((sum, [child]) => sum + below(child), 0);
  };
  return below(pid);
}

function everyProcess(): Map<number, Counted> {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return new Map(pids.flatMap(pid => [countedOf(pid)].flatMap(counted => (counted ? [[pid, counted] as const] : []))));
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function countedOf(pid: number): Counted | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // it has ended meanwhile
  }
  // What comes before is the name, in which anything may stand.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
  return { parent: parent ?? 0, seconds: ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND };
}
