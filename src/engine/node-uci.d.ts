// node-uci ships no types. Only what uci-process.ts uses is described here.
declare module 'node-uci' {
  import type { ChildProcessWithoutNullStreams } from 'node:child_process';

  export class Engine {
    constructor(filePath: string);
    proc?: ChildProcessWithoutNullStreams;
    id: { name: string | null };
    options: Map<string, unknown>;
    init(): Promise<this>;
    getBufferUntil(condition: (line: string) => boolean): Promise<string[]>;
    write(command: string): void;
    isready(): Promise<this>;
    setoption(name: string, value?: string | number | boolean): Promise<this>;
    ucinewgame(): Promise<this>;
    position(fen: string, moves?: readonly string[]): Promise<this>;
  }
}
