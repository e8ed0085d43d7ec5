interface Debounced<T> {
  call: (value: T) => void;
  /** Ends it. The latest value, if it has not been passed on yet, is passed on first or dropped. */
  stop: (last: 'pass' | 'drop') => void;
}

/** Passes on at most one value per interval: the first at once, then the latest. */
export function debounced<T>(pass: (value: T) => void, intervalMs: number): Debounced<T> {
  let timer: NodeJS.Timeout | undefined;
  let latest: { value: T } | undefined;
  let stopped = false;
  const tick = () => {
    timer = undefined;
    if (!latest) return;
    const { value } = latest;
    latest = undefined;
    timer = setTimeout(tick, intervalMs);
    pass(value);
  };
  return {
    call: value => {
      if (stopped) return;
      latest = { value };
      if (!timer) tick();
    },
    stop: last => {
      stopped = true;
      clearTimeout(timer);
      if (latest && last === 'pass') pass(latest.value);
      latest = undefined;
    },
  };
}
