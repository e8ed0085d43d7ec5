import { Presets, SingleBar } from 'cli-progress';
import type { ExpectedProgress } from '../analysis/expected/progress.ts';
import type { InvestigationProgress } from '../analysis/investigation/report.ts';
import type { ReviewProgress } from '../analysis/review/report.ts';
import { count, cut, percent } from '../base/text.ts';
import type { Outcome } from '../chess/history.ts';
import type { Progress } from '../service/jobs.ts';

const STYLES = { dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
export type Style = keyof typeof STYLES;

const TICK_MS = 1_000;
/** What takes longer is announced, so that it can be given up in time. */
const WORTH_TELLING_MS = 15_000;
const BAR_WIDTH = 24;
const PRELIMINARY_MOVES = 3;

export interface TerminalOptions {
  json: boolean;
  quiet: boolean;
}

interface Stream {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface Streams {
  stdout: Stream;
  stderr: Stream;
}

/** Results go to stdout, everything else to stderr; colours and moving bars only on a terminal. */
export class Terminal {
  readonly json: boolean;
  readonly #quiet: boolean;
  readonly #out: Stream;
  readonly #err: Stream;
  readonly #colour: boolean;
  #bar: SingleBar | undefined;
  readonly #announced = new Set<string>();
  #ticker: NodeJS.Timeout | undefined;

  constructor({ json, quiet }: TerminalOptions, { stdout, stderr }: Streams = process) {
    this.json = json;
    this.#quiet = quiet;
    this.#out = stdout;
    this.#err = stderr;
    this.#colour = Boolean(stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  }

  style(style: Style, text: string): string {
    const [on, off] = STYLES[style];
    return this.#colour ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  }

  print(text = ''): void {
    this.endProgress();
    this.#out.write(`${text}\n`);
  }

  /** The one value that `--json` prints. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** For people at the keyboard; not part of the result. */
  note(text: string): void {
    if (this.#quiet) return;
    this.#clearLine();
    this.#err.write(`${text}\n`);
  }

  error(text: string): void {
    this.endProgress();
    this.#err.write(`kibitz: ${text}\n`);
  }

  progress(progress: Progress): void {
    if (this.#quiet) return;
    switch (progress.kind) {
      case 'queued':
        if (progress.position > 1) this.#announce(`Waiting, number ${progress.position} in line.`);
        break;
      case 'download':
        this.download(progress);
        break;
      case 'expected':
        this.#expected(progress);
        break;
      case 'review':
        this.#review(progress);
        break;
      case 'investigate':
        this.#investigation(progress);
        break;
    }
  }

  /** Work in parts: how many are done. Only on a terminal. */
  counted(text: string, done: number, total: number): void {
    if (!this.#quiet && this.#err.isTTY) this.#show(`${text}, ${count(done)} of ${count(total)}`, done, total);
  }

  download({ model, done, total }: { model: string; done: number; total: number }): void {
    if (this.#quiet) return;
    if (!this.#err.isTTY) return this.#announce(`Fetching ${model} (${megabytes(total)}), once.`);
    this.#show(`Fetching ${model}, ${Math.floor((100 * done) / total)} % of ${megabytes(total)}`, done, total);
  }

  #expected(progress: ExpectedProgress): void {
    const { phase, estimateMs, treeNodesEvaluated: done, totalTreeNodes: total } = progress;
    if (estimateMs >= WORTH_TELLING_MS) this.#announce(`This takes ${duration(estimateMs)}, roughly.`);
    if (!this.#err.isTTY || total === 0 || phase === 'complete') return;
    if (progress.ranking.some(({ human, expected }) => human !== null && expected === null))
      this.#announce(preliminary(progress), 'preliminary');
    const text =
      phase === 'maia-trees'
        ? `What people play: ${count(total)} positions`
        : `What it leads to: ${count(done)} of ${count(total)} positions, ${progress.currentMove} of ${progress.totalMoves} moves${soFar(progress)}`;
    this.#show(text, done, total);
  }

  #review({ evaluated, positions, predicted, predictions }: ReviewProgress): void {
    if (!this.#err.isTTY) return;
    const [done, total] = [evaluated + predicted, positions + predictions];
    const text =
      evaluated < positions
        ? `What it was worth: ${evaluated} of ${positions} positions`
        : `What people play: ${predicted} of ${predictions} positions`;
    this.#show(text, done, total);
  }

  #investigation({ searches, branches, done }: InvestigationProgress): void {
    // The number of searches is not known beforehand; that of branches is.
    if (!this.#err.isTTY || branches === 0) return;
    this.#show(`Why it fails: ${done} of ${branches} branches, ${searches} searches`, done, branches);
  }

  /** A bar with a sentence before it; on a narrow terminal the bar is what is cut off. */
  #show(text: string, done: number, total: number): void {
    if (!this.#bar) {
      this.#bar = new SingleBar(
        {
          format: '{text} [{bar}]',
          barsize: BAR_WIDTH,
          hideCursor: true,
          clearOnComplete: true,
          stream: this.#err as NodeJS.WriteStream,
        },
        Presets.shades_classic,
      );
      this.#bar.start(total, 0, { text });
    }
    this.#bar.setTotal(total);
    this.#bar.update(done, { text });
  }

  /** On a terminal the seconds are counted, so that it does not seem to hang. */
  working(): void {
    this.endProgress();
    this.#announced.clear();
    if (this.#quiet || !this.#err.isTTY) return;
    const started = Date.now();
    this.#ticker = setInterval(() => {
      if (!this.#bar) this.#err.write(`\rThinking, ${Math.round((Date.now() - started) / 1000)} s …`);
    }, TICK_MS);
  }

  /** Once while one thing is being worked at. */
  #announce(text: string, key = text): void {
    if (this.#announced.has(key)) return;
    this.#announced.add(key);
    this.note(text);
  }

  endProgress(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    if (!this.#ticker) return;
    clearInterval(this.#ticker);
    this.#clearLine();
    this.#ticker = undefined;
  }

  /** Back to the start of an empty line, where a bar or a count of seconds stands. */
  #clearLine(): void {
    if (this.#ticker || this.#bar) this.#err.write('\r\u001b[K');
  }
}

/** What can be said before Stockfish has looked where it all leads. */
function preliminary({ ranking }: ExpectedProgress): string {
  const first = [...ranking].sort((a, b) => (b.human ?? 0) - (a.human ?? 0)).slice(0, PRELIMINARY_MOVES);
  return `At first sight: ${first.map(({ san, human }) => `${san} ${percent(human ?? 0, 0)}`).join(', ')}.`;
}

/** Of the moves that are done; the others may still come before it. */
function soFar({ ranking: [best] }: ExpectedProgress): string {
  return best && best.expected !== null ? `, best so far ${best.san} ${percent(best.expected, 0)}` : '';
}

export const megabytes = (bytes: number): string =>
  `${bytes < 1e6 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6)} MB`;
/** `12 s`, `4 min`, `3.5 h`: no more exact than an estimate is. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** The usual width of a terminal. */
const COLUMNS = 80;

/** Between words, but not before a unit or an arrow, nor behind the number of a move. */
const BREAK = /(?<!(?:^| )\d+\.+) (?![%→]|(?:s|min|h)\b)/;

/** A sentence in lines of the usual width, broken between words; all but the first begin with `indent`. */
export function wrap(text: string, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(BREAK)) {
    if (line.trim() && columns(line) + 1 + columns(word) > COLUMNS) {
      lines.push(line);
      line = indent + word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}

const NO_ROOM = /[\p{Cf}\p{M}]/gu;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/gu;

/** The columns that a text takes: names come in every script. */
const columns = (text: string): number => {
  const seen = text.replace(NO_ROOM, '');
  return Array.from(seen).length + (seen.match(WIDE)?.length ?? 0);
};

/** As much of a text as so many columns have room for. */
export function shorten(text: string, most: number): string {
  let short = cut(text, most);
  for (let length = most; columns(short) > most; length--) short = cut(text, length);
  return short;
}

/** Columns padded to their widest cell; those named in `rightAligned` stand to the right. */
export function table(rows: readonly (readonly string[])[], rightAligned: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, columns(cell));
    });
  return rows.map(row =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat((widths[column] ?? 0) - columns(cell));
        return rightAligned.includes(column) ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** How a game ended; the side to move is named. */
export const ENDINGS: Record<Outcome, (mover: string) => string> = {
  checkmate: mover => `The game is over: ${mover} is checkmated.`,
  stalemate: mover => `The game is over: ${mover} is stalemated, a draw.`,
  dead: () => 'The game is over: neither side can mate, a draw.',
  'fifty-moves': () => 'The game is over: fifty moves without a capture or a pawn move, a draw.',
  repetition: () => 'The game is over: the same position for the third time, a draw.',
};
