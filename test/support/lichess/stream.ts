import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../src/base/clock.ts';
import { every } from './clock.ts';

/** Lines of JSON, one after the other, and an empty one now and then so that nobody thinks it is dead. */

/** https://lichess.org/api#operation/apiStreamEvent */
const KEEP_ALIVE_MS = 7_000;

/** Puts the bytes of a line on their way; the next line waits for it. */
export type Pour = (stream: Stream, bytes: Buffer) => void | Promise<void>;

const whole: Pour = (stream, bytes) => stream.write(bytes);

export class Stream {
  readonly #response: ServerResponse;
  readonly #pour: Pour;
  readonly #stop: () => void;
  /** Done when every line so far is on its way. */
  #line: Promise<unknown> = Promise.resolve();
  /** From now on nothing is heard of it, not even that it is still there. */
  silent = false;

  constructor(response: ServerResponse, clock: Clock, pour: Pour = whole) {
    this.#response = response;
    this.#pour = pour;
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
    this.#stop = every(clock, KEEP_ALIVE_MS, () => void this.#send('\n'));
    response.on('close', this.#stop);
  }

  get closed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  onClose(run: () => void): void {
    this.#response.on('close', run);
  }

  /** Whether it went out. */
  send(value: object): Promise<boolean> {
    return this.#send(`${JSON.stringify(value)}\n`);
  }

  #send(text: string): Promise<boolean> {
    const sent = this.#line.then(async () => {
      if (!this.closed && !this.silent) await this.#pour(this, Buffer.from(text));
      return !this.closed && !this.silent;
    });
    this.#line = sent;
    return sent;
  }

  write(bytes: Uint8Array): void {
    if (!this.closed) this.#response.write(bytes);
  }

  end(): void {
    this.#stop();
    this.#line = this.#line.then(() => this.silent || this.#response.end());
  }

  /** Without a word. */
  drop(): void {
    this.#response.destroy();
  }
}
