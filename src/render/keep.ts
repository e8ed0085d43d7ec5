/** A function that remembers what it made for the `limit` things asked for last; `name` tells them apart. */
export function keep<K, V>(limit: number, make: (key: K) => V, name: (key: K) => unknown = key => key): (key: K) => V {
  const kept = new Map<unknown, V>();
  return key => {
    const called = name(key);
    const value = kept.has(called) ? (kept.get(called) as V) : make(key);
    kept.delete(called);
    kept.set(called, value);
    // What failed is tried again the next time.
    if (value instanceof Promise) value.catch(() => kept.get(called) === value && kept.delete(called));
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break;
      kept.delete(oldest);
    }
    return value;
  };
}
