// A process that holds an analysis process and keeps it busy: something for a test to kill.
import { INITIAL_FEN } from 'chessops/fen';
import { makeLog } from '../../src/base/log.ts';
import { ForkedService } from '../../src/service/forked.ts';
import type { AnalysisSettings } from '../../src/service/protocol.ts';

const settings = JSON.parse(process.argv[2] ?? '') as AnalysisSettings;
const service = new ForkedService({ settings, log: makeLog(settings.log), maxWaiting: 100, maxWaitingPerOwner: 100 });
const input = { fen: INITIAL_FEN, moves: [] };
// Three at a time, so that both workers start.
const predict = (rating: number) =>
  service.run({ kind: 'maia', input, params: { rating, opponentRating: 1500, temperature: 1 }, cache: false });
await Promise.all([1400, 1500, 1600].map(predict));
for (const depth of [39, 40]) {
  const params = { limit: { kind: 'depth', depth } as const, multipv: 1, deterministic: false };
  void service.run({ kind: 'eval', input, params, cache: false });
}
let status = await service.run({ kind: 'status' });
while (status.stockfish.busy < 2 || status.stockfish.pids.length < 2) status = await service.run({ kind: 'status' });
process.stdout.write(`${JSON.stringify([status.pid, ...status.stockfish.pids, ...status.maia.pids])}\n`);
