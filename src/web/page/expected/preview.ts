import type { ExpectedReport } from '../../../analysis/expected/report.ts';
import { plural } from '../../../base/text.ts';
import type { Looking } from '../preview.ts';
import { nodesAlong, numbered, type Path } from './path.ts';

/** Which place of a tree the board looks at. */
export class Preview {
  readonly #report: ExpectedReport;
  readonly #looking: Looking;
  readonly #changed: (path: Path | undefined) => void;
  #path: Path | undefined;

  constructor(report: ExpectedReport, looking: Looking, changed: (path: Path | undefined) => void) {
    this.#report = report;
    this.#looking = looking;
    this.#changed = changed;
  }

  get path(): Path | undefined {
    return this.#path;
  }

  /** `arrows` are those of the moves that are spoken of. */
  leave(arrows: readonly string[]): void {
    this.#path = undefined;
    this.#looking.rest({ fen: this.#report.fen, arrows }, 'The position that was analysed');
    this.#changed(undefined);
  }

  show(path: Path): void {
    const nodes = nodesAlong(this.#report, path);
    const node = nodes.at(-1);
    if (!node) return;
    this.#path = path;
    this.#looking.look({
      fen: node.fen,
      last: node.uci,
      ribbon: `Preview: ${plural(path.length, 'half-move')} ahead`,
      steps: nodes.map((one, index) => ({
        text: index === 0 || one.fen.split(' ')[1] === 'b' ? numbered(one) : one.san,
        go: () => this.show(path.slice(0, index + 1)),
      })),
      at: nodes.length - 1,
    });
    this.#changed(path);
  }
}
