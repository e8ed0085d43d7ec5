/** Something that changes, and those who wait until it is as they want it. */
export class Watched {
  readonly #waiting = new Set<() => void>();

  changed(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** The first answer that is not undefined. */
  until<T>(find: () => T | undefined, what: string, ms = 120_000): Promise<T> {
    const found = find();
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const look = () => {
        const answer = find();
        if (answer === undefined) return;
        end();
        resolve(answer);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`waited ${ms} ms in vain: ${what}`));
      }, ms);
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
    });
  }
}
