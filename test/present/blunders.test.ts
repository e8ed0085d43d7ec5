import { ChildNode, type Node, Node as NodeOf, type PgnNodeData } from 'chessops/pgn';
import { describe, expect, it } from 'vitest';
import type { InvestigationReport } from '../../src/analysis/investigation/report.ts';
import { current } from '../../src/chess/game.ts';
import { blunderTree, graft } from '../../src/present/annotated-pgn.ts';
import { gameOf, look } from '../analysis/investigation/two-faced.ts';

const GAME = gameOf('startpos', 'e4 e5');

/** Here h4 looks best and is bad, and Nf3 is good. */
const investigation = (): Promise<InvestigationReport> =>
  look(GAME, {
    shallow: (uci, { fullmoves }) => (fullmoves > 2 ? -90 : uci === 'h2h4' ? 150 : 0),
    deep: uci => (uci === 'h2h4' ? -150 : uci === 'g1f3' ? 30 : 0),
  });

/** `h4 h5 …` as somebody has written it. */
function line(...moves: [san: string, comment?: string][]): Node<PgnNodeData> {
  const root = new NodeOf<PgnNodeData>();
  let at: Node<PgnNodeData> = root;
  for (const [san, comment] of moves) {
    const next = new ChildNode<PgnNodeData>({ san, ...(comment && { comments: [comment] }) });
    at.children.push(next);
    at = next;
  }
  return root;
}

const names = (node: Node<PgnNodeData> | undefined) => node?.children.map(({ data }) => data.san);
const plain = (node: Node<PgnNodeData>): unknown => node.children.map(child => [child.data, plain(child)]);

describe('what an investigation adds to a game', () => {
  it('stands beside the move that was played, which keeps what is said of it', async () => {
    const report = await investigation();
    const game = line(['h4', '[%eval -1.4] [%clk 0:05:00] My favourite.'], ['d5']);
    graft(game, blunderTree({ ply: 3, investigation: report }, current(GAME)));
    expect(names(game)).toEqual(['h4', 'Nf3']);
    const [played] = game.children;
    // In one comment: chess.js, for one, does not read two.
    expect(played?.data.comments).toHaveLength(1);
    expect(played?.data.comments?.[0]).toMatch(
      /^\[%eval -1\.4\] \[%clk 0:05:00\] My favourite\. D2 \+1\.50 \(1st\), D16 -1\.50 \(29th\)\. h4 .*, but .*\.$/,
    );
    // The answer that refutes it comes after what was really answered.
    expect(names(played)?.[0]).toBe('d5');
    expect(names(played)).toContain(report.tree.branches[0]?.line[1]?.san);
    expect(names(played)).toHaveLength(2);
  });

  it('is added once, however often', async () => {
    const report = await investigation();
    const add = (game: Node<PgnNodeData>) => graft(game, blunderTree({ ply: 3, investigation: report }, current(GAME)));
    const game = line(['h4', 'My favourite.'], ['d5']);
    add(game);
    const once = structuredClone(plain(game));
    add(game);
    expect(plain(game)).toEqual(once);
  });
});
