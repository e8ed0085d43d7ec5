import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './support.ts';

/** Another program that makes a PNG file of a board. */
interface Peer {
  name: string;
  draw(fen: string): Promise<unknown>;
}

const versionOf = (name: string): string => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
  return `${name} ${version}`;
};

/**
 * The fastest on npm, each at its best: pieces are drawn once, or read from files if it has no other way. Loaded late,
 * since they load the canvas with the machine's fonts if they are first.
 */
export async function peersOf(size: number, folder: string): Promise<Peer[]> {
  const { generateBuffer } = await import('chessboard-image');
  const { ChessBoardImage } = await import('@flynnhillier/chessboard-image-gen');
  const files = new ChessBoardImage({ board: { size }, outDir: folder });
  return [
    {
      name: versionOf('chessboard-image'),
      draw: fen => generateBuffer(fen, { size, themeName: 'wikipedia' }),
    },
    {
      name: `${versionOf('@flynnhillier/chessboard-image-gen')} on @napi-rs/canvas, file included`,
      draw: fen => files.fromFEN(fen, 'board'),
    },
  ];
}
