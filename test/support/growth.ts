/** Whether reading keeps its pace: of a text four times as long about four times as long, not sixteen. */

/** Milliseconds for each character. Nothing that reads a text of thousands again for each of them is as quick. */
const SOON = 0.0003;
const MOST = 6;
const TIMES = 4;
const ROUNDS = 3;
/**
 * Other programs, and the cleaning up of memory, make one measurement look bad, but hardly each of longer and longer
 * texts.
 */
const TRIES = 6;
/** What takes so much longer than it should, and nearly sixteen times as long, need not be tried again. */
const FAR = 10;
const SURELY = 12;

type Read = (text: string) => unknown;

/** In words, if reading gets slower and slower with the length of such texts; undefined for what keeps its pace. */
export async function slowdown(read: Read, of: (size: number) => string, size: number): Promise<string | undefined> {
  let told: string | undefined;
  for (let attempt = 0, short = size; attempt < TRIES; attempt++, short *= 2) {
    const long = of(TIMES * short);
    const soon = SOON * long.length;
    const once = await processorMs(read, long);
    if (once < soon) return undefined;
    const quick = await fastest(read, of(short));
    if (once <= MOST * quick) return undefined;
    const slow = await fastest(read, long);
    if (slow < soon || slow <= MOST * quick) return undefined;
    const isCertain = slow > FAR * soon && slow > SURELY * quick;
    told = `${quick.toFixed(1)} ms for ${Math.round(short)} characters, ${slow.toFixed(1)} ms for four times as many`;
    if (isCertain) return told;
  }
  return told;
}

async function fastest(read: Read, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) least = Math.min(least, await processorMs(read, text));
  return least;
}

/** Of this process, whatever others do meanwhile. */
async function processorMs(read: Read, text: string): Promise<number> {
  const before = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
