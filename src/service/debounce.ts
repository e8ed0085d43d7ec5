export interface Debounced<T> {
  call: (value: T) => void;
  /** Drops what has not been passed on yet. */
  stop: () => void;
}

/** Passes on at most one value per interval: the first at once, then the latest. */
export function debounced<T>(pass: (value: T) => void, intervalMs: number): Debounced<T> {
  let timer: NodeJS.Timeout | undefined;
  let latest: { value: T } | undefined;
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
      latest = { value };
      if (!timer) tick();
    },
    stop: () => {
      clearTimeout(timer);
      latest = undefined;
    },
  };
}
