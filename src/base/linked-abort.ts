import { type Fault, faultOfSignal } from './fault.ts';

/**
 * One signal that is aborted by several others. These may live as long as the program, so it has to be released when it
 * is no longer used. A signal of AbortSignal.any() cannot be released, and is kept until its sources are aborted.
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

  /** Only the first reason counts. */
  abort(fault: Fault): void {
    this.#controller.abort(fault);
  }

  release(): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#listener);
  }
}
