import type { Engines } from '../../src/analysis/engines.ts';
import type { MaiaRequest } from '../../src/engine/maia-pool.ts';
import type { SearchRequest, SearchResult } from '../../src/engine/stockfish.ts';

/** Engines that say what they are told, and remember what they were asked. */
export function fakeEngines(answers: { lines?: SearchResult['lines']; logits?: number[]; cached?: boolean } = {}) {
  const searched: SearchRequest[] = [];
  const predicted: MaiaRequest[] = [];
  const cached = answers.cached ?? false;
  const engines: Engines = {
    model: 'fake-model',
    allRatings: true,
    width: 1,
    search: async (_position, request) => {
      searched.push(request);
      return { engine: 'Fakefish 1', depth: 12, nodes: 3456, lines: answers.lines ?? [], ms: 78, cached };
    },
    predict: async request => {
      predicted.push(request);
      return { logits: answers.logits ?? [], wdl: { win: 0.5, draw: 0.25, loss: 0.25 }, cached };
    },
  };
  return { engines, searched, predicted };
}
