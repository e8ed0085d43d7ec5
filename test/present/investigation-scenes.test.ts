import { describe, expect, it } from 'vitest';
import { gameOf } from '../../gallery/game.ts';
import type { IllusionBranch, InvestigationReport } from '../../src/analysis/investigation/report.ts';
import { fenOf } from '../../src/chess/position.ts';
import { cp, mate, type Score } from '../../src/chess/score.ts';
import { branchScene } from '../../src/present/investigation-scenes.ts';

/** An illusion with its answer, as far as a board shows it. */
function sceneAfter(moves: string, line: string[], deep: Score) {
  const position = gameOf(moves).positions.at(-1);
  if (!position) throw new Error('no position');
  const report = { fen: fenOf(position), player: position.turn } as InvestigationReport;
  const branch = {
    illusion: { deep },
    instead: { san: 'Nxe5', score: cp(-300) },
    line: line.map(uci => ({ uci })),
  } as IllusionBranch;
  return branchScene(report, [branch], { theme: 'brown', size: 400 });
}

const LEGAL = 'e4 e5 Nf3 d6 Bc4 Nc6 Nc3 Bg4 Nxe5';

describe('the board after an illusion and its answer', () => {
  it('is a move nearer to mate than before', () => {
    const { bar, preview } = sceneAfter(LEGAL, ['g4d1', 'c4f7', 'e8e7'], mate(2));
    expect([bar?.value, preview]).toEqual([{ kind: 'score', score: mate(1) }, 2]);
  });

  it('is worth what was said of it', () => {
    expect(sceneAfter(LEGAL, ['g4d1', 'c4f7'], cp(450)).bar?.value).toEqual({ kind: 'score', score: cp(450) });
  });

  it('shows the result where there is one', () => {
    const { bar } = sceneAfter('f3 e5', ['g2g4', 'd8h4'], mate(-1));
    expect(bar?.value).toEqual({ kind: 'result', outcome: 'checkmate', turn: 'white' });
  });
});
