/** The least and the most that a number may be. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A number that an analysis is asked with: one definition for its job, its stored question and all that offer it. */
export interface Parameter extends Bounds {
  /** What it is where nothing is said. */
  readonly usual: number;
  /** Whole by default. */
  readonly whole?: boolean;
  /** What it means, in one line. */
  readonly help: string;
}

/** What each of some parameters is where nothing is said. */
export const usualOf = <K extends string>(parameters: Readonly<Record<K, Parameter>>): Record<K, number> =>
  Object.fromEntries(Object.entries<Parameter>(parameters).map(([name, { usual }]) => [name, usual])) as Record<
    K,
    number
  >;

/** The nearest number within bounds. */
export const clamped = (value: number, { min, max }: Bounds): number => Math.min(max, Math.max(min, value));
