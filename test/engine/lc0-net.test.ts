import { gunzipSync, gzipSync } from 'node:zlib';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { softmax } from '../../src/base/probability.ts';
import {
  CONVOLUTION_PLACES,
  expandPlanes,
  LC0_PACKED_LENGTH,
  LC0_PLANES_LENGTH,
  packPlanes,
} from '../../src/engine/lc0-encoding.ts';
import { readLc0 } from '../../src/engine/lc0-net.ts';
import { buildMaia1 } from '../../src/engine/maia1-graph.ts';
import { MAIA_SHAPE, type NetShape, packNet, randomNet, SMALL_SHAPE } from '../support/lc0.ts';
import { randomGame, seeded } from '../support/positions.ts';

const random = seeded(3);
const PLANES = [3, 12, 41].map(plies => {
  const packed = new Uint8Array(LC0_PACKED_LENGTH);
  packPlanes(randomGame(plies, random).positions, packed);
  const planes = new Float32Array(LC0_PLANES_LENGTH);
  expandPlanes(packed, planes);
  return planes;
});

async function answers(file: Uint8Array, inputs: readonly Float32Array[]) {
  const session = await InferenceSession.create(buildMaia1(readLc0(file)), { intraOpNumThreads: 1 });
  const planes = new Float32Array(inputs.length * LC0_PLANES_LENGTH);
  for (const [row, input] of inputs.entries()) planes.set(input, row * LC0_PLANES_LENGTH);
  const outputs = await session.run({ planes: new Tensor('float32', planes, [inputs.length, 112, 8, 8]) });
  const rows = (name: string, width: number) => {
    const data = outputs[name]?.data as Float32Array;
    return inputs.map((_, row) => [...data.slice(row * width, (row + 1) * width)]);
  };
  return { moves: rows('logits_move', 1858), values: rows('logits_value', 3) };
}

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  expect(Math.max(...actual.map((value, index) => Math.abs(value - (expected[index] as number))))).toBeLessThan(1e-4);
}

describe('a network of lc0 as ONNX', () => {
  it.each<[string, NetShape]>([
    ['of Maia’s size', MAIA_SHAPE],
    ['small', SMALL_SHAPE],
    ['without squeeze and excitation', { ...SMALL_SHAPE, squeeze: 0 }],
    ['with a classical policy head', { ...SMALL_SHAPE, policy: 'classical' }],
    ['with a classical value head', { ...SMALL_SHAPE, value: 'classical' }],
    ['with its batch normalization folded already', { ...SMALL_SHAPE, normalized: false }],
  ])('says what plain arithmetic says: one %s', async (_, shape) => {
    const net = randomNet(shape, 1);
    const inputs = PLANES.slice(0, shape === MAIA_SHAPE ? 1 : PLANES.length);
    const { moves, values } = await answers(net.file, inputs);
    for (const [row, input] of inputs.entries()) {
      const { policy, value } = net.run(input);
      const places = shape.policy === 'convolution' ? CONVOLUTION_PLACES : policy.map((_, index) => index);
      expectClose(
        moves[row] as number[],
        places.map(place => policy[place] as number),
      );
      const [loss = 0, draw = 0, win = 0] = softmax(values[row] as number[]);
      const [only = 0] = value;
      const result = Math.tanh(only);
      const expected = shape.value === 'wdl' ? softmax(value) : [(1 + result) / 2, 0, (1 - result) / 2];
      expectClose([win, draw, loss], expected);
    }
  });

  it('answers a batch as it answers each position alone', async () => {
    const { file } = randomNet(SMALL_SHAPE, 2);
    const together = await answers(file, PLANES);
    for (const [row, input] of PLANES.entries()) {
      const alone = await answers(file, [input]);
      expectClose(together.moves[row] as number[], alone.moves[0] as number[]);
      expectClose(together.values[row] as number[], alone.values[0] as number[]);
    }
  });
});

describe('a file that is no network', () => {
  const { file } = randomNet(SMALL_SHAPE, 4);
  const damaged = Buffer.from(file);
  damaged.fill(7, 4000, 4200);
  const cutInside = gzipSync(gunzipSync(file).subarray(0, 9000));
  it.each([
    ['cut off', file.subarray(0, file.length / 2), 'it ends too early'],
    ['damaged', damaged, 'it is damaged'],
    ['empty', new Uint8Array(), 'it ends too early'],
    ['something else', Buffer.from('<html>404</html>'), 'it is not a .pb.gz file'],
    ['something else, packed', gzipSync('a text of somebody'), 'it is not a network of lc0'],
    ['packed after it was cut off', cutInside, 'it is not a network of lc0'],
    ['without the magic number', packNet([], { magic: 0x1c1 }), 'it is not a network of lc0'],
    ['without weights', packNet([]), 'the weights of the input are missing'],
    ['of another encoding', packNet([], { encoding: 2 }), 'its weights are packed in a way that Kibitz does not know'],
    [
      'with attention in its body',
      packNet([], { network: [1, 2, 6, 3, 2] }),
      'its structure is of a kind that Kibitz does not know',
    ],
    [
      'with other planes',
      packNet([], { network: [3, 2, 4, 2, 2] }),
      'its input is of a kind that Kibitz does not know',
    ],
  ])('is refused in half a sentence: %s', (_, bytes, message) => {
    expect(() => readLc0(bytes)).toThrow(message);
  });
});
