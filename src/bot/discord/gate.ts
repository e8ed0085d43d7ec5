/** So many at a time, in the order of asking; whatever one of them does, the next gets its place. */
export function gate(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async work => {
    if (inside >= places) await new Promise<void>(resolve => waiting.push(resolve));
    else inside++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}
