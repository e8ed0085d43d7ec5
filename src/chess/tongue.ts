/** The languages in which Kibitz speaks of chess. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How something is said: in which language, and how numbers and lists are written there. */
export interface Tongue {
  readonly language: Language;
  number(value: number, digits?: number): string;
  /** With a sign, but for zero: `+0.4`. */
  signed(value: number, digits?: number): string;
  /** Of a share from 0 to 1. */
  percent(share: number, digits?: number): string;
  /** In whole per cents. A little is not nothing, and almost everything is not everything. */
  share(share: number): string;
  /** `a, b and c` */
  list(items: readonly string[]): string;
}
