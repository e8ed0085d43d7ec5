import { Fault } from '../base/fault.ts';
import type { Game } from '../chess/game.ts';
import { chartScene, expectedScene, type Look, treeScene } from '../present/expected-scenes.ts';
import type { SortedReport } from '../present/verdict.ts';
import type { Picture } from '../render/picture.ts';
import type { Context, Values } from './command.ts';
import { htmlOption, pictureOption, probeOutput, writeOutput } from './files.ts';
import { writePage } from './page.ts';
import { lookOption } from './picture-options.ts';
import type { Terminal } from './terminal.ts';

/** Which pictures of a report are wanted, how they look, and whether there is to be a page to walk through. */
interface Pictures {
  board: string | undefined;
  tree: string | undefined;
  page: string | undefined;
  look: Look;
}

/** Refused before the work, not after it. */
export async function picturesOption(values: Values, positions: number): Promise<Pictures> {
  const pictures = {
    board: pictureOption(values, 'png'),
    tree: pictureOption(values, 'tree-png'),
    page: htmlOption(values),
    look: lookOption(values),
  };
  if (positions > 1 && (pictures.board ?? pictures.tree ?? pictures.page) !== undefined)
    throw new Fault('bad-input', 'ply: a picture or a page shows one position; give one number, not a range.');
  if (pictures.board !== undefined && pictures.board === pictures.tree)
    throw new Fault('bad-input', 'tree-png: give it another name than --png.');
  if (pictures.board !== undefined) await probeOutput(pictures.board, 'png');
  if (pictures.tree !== undefined) await probeOutput(pictures.tree, 'tree-png');
  if (pictures.page !== undefined) await probeOutput(pictures.page, 'html');
  return pictures;
}

export async function drawExpected(
  { board, tree, page, look }: Pictures,
  report: SortedReport,
  game: Game,
  context: Context,
): Promise<void> {
  const { terminal } = context;
  const [best] = report.moves;
  // The canvas is loaded where it is used: who wants no picture need not wait for it.
  if (board !== undefined) {
    const { expectedPicture } = await import('../render/chart.ts');
    await write(
      'png',
      board,
      await expectedPicture(expectedScene(report, game, look), chartScene(report, look)),
      terminal,
    );
  }
  if (page !== undefined) await writePage(page, { kind: 'expected', report }, context);
  if (tree === undefined) return;
  if (!best) return terminal.note('There is no tree to draw: the game is over.');
  const { treePicture } = await import('../render/tree.ts');
  await write('tree-png', tree, await treePicture(treeScene(report, game, best, look)), terminal);
}

async function write(option: string, file: string, { png, width, height }: Picture, terminal: Terminal): Promise<void> {
  await writeOutput(file, png, option);
  terminal.note(`${file}, ${width} × ${height}.`);
}
