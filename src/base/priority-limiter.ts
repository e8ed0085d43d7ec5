interface Waiting {
  priority: number;
  start: () => void;
}

/** Work in order of importance (lowest number first), so many pieces at a time: what is asked for later may come first. */
export class PriorityLimiter {
  readonly #width: number;
  /** Most important last. */
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(width: number) {
    this.#width = width;
  }

  run<T>(priority: number, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = () => {
        this.#running++;
        const begin = async () => work(); // what throws at once rejects as well
        begin()
          .finally(() => {
            this.#running--;
            this.#next();
          })
          .then(resolve, reject);
      };
      this.#insert(priority, start);
      this.#next();
    });
  }

  /** Behind its equals: of the same importance, the first to come is the first to go. */
  #insert(priority: number, start: () => void): void {
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#waiting[middle] as Waiting).priority <= priority) high = middle;
      else low = middle + 1;
    }
    this.#waiting.splice(low, 0, { priority, start });
  }

  #next(): void {
    while (this.#running < this.#width) {
      const next = this.#waiting.pop();
      if (!next) return;
      next.start();
    }
  }
}
