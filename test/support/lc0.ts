import { gzipSync } from 'node:zlib';
import { readLc0 } from '../../src/engine/lc0-net.ts';
import type { MaiaNet } from '../../src/engine/maia-pool.ts';
import { buildMaia1 } from '../../src/engine/maia1-graph.ts';
import { bytesField, intField, type Message, makeMessage, messageField } from '../../src/engine/protobuf.ts';
import { seeded } from './positions.ts';

/**
 * Networks of random numbers in lc0's file format, and what they say by plain arithmetic: loops over numbers as the
 * file holds them, with nothing folded. https://github.com/LeelaChessZero/lczero-common/blob/master/proto/net.proto
 */

export interface NetShape {
  filters: number;
  blocks: number;
  /** Width of the squeeze; 0: none. */
  squeeze: number;
  policy: 'convolution' | 'classical';
  value: 'wdl' | 'classical';
  /** Planes and hidden width of the value head. */
  valuePlanes: number;
  valueWidth: number;
  /** False: convolutions have biases alone, as where it was folded already. */
  normalized: boolean;
}

/** The nets of https://github.com/CSSLab/maia-chess. */
export const MAIA_SHAPE: NetShape = {
  ...{ filters: 64, blocks: 6, squeeze: 8, policy: 'convolution' },
  ...{ value: 'wdl', valuePlanes: 32, valueWidth: 128, normalized: true },
};
export const SMALL_SHAPE: NetShape = {
  ...{ ...MAIA_SHAPE, filters: 8, blocks: 2, squeeze: 4, valuePlanes: 8, valueWidth: 16 },
};

export const lc0Net = (id: string, { file }: RandomNet): MaiaNet => ({
  id,
  family: 'maia1',
  graph: buildMaia1(readLc0(file)),
});

interface Layer {
  message: Message;
  values: number[];
}

interface Convolution {
  message: Message;
  run(planes: number[][]): number[][];
}

interface Dense {
  weights: Layer;
  biases: Layer;
  run(values: number[]): number[];
}

interface RandomNet {
  file: Buffer;
  /** Of 112 planes of 64 squares. */
  run(planes: ArrayLike<number>): { policy: number[]; value: number[] };
}

const relu = (values: number[]): number[] => values.map(value => Math.max(0, value));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** `blind`: planes of the input that it does not look at, but for what the file rounds. */
export function randomNet(shape: NetShape, seed: number, blind: readonly number[] = []): RandomNet {
  const random = seeded(seed);

  /** As the file rounds it: sixteen bits from the smallest to the largest. */
  function layer(values: number[]): Layer {
    const [min, max] = bounds(values).map(Math.fround) as [number, number];
    const steps = values.map(value => (max > min ? Math.round(((value - min) / (max - min)) * 65_535) : 0));
    const float = (number: number, value: number) =>
      ({ number, wire: 'fixed32', value: new Uint8Array(Float32Array.of(value).buffer) }) as const;
    return {
      message: [
        float(1, min),
        float(2, max),
        bytesField(3, Uint8Array.from(steps.flatMap(step => [step & 255, step >> 8]))),
      ],
      values: steps.map(step => min + (step / 65_535) * (max - min)),
    };
  }

  const uniform = (count: number, low: number, high: number) =>
    layer(range(count).map(() => low + random() * (high - low)));

  function convolution(inputs: number, outputs: number, size: number, plain = !shape.normalized): Convolution {
    const reach = Math.sqrt(3 / (inputs * size * size));
    const weights = layer(
      range(outputs * inputs * size * size).map(at => {
        const plane = Math.floor(at / (size * size)) % inputs;
        return inputs === 112 && blind.includes(plane) ? 0 : (2 * random() - 1) * reach;
      }),
    );
    const biases = uniform(outputs, -0.1, 0.1);
    if (plain) return made({ weights, biases }, inputs, outputs, size);
    const norm = {
      means: uniform(outputs, -0.1, 0.1),
      variances: uniform(outputs, 0.3, 1.5),
      gammas: uniform(outputs, 0.7, 1.4),
      betas: uniform(outputs, -0.1, 0.1),
    };
    return made({ weights, norm }, inputs, outputs, size);
  }

  function made(
    { weights, biases, norm }: { weights: Layer; biases?: Layer; norm?: Record<string, Layer> },
    inputs: number,
    outputs: number,
    size: number,
  ): Convolution {
    const parts = [weights, biases, norm?.means, norm?.variances, norm?.gammas, norm?.betas];
    const at = (part: Layer | undefined, index: number, usual: number) => part?.values[index] ?? usual;
    const half = (size - 1) / 2;
    const message = parts.flatMap((part, index) => (part ? [messageField(index + 1, part.message)] : []));
    const run = (planes: number[][]) =>
      range(outputs).map(out =>
        range(64).map(square => {
          let total = at(biases, out, 0);
          for (let input = 0; input < inputs; input++)
            for (let dy = -half; dy <= half; dy++)
              for (let dx = -half; dx <= half; dx++) {
                const x = (square & 7) + dx;
                const y = (square >> 3) + dy;
                if (x < 0 || x > 7 || y < 0 || y > 7) continue;
                const weight = weights.values[((out * inputs + input) * size + dy + half) * size + dx + half] as number;
                total += weight * ((planes[input] as number[])[y * 8 + x] as number);
              }
          if (!norm) return total;
          const scale = at(norm.gammas, out, 1) / Math.sqrt(at(norm.variances, out, 1) + 1e-5);
          return (total - at(norm.means, out, 0)) * scale + at(norm.betas, out, 0);
        }),
      );
    return { message, run };
  }

  function dense(inputs: number, outputs: number): Dense {
    const reach = Math.sqrt(3 / inputs);
    const weights = uniform(outputs * inputs, -reach, reach);
    const biases = uniform(outputs, -0.2, 0.2);
    const run = (values: number[]) =>
      range(outputs).map(
        out =>
          (biases.values[out] as number) +
          sum(values.map((value, input) => value * (weights.values[out * inputs + input] as number))),
      );
    return { weights, biases, run };
  }

  const { filters } = shape;
  const input = convolution(112, filters, 3);
  const tower = range(shape.blocks).map(() => ({
    first: convolution(filters, filters, 3),
    second: convolution(filters, filters, 3),
    squeeze: shape.squeeze > 0 && {
      first: dense(filters, shape.squeeze),
      second: dense(shape.squeeze, 2 * filters),
    },
  }));
  const classical = shape.policy === 'classical';
  const policyFirst = classical ? undefined : convolution(filters, filters, 3);
  const policy = classical ? convolution(filters, 4, 1) : convolution(filters, 80, 3, true);
  const policyMoves = classical ? dense(4 * 64, 1858) : undefined;
  const valuePlanes = convolution(filters, shape.valuePlanes, 1);
  const valueHidden = dense(shape.valuePlanes * 64, shape.valueWidth);
  const valueResult = dense(shape.valueWidth, shape.value === 'wdl' ? 3 : 1);

  const weights: Message = [
    messageField(1, input.message),
    ...tower.map(({ first, second, squeeze }) =>
      messageField(2, [
        messageField(1, first.message),
        messageField(2, second.message),
        ...(squeeze
          ? [
              messageField(
                3,
                [squeeze.first.weights, squeeze.first.biases, squeeze.second.weights, squeeze.second.biases].map(
                  ({ message }, index) => messageField(index + 1, message),
                ),
              ),
            ]
          : []),
      ]),
    ),
    messageField(3, policy.message),
    ...(policyMoves ? [messageField(4, policyMoves.weights.message), messageField(5, policyMoves.biases.message)] : []),
    messageField(6, valuePlanes.message),
    messageField(7, valueHidden.weights.message),
    messageField(8, valueHidden.biases.message),
    messageField(9, valueResult.weights.message),
    messageField(10, valueResult.biases.message),
    ...(policyFirst ? [messageField(11, policyFirst.message)] : []),
  ];

  function run(flat: ArrayLike<number>) {
    const planes = range(112).map(plane => Array.from({ length: 64 }, (_, at) => flat[plane * 64 + at] as number));
    let x = input.run(planes).map(relu);
    for (const { first, second, squeeze } of tower) {
      let y = second.run(first.run(x).map(relu));
      if (squeeze) {
        const both = squeeze.second.run(relu(squeeze.first.run(y.map(plane => sum(plane) / 64))));
        y = y.map((plane, channel) => {
          const factor = 1 / (1 + Math.exp(-(both[channel] as number)));
          return plane.map(value => factor * value + (both[filters + channel] as number));
        });
      }
      x = y.map((plane, channel) =>
        relu(plane.map((value, square) => value + ((x[channel] as number[])[square] as number))),
      );
    }
    const head = policyFirst ? policy.run(policyFirst.run(x).map(relu)) : policy.run(x).map(relu);
    const value = valueResult.run(relu(valueHidden.run(valuePlanes.run(x).flatMap(relu))));
    return { policy: policyMoves ? policyMoves.run(head.flat()) : head.flat(), value };
  }

  return { file: packed(weights, shape), run };
}

const bounds = (values: readonly number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([min, max], value) => [Math.min(min, value), Math.max(max, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );

interface FileParts {
  magic?: number;
  encoding?: number;
  /** Input, output, structure, policy, value. */
  network?: readonly number[];
}

/** The file around the weights. */
function packed(weights: Message, { policy, value, squeeze }: NetShape): Buffer {
  const network = [1, value === 'wdl' ? 2 : 1, squeeze > 0 ? 4 : 3, policy === 'convolution' ? 2 : 1];
  return packNet(weights, { network: [...network, value === 'wdl' ? 2 : 1] });
}

export const packNet = (weights: Message, { magic = 0x1c0, encoding = 1, network = [] }: FileParts = {}): Buffer =>
  gzipSync(
    makeMessage([
      { number: 1, wire: 'fixed32', value: new Uint8Array(Uint32Array.of(magic).buffer) },
      messageField(4, [
        intField(1, encoding),
        messageField(
          2,
          network.map((kind, index) => intField(index + 1, kind)),
        ),
      ]),
      messageField(10, weights),
    ]),
  );
