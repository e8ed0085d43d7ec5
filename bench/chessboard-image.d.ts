/** Ships no types: what is used. */
declare module 'chessboard-image' {
  export function generateBuffer(fen: string, options: { size: number; themeName: string }): Promise<Buffer>;
}
