interface Gate {
  /** In the order of asking, but what is urgent before everything else. Whatever one of them does, the next gets its place. */
  through<T>(urgent: boolean, work: () => Promise<T>): Promise<T>;
  /** Whether anything urgent stands before it. */
  isBusy(): boolean;
}

/** So many at a time. */
export function gate(places: number): Gate {
  const waiting: Record<'urgent' | 'other', (() => void)[]> = { urgent: [], other: [] };
  let inside = 0;
  return {
    async through(urgent, work) {
      const line = waiting[urgent ? 'urgent' : 'other'];
      if (inside >= places) await new Promise<void>(resolve => line.push(resolve));
      else inside++;
      try {
        return await work();
      } finally {
        const next = waiting.urgent.shift() ?? waiting.other.shift();
        if (next) next();
        else inside--;
      }
    },
    isBusy: () => waiting.urgent.length > 0,
  };
}
