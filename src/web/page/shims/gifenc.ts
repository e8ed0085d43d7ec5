// @ts-expect-error: it ships no types.
import * as library from 'gifenc';
import type * as packing from '../../../render/gifenc.ts';

export const { GIFEncoder, quantize } = library as Pick<typeof packing, 'GIFEncoder' | 'quantize'>;

export const bytesOf = (view: Uint8Array): Uint8Array => view.slice();
