// Starts a Stockfish, lets it search, and says how nice each of its threads is (the built-in one searches in its
// first).
import { readdirSync, readFileSync } from 'node:fs';
import { startPosition } from '../../src/chess/position.ts';
import { Stockfish } from '../../src/engine/stockfish.ts';
import { locateStockfish } from '../../src/engine/stockfish-build.ts';

const build = locateStockfish(process.argv[2] || undefined);
const engine = await Stockfish.start(build, { hashMb: 16, nice: 3 });
await engine.search(startPosition(), { limit: { kind: 'depth', depth: 4 }, multipv: 1 });
const tasks = `/proc/${engine.pid}/task`;
// pid (name) state …: the niceness is the nineteenth. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
const niceness = (task: string) => Number(readFileSync(`${tasks}/${task}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
const threads = build.source === 'wasm' ? [String(engine.pid)] : readdirSync(tasks);
process.stdout.write(JSON.stringify(threads.map(niceness)));
engine.kill();
