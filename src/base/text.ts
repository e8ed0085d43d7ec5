/** Texts with gaps: `{name}` is filled in, and `{name:one|many}` is the word that goes with that number. */

/** The names of the gaps of a text. */
export type Gaps<T extends string> = T extends `${string}{${infer G}}${infer Rest}`
  ? (G extends `${infer Name}:${string}` ? Name : G) | Gaps<Rest>
  : never;

/** Numbers are written as the asker writes them; what strangers wrote has to be made safe before it comes here. */
export type Filling = string | number;

/** What a text asks for: nothing at all, or exactly the names of its gaps. */
export type Fillings<T extends string> = [Gaps<T>] extends [never] ? [] : [Readonly<Record<Gaps<T>, Filling>>];

type SameGaps<A extends string, B extends string> = [Gaps<A>, Gaps<B>] extends [Gaps<B>, Gaps<A>] ? true : false;

/** A translation has every text of the original and no other, each with the same gaps. */
export type Translated<Original extends Record<string, string>, T> = {
  readonly [K in keyof T]: K extends keyof Original
    ? T[K] extends string
      ? SameGaps<Original[K], T[K]> extends true
        ? T[K]
        : `The gaps have to be: ${Gaps<Original[K]>}`
      : string
    : never;
};

const GAP = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

interface Writing {
  number: (value: number) => string;
  isOne: (value: number) => boolean;
}

export function fill(text: string, fillings: Readonly<Record<string, Filling>>, { number, isOne }: Writing): string {
  return text.replace(GAP, (gap, name: string, one?: string, many?: string) => {
    const value = fillings[name];
    if (value === undefined) throw new Error(`nothing to put into ${gap} of "${text}"`);
    if (one !== undefined && many !== undefined) return isOne(Number(value)) ? one : many;
    return typeof value === 'number' ? number(value) : value;
  });
}
