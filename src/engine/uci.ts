import type { Color } from 'chessops/types';
import { cp, mate, type Score, turnScore } from '../chess/score.ts';

/** The part of UCI that Kibitz speaks, as pure text: no process, no state. */

type UciLine =
  | { kind: 'name'; name: string }
  | { kind: 'option'; name: string; range: OptionRange | undefined }
  | { kind: 'info'; info: UciInfo }
  | { kind: 'bestmove'; move: string | undefined }
  | { kind: 'other' };

/** What a number may be. */
export interface OptionRange {
  min: number;
  max: number;
}

export interface UciInfo {
  depth: number;
  multipv: number;
  nodes: number;
  /** From the mover's side, as the engine said it. */
  score: Score;
  bound: boolean;
  /** Per mille, from the mover's side, where the engine says it (`UCI_ShowWDL`). */
  wdl: Wdl | undefined;
  pv: string[];
}

export interface Wdl {
  win: number;
  draw: number;
  loss: number;
}

/** Half-moves, and positions, that a search may be given. */
export const DEPTH = { min: 1, max: 40 } as const;
export const NODES = { min: 1, max: 1_000_000_000 } as const;
/** Best moves that a search may be asked for; no position has more. */
export const MULTIPV = { min: 1, max: 256 } as const;

export type Limit = { kind: 'depth'; depth: number } | { kind: 'nodes'; nodes: number };

/** Reads one line. Anything unknown, or an `info` without a score, is `other`: engines may say what they like. */
export function parseUciLine(line: string): UciLine {
  const words = line.trim().split(/\s+/);
  switch (words[0]) {
    case 'id':
      return words[1] === 'name' ? { kind: 'name', name: words.slice(2).join(' ') } : { kind: 'other' };
    case 'option': {
      const name = /\bname (.+?) type /.exec(line)?.[1];
      return name ? { kind: 'option', name, range: rangeIn(line) } : { kind: 'other' };
    }
    case 'bestmove':
      return { kind: 'bestmove', move: isMoveText(words[1]) ? words[1] : undefined };
    case 'info':
      return parseInfo(words);
    default:
      return { kind: 'other' };
  }
}

function rangeIn(line: string): OptionRange | undefined {
  const [, min, max] = /\bmin (-?\d+) max (-?\d+)\b/.exec(line) ?? [];
  return min && max ? { min: Number(min), max: Number(max) } : undefined;
}

const isMoveText = (word: string | undefined): word is string => /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(word ?? '');

function parseInfo(words: readonly string[]): UciLine {
  let depth = 0;
  let multipv = 1;
  let nodes = 0;
  let score: Score | undefined;
  let bound = false;
  let wdl: Wdl | undefined;
  let pv: string[] = [];
  for (let i = 1; i < words.length; i++) {
    switch (words[i]) {
      case 'string':
        return { kind: 'other' };
      case 'depth':
        depth = Number(words[++i]);
        break;
      case 'multipv':
        multipv = Number(words[++i]);
        break;
      case 'nodes':
        nodes = Number(words[++i]);
        break;
      case 'score': {
        const unit = words[++i];
        const value = Number(words[++i]);
        if (!Number.isInteger(value)) return { kind: 'other' };
        // "mate 0" is what an engine says of a side that is already mated.
        if (unit === 'cp')
          score = cp(value + 0); // an engine may say "-0"
        else if (unit === 'mate') score = mate(value === 0 ? -1 : value);
        break;
      }
      case 'wdl': {
        const [win, draw, loss] = words.slice(i + 1, i + 4).map(Number);
        if (win !== undefined && draw !== undefined && win + draw + Number(loss) === 1000)
          wdl = { win, draw, loss: Number(loss) };
        i += 3;
        break;
      }
      case 'lowerbound':
      case 'upperbound':
        bound = true;
        break;
      case 'pv':
        pv = words.slice(i + 1).filter(isMoveText);
        i = words.length;
        break;
    }
  }
  const counts = [depth, multipv, nodes].every(count => Number.isInteger(count) && count >= 0);
  return score && counts ? { kind: 'info', info: { depth, multipv, nodes, score, bound, wdl, pv } } : { kind: 'other' };
}

/** `searchmoves` goes last: everything after it is read as a move. */
export function makeGo(limit: Limit, searchmoves: readonly string[] = []): string {
  const bound = limit.kind === 'depth' ? `depth ${limit.depth}` : `nodes ${limit.nodes}`;
  return searchmoves.length > 0 ? `go ${bound} searchmoves ${searchmoves.join(' ')}` : `go ${bound}`;
}

export interface SearchLine {
  /** From White's side. */
  score: Score;
  /** Per mille, for White. */
  wdl?: Wdl;
  depth: number;
  uci: string[];
}

/** Like `turnScore`. */
export const turnWdl = (wdl: Wdl, mover: Color): Wdl =>
  mover === 'white' ? wdl : { win: wdl.loss, draw: wdl.draw, loss: wdl.win };

/** The last exact line of every rank (`multipv`), in order; a bound only where nothing exact was said. */
export function collectLines(infos: Iterable<UciInfo>, mover: Color): SearchLine[] {
  const byRank = new Map<number, UciInfo>();
  for (const info of infos) {
    const known = byRank.get(info.multipv);
    if (info.pv.length > 0 && !(info.bound && known && !known.bound)) byRank.set(info.multipv, info);
  }
  return [...byRank.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, { score, wdl, depth, pv }]) => ({
      score: turnScore(score, mover),
      ...(wdl && { wdl: turnWdl(wdl, mover) }),
      depth,
      uci: pv,
    }));
}
