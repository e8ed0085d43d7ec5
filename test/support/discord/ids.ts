/** Ids as Discord makes them, a time and a counter: https://discord.com/developers/docs/reference#snowflakes */

const EPOCH_MS = 1_420_070_400_000n;
const COUNTER_BITS = 22n;
let counter = 0n;

export function snowflake(now = Date.now()): string {
  counter = (counter + 1n) % (1n << COUNTER_BITS);
  return String(((BigInt(now) - EPOCH_MS) << COUNTER_BITS) + counter);
}
