/** The smallest and the largest value that a number may have. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * A number among the parameters of an analysis, defined once for its job, its stored question and all user interfaces.
 */
export interface Parameter extends Bounds {
  /** The default value. */
  readonly usual: number;
  /** Whole by default. */
  readonly whole?: boolean;
  /** A description in one line. */
  readonly help: string;
}

/** The default values of these parameters. */
export const usualOf = <K extends string>(parameters: Readonly<Record<K, Parameter>>): Record<K, number> =>
  Object.fromEntries(Object.entries<Parameter>(parameters).map(([name, { usual }]) => [name, usual])) as Record<
    K,
    number
  >;

/** The nearest number within bounds. */
export const clamped = (value: number, { min, max }: Bounds): number => Math.min(max, Math.max(min, value));
