import type { ServerResponse } from 'node:http';
import { type Clock, every } from './clock.ts';

/** Lines of JSON, one after the other, and an empty one now and then so that nobody thinks it is dead. */

/** https://lichess.org/api#operation/apiStreamEvent */
export const KEEP_ALIVE_MS = 7_000;

/** What becomes of the bytes of a line. */
export type Pour = (response: ServerResponse, bytes: Buffer) => void;

const whole: Pour = (response, bytes) => response.write(bytes);

export class Stream {
  readonly #response: ServerResponse;
  readonly #stop: () => void;
  /** Tests may put something else in its place. */
  pour: Pour = whole;
  /** Holds its tongue, and does not even say that it is there. */
  silent = false;

  constructor(response: ServerResponse, clock: Clock) {
    this.#response = response;
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
    this.#stop = every(clock, KEEP_ALIVE_MS, () => this.#write('\n'));
    response.on('close', this.#stop);
  }

  get closed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  onClose(run: () => void): void {
    this.#response.on('close', run);
  }

  send(value: object): void {
    this.#write(`${JSON.stringify(value)}\n`);
  }

  #write(text: string): void {
    if (!this.closed && !this.silent) this.pour(this.#response, Buffer.from(text));
  }

  end(): void {
    this.#stop();
    if (!this.silent) this.#response.end();
  }

  /** Without a word. */
  drop(): void {
    this.#response.destroy();
  }
}
