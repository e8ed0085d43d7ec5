import { isIP } from 'node:net';
import { z } from 'zod';
import { RATING } from '../chess/rating.ts';
import { isModel, modelNames } from '../engine/model-choice.ts';

/** The kinds of values that a setting can have. */

export interface Setting<T> {
  schema: z.ZodType<T>;
  /** What a value must be, for the sentence that refuses one. */
  what: string;
  /** Whether the value is secret, and left out even of the sentence that refuses it. */
  secret?: boolean;
}

/** Spaces alone are no number here, although JavaScript reads them as 0. */
const number = z.string().trim().min(1).pipe(z.coerce.number());
const commas = z.string().transform(list => list.split(',').map(word => word.trim()));

export const whole = (min: number, max: number): Setting<number | undefined> => ({
  schema: number.pipe(z.number().int().min(min).max(max)).optional(),
  what: `a whole number from ${min} to ${max}`,
});
export const oneOf = <T extends string>(values: readonly [T, ...T[]]): Setting<T | undefined> => ({
  schema: z.enum(values).optional() as z.ZodType<T | undefined>,
  what: `one of ${values.join(', ')}`,
});
export const decimal = (min: number, max: number): Setting<number | undefined> => ({
  schema: number.pipe(z.number().min(min).max(max)).optional(),
  what: `a number from ${min} to ${max}`,
});
export const listOf = <T extends string>(values: readonly [T, ...T[]]): Setting<T[] | undefined> => ({
  schema: commas.pipe(z.array(z.enum(values))).optional() as z.ZodType<T[] | undefined>,
  what: `some of ${values.join(', ')}, with commas between them`,
});
export const text: Setting<string | undefined> = { schema: z.string().optional(), what: 'text' };
export const address = (example: string): Setting<string | undefined> => ({
  schema: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/)
    .refine(url => URL.canParse(url))
    .optional(),
  what: `a web address such as ${example}`,
});
/** An address that fits into a line of chat. */
export const shortAddress = (example: string, most: number): Setting<string | undefined> => {
  const { schema, what } = address(example);
  return { schema: schema.refine((url = '') => url.length <= most), what: `${what}, of at most ${most} characters` };
};
export const networks: Setting<string[] | undefined> = {
  schema: commas.pipe(z.array(z.string().refine(isNetwork))).optional(),
  what: 'a list of addresses such as 127.0.0.1 or 10.0.0.0/8, with commas between them',
};
export const redisAddress: Setting<string | undefined> = {
  schema: z
    .string()
    .regex(/^rediss?:\/\/[^\s/?#]+(\/\d*)?$/)
    .refine(isReadable)
    .optional(),
  secret: true,
  what: 'an address such as redis://127.0.0.1:6379 or redis://:password@127.0.0.1:6379',
};
// https://discord.com/developers/docs/reference#snowflakes
const snowflake = z.string().regex(/^\d{17,20}$/);
export const id: Setting<string | undefined> = { schema: snowflake.optional(), what: 'an id of 17 to 20 digits' };
export const ids: Setting<string[] | undefined> = {
  schema: commas.pipe(z.array(snowflake)).optional(),
  what: 'a list of Discord user ids, with commas between them',
};
const name = z.string().regex(/^[\w-]{2,30}$/);
export const names: Setting<string[] | undefined> = {
  schema: commas.pipe(z.array(name.toLowerCase())).optional(),
  what: 'a list of Lichess names, with commas between them',
};
export const model: Setting<string | undefined> = {
  schema: z.string().refine(isModel).optional(),
  get what() {
    return `one of ${modelNames()}, or a .pb.gz file`;
  },
};
export const contact: Setting<string | undefined> = {
  schema: z
    .string()
    .regex(/^[\x20-\x7e]{3,100}$/)
    .optional(),
  what: 'an address to write to, such as you@example.org',
};
export const strength: Setting<number | 'match' | undefined> = {
  schema: z.union([z.literal('match'), number.pipe(z.number().int().min(RATING.min).max(RATING.max))]).optional(),
  what: `"match" or a whole number from ${RATING.min} to ${RATING.max}`,
};
export const switched = oneOf(['off', 'on']);

/** An IP address, or a range of them such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  // /0 is refused: every visitor would then count as a proxy, and could claim any address.
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest);
  return isIP(address) !== 0 && fits && rest.length === 0;
}

/** Whether the address and its password can be decoded. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).password);
    return true;
  } catch {
    return false;
  }
}
