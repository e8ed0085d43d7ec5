import { type Fault, faultOfSignal } from './fault.ts';

/**
 * One signal that several others abort. They may live as long as the program, so it has to be released; the signals of
 * AbortSignal.any() cannot be, and are kept until their sources are aborted.
 */
export class LinkedAbort {
  readonly #controller = new AbortController();
  readonly #sources: readonly AbortSignal[];
  readonly #listener = (event: Event): void => this.abort(faultOfSignal(event.target as AbortSignal));

  constructor(...sources: (AbortSignal | undefined)[]) {
    this.#sources = sources.filter(source => source !== undefined);
    for (const source of this.#sources) {
      if (source.aborted) this.abort(faultOfSignal(source));
      source.addEventListener('abort', this.#listener);
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The first reason is the one that counts. */
  abort(fault: Fault): void {
    this.#controller.abort(fault);
  }

  release(): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#listener);
  }
}
