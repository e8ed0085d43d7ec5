import { clamped } from '../base/bounds.ts';
import { Fault, faultOfSignal, throwIfAborted } from '../base/fault.ts';
import { fenOf, mirror, mirrorUci, moveOf, type Position } from '../chess/position.ts';
import { flipScore } from '../chess/score.ts';
import type { StockfishBuild } from './stockfish-build.ts';
import { collectLines, type Limit, makeGo, parseUciLine, type SearchLine, turnWdl, type UciInfo } from './uci.ts';
import { UciProcess } from './uci-process.ts';

export interface SearchRequest {
  limit: Limit;
  multipv: number;
  /** Only these root moves (UCI). */
  searchmoves?: readonly string[];
  /**
   * Forget everything first, and think as White: the same request gives the same answer, a mirrored one the mirrored.
   */
  deterministic?: boolean;
  /** Play as weakly as this rating of Stockfish's own scale: now and then a worse move is chosen, at random. */
  elo?: number;
}

export interface SearchResult {
  /** The engine's own name. */
  engine: string;
  depth: number;
  nodes: number;
  /** Best first; never empty. */
  lines: SearchLine[];
  /** Where it plays below its strength: the move that it makes, which need not be the best. */
  chosen?: string;
  ms: number;
}

interface StockfishOptions {
  hashMb: number;
  /** The niceness of the engine while it searches; by default that of this process. */
  nice?: number;
}

/**
 * A stopped engine answers in a few milliseconds; one that does not is replaced, which keeps cancelling under 300 ms.
 */
const STOP_PATIENCE_MS = 200;
const QUIT_PATIENCE_MS = 500;

// Measured on a slow machine (2 cores, WASM lite): depth 15 takes 420 ms, each further ply about 1.7 times as long.
const DEPTH_15_MS = 420;
const GROWTH_PER_PLY = 1.7;
const SLOW_NODES_PER_MS = 100;
const DEADLINE_FACTOR = 10;
const DEADLINE_MS = { min: 10_000, max: 3_600_000 };

/** The time that a search takes on a slow machine. */
export const expectedSearchMs = ({ limit, multipv }: Pick<SearchRequest, 'limit' | 'multipv'>): number =>
  limit.kind === 'nodes'
    ? limit.nodes / SLOW_NODES_PER_MS
    : DEPTH_15_MS * GROWTH_PER_PLY ** (limit.depth - 15) * multipv;

/** Ten times what the search should take, and at least ten seconds. */
export const searchDeadlineMs = (request: SearchRequest): number =>
  clamped(expectedSearchMs(request) * DEADLINE_FACTOR, DEADLINE_MS);

/** One Stockfish, one search at a time. */
export class Stockfish extends UciProcess {
  #multipv = 1;
  #elo: number | undefined;

  static async start(build: StockfishBuild, options: StockfishOptions, signal?: AbortSignal): Promise<Stockfish> {
    const { hashMb, nice } = options;
    const engine = new Stockfish(build.executable, nice);
    const stop = () => engine.kill();
    signal?.addEventListener('abort', stop);
    try {
      throwIfAborted(signal);
      await engine.init();
      await engine.setoption('Threads', 1);
      await engine.setoption('Hash', hashMb);
      if (engine.options.has('UCI_ShowWDL')) await engine.setoption('UCI_ShowWDL', true);
    } catch (error) {
      engine.kill();
      if (error instanceof Fault && !signal?.aborted)
        throw new Fault('engine-failed', `${build.path} does not work as a chess engine: ${error.message}`);
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    return engine;
  }

  get #name(): string {
    return this.id.name ?? 'unknown UCI engine';
  }

  async quit(): Promise<void> {
    if (this.ended) return;
    const gone = new Promise<void>(resolve => this.onExit(() => resolve()));
    const timer = setTimeout(() => this.kill(), QUIT_PATIENCE_MS);
    this.write('stop');
    this.write('quit');
    await gone;
    clearTimeout(timer);
  }

  /**
   * The engine tries moves in the order of their squares, or in the order they are named in, so for Black it finds
   * other things than for White on the mirrored board, some centipawns apart. What has to be reproducible is always
   * asked with White to move, and moves are named in one order.
   */
  async search(position: Position, request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    if (!request.deterministic) return this.#search(position, request, signal);
    const mirrors = position.turn === 'black';
    const searchmoves = request.searchmoves?.map(uci => (mirrors ? mirrorUci(uci) : uci)).sort();
    const asked = { ...request, ...(searchmoves && { searchmoves }) };
    if (!mirrors) return this.#search(position, asked, signal);
    const result = await this.#search(mirror(position), asked, signal);
    return { ...result, lines: result.lines.map(mirrorLine) };
  }

  async #search(position: Position, request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    throwIfAborted(signal);
    const started = performance.now();
    if (request.multipv !== this.#multipv) {
      await this.setoption('MultiPV', request.multipv);
      this.#multipv = request.multipv;
    }
    await this.#limitStrength(request.elo);
    if (request.deterministic) await this.ucinewgame();
    await this.position(fenOf(position));
    throwIfAborted(signal);
    const said = await this.#go(request, signal);
    throwIfAborted(signal);
    const { best, ...result } = readSearch(said, position);
    const chosen = request.elo === undefined ? {} : { chosen: best };
    return { engine: this.#name, ...result, ...chosen, ms: performance.now() - started };
  }

  async #limitStrength(elo: number | undefined): Promise<void> {
    if (elo === this.#elo) return;
    if (elo !== undefined) this.#checkElo(elo);
    await this.setoption('UCI_LimitStrength', elo !== undefined);
    if (elo !== undefined) await this.setoption('UCI_Elo', elo);
    this.#elo = elo;
  }

  #checkElo(elo: number): void {
    const range = this.ranges.get('UCI_Elo');
    if (!range) throw new Fault('bad-input', `elo: ${this.#name} cannot play below its strength.`);
    if (elo < range.min || elo > range.max)
      throw new Fault(
        'bad-input',
        `elo: ${this.#name} plays at ${range.min} to ${range.max}; ${elo} is not among these.`,
      );
  }

  async #go(request: SearchRequest, signal: AbortSignal | undefined): Promise<string[]> {
    let stopTimer: NodeJS.Timeout | undefined;
    const stop = () => {
      stopTimer = setTimeout(() => this.kill('did not stop'), STOP_PATIENCE_MS);
      this.write('stop');
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const answer = this.waitFor(line => line.startsWith('bestmove'), searchDeadlineMs(request));
      this.write(makeGo(request.limit, request.searchmoves));
      return await answer;
    } catch (error) {
      if (signal?.aborted) throw faultOfSignal(signal);
      throw error;
    } finally {
      clearTimeout(stopTimer);
      signal?.removeEventListener('abort', stop);
    }
  }
}

const mirrorLine = ({ score, wdl, depth, uci }: SearchLine): SearchLine => ({
  score: flipScore(score),
  ...(wdl && { wdl: turnWdl(wdl, 'black') }),
  depth,
  uci: uci.map(mirrorUci),
});

/** The result in an engine's output; invalid output is a fault, so that the engine is replaced. */
function readSearch(
  said: readonly string[],
  position: Position,
): Pick<SearchResult, 'depth' | 'nodes' | 'lines'> & { best: string } {
  const infos: UciInfo[] = [];
  let best: string | undefined;
  for (const text of said) {
    const line = parseUciLine(text);
    if (line.kind === 'info') infos.push(line.info);
    else if (line.kind === 'bestmove') best = line.move;
  }
  const lines = collectLines(infos, position.turn);
  const first = lines[0];
  if (!first || !best || ![best, ...lines.map(({ uci }) => uci[0] ?? '')].every(uci => moveOf(position, uci)))
    throw new Fault('engine-failed', `Stockfish gave no legal move for ${fenOf(position)}.`);
  return { depth: first.depth, nodes: Math.max(...infos.map(info => info.nodes)), best, lines };
}
