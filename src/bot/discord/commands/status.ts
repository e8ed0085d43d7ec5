import { count, plural } from '../../../chess/words.ts';
import type { Status } from '../../../service/status.ts';
import { type Command, EVERYWHERE, type Kit, runJob } from './command.ts';

const HOUR_MS = 3_600_000;

export const statusCommand: Command = {
  description: { name: 'status', description: 'How Kibitz is doing', ...EVERYWHERE },
  private: true,
  async run(asked, talk, kit) {
    return { content: text(await runJob({ kind: 'status' }, asked, talk, kit), kit) };
  },
};

function text({ queue, stockfish, maia, cache, uptimeMs }: Status, { version, latencyMs }: Kit): string {
  const latency = latencyMs();
  return [
    `**Kibitz ${version}**, Node ${process.versions.node}, up for ${plural(Math.floor(uptimeMs / HOUR_MS), 'hour')}`,
    ...(queue ? [`Queue: ${count(queue.running)} running, ${count(queue.waiting)} waiting`] : []),
    `Stockfish: ${stockfish.problem ? 'not available' : `${stockfish.source}, ${busy(stockfish.busy, stockfish.engines)}`}`,
    `Maia: ${maia.model}, ${maia.loaded ? busy(maia.busy, maia.workers) : 'not loaded yet'}`,
    `Answers remembered: ${count(cache.entries)}`,
    ...(latency >= 0 ? [`Discord: ${count(latency)} ms away`] : []),
  ].join('\n');
}

const busy = (now: number, all: number): string => `${now} of ${all} busy`;
