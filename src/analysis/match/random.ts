/**
 * The number from 0 up to, but not including, 1 that belongs to a seed and a place: the same every time, without any
 * state. The mixing is that of the generator called splitmix32.
 */
export function numberAt(seed: number, place: number): number {
  let mixed = (Math.imul(seed, 0x85ebca6b) + Math.imul(place + 1, 0x9e3779b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
