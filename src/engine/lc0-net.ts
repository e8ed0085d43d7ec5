import { gunzipSync } from 'node:zlib';
import { bytesOf, childOf, intOf, type Message, parseMessage } from './protobuf.ts';

/**
 * A network as lc0 writes it to a `.pb.gz`. Field numbers and formats:
 * https://github.com/LeelaChessZero/lczero-common/blob/master/proto/net.proto
 */

const NET = { magic: 1, format: 4, weights: 10 } as const;
const FORMAT = { encoding: 1, network: 2 } as const;
const NETWORK = { input: 1, structure: 3, policy: 4, value: 5 } as const;
const WEIGHTS = { input: 1, residual: 2, policy: 3, policyWeights: 4, policyBiases: 5, value: 6 } as const;
const VALUE = { hiddenWeights: 7, hiddenBiases: 8, weights: 9, biases: 10 } as const;
const POLICY_FIRST = 11;
const RESIDUAL = { first: 1, second: 2, squeeze: 3 } as const;
const CONVOLUTION = { weights: 1, biases: 2, means: 3, variances: 4, gammas: 5, betas: 6 } as const;
const SQUEEZE = { weights1: 1, biases1: 2, weights2: 3, biases2: 4 } as const;
const LAYER = { min: 1, max: 2, params: 3 } as const;

const MAGIC = 0x1c0;
/** What is understood of each; 0 and nothing mean the oldest, which is the same. Attention bodies, for one, are not. */
const UNDERSTOOD = {
  input: { number: NETWORK.input, known: [0, 1] },
  structure: { number: NETWORK.structure, known: [0, 1, 2, 3, 4] },
  'policy head': { number: NETWORK.policy, known: [0, 1, 2] },
  'value head': { number: NETWORK.value, known: [0, 1, 2] },
} as const;
const LINEAR16 = 1;
/**
 * https://github.com/LeelaChessZero/lc0/blob/master/src/neural/network_legacy.cc: the field called stddivs holds
 * variances.
 */
const EPSILON = 1e-5;
/** Of the unpacked file: Maia has 1.7 MB, and a file from elsewhere may unpack without end. */
const MAX_BYTES = 512 * 1024 * 1024;

export const INPUT_PLANES = 112;
export const POLICY_MOVES = 1858;
/** Of the convolutional policy head; the last seven are never read. */
export const POLICY_PLANES = 80;
const SQUARES = 64;

/** Weights as [out, in, size, size], with the batch normalization folded into them. */
export interface Convolution {
  weights: Float32Array;
  biases: Float32Array;
  inputs: number;
  outputs: number;
  size: number;
}

/** Weights as [out, in]. */
export interface Dense {
  weights: Float32Array;
  biases: Float32Array;
  inputs: number;
  outputs: number;
}

export interface ResidualBlock {
  first: Convolution;
  second: Convolution;
  /** Squeeze and excitation: its second layer says a factor and a term for each channel. */
  squeeze: { first: Dense; second: Dense } | undefined;
}

export interface Lc0Net {
  input: Convolution;
  tower: ResidualBlock[];
  policy:
    | { kind: 'convolution'; first: Convolution; second: Convolution }
    | { kind: 'classical'; planes: Convolution; moves: Dense };
  /** Three outputs are win, draw and loss; one is the expected result before the tanh. */
  value: { planes: Convolution; hidden: Dense; result: Dense };
}

/** Throws an Error whose message is a half-sentence: why this is no network that can be used. */
export function readLc0(file: Uint8Array): Lc0Net {
  const unpacked = unpack(file);
  try {
    return readNet(parseMessage(unpacked));
  } catch (error) {
    if (error instanceof RangeError) throw new Error('it is not a network of lc0', { cause: error });
    throw error;
  }
}

function readNet(net: Message): Lc0Net {
  const magic = bytesOf(net, NET.magic);
  if (magic?.length !== 4 || Buffer.from(magic).readUInt32LE() !== MAGIC) throw new Error('it is not a network of lc0');
  refuseUnknown(net);
  const weights = childOf(net, NET.weights);
  if (!weights) throw new Error('it holds no weights');
  const input = convolution(weights, WEIGHTS.input, INPUT_PLANES, 3, 'the input');
  const width = input.outputs;
  const tower = weights.flatMap((field, index) =>
    field.number === WEIGHTS.residual && field.wire === 'bytes'
      ? [residual(parseMessage(field.value), width, `block ${index}`)]
      : [],
  );
  return { input, tower, policy: policyHead(weights, width), value: valueHead(weights, width) };
}

function unpack(file: Uint8Array): Uint8Array {
  try {
    return gunzipSync(file, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw new Error('it ends too early');
    if (code === 'Z_DATA_ERROR') throw new Error(isGzip(file) ? 'it is damaged' : 'it is not a .pb.gz file');
    throw error;
  }
}

const isGzip = (file: Uint8Array): boolean => file[0] === 0x1f && file[1] === 0x8b;

function refuseUnknown(net: Message): void {
  const format = childOf(net, NET.format) ?? [];
  const encoding = intOf(format, FORMAT.encoding) ?? LINEAR16;
  if (encoding !== LINEAR16) throw new Error('its weights are packed in a way that Kibitz does not know');
  const network = childOf(format, FORMAT.network) ?? [];
  for (const [what, { number, known }] of Object.entries(UNDERSTOOD))
    if (!known.some(one => one === (intOf(network, number) ?? 0)))
      throw new Error(`its ${what} is of a kind that Kibitz does not know`);
}

/** Sixteen bits a number, evenly spaced from the smallest to the largest. */
function layer(message: Message, number: number): Float32Array | undefined {
  const fields = childOf(message, number);
  const params = fields && bytesOf(fields, LAYER.params);
  if (!params || params.length === 0) return undefined;
  const [min, max] = [float(fields, LAYER.min), float(fields, LAYER.max)];
  const values = new Float32Array(params.length >> 1);
  for (let index = 0; index < values.length; index++) {
    const step = (params[2 * index] as number) | ((params[2 * index + 1] as number) << 8);
    values[index] = min + (step / 65_535) * (max - min);
  }
  return values;
}

function float(message: Message, number: number): number {
  const bytes = bytesOf(message, number);
  return bytes?.length === 4 ? Buffer.from(bytes).readFloatLE() : 0;
}

function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the weights of ${what} are missing`);
  return value;
}

function outputsOf(weights: Float32Array, perOutput: number, what: string): number {
  const outputs = weights.length / perOutput;
  if (!Number.isInteger(outputs) || outputs === 0) throw new Error(`the weights of ${what} have the wrong size`);
  return outputs;
}

function convolution(parent: Message, number: number, inputs: number, size: number, what: string): Convolution {
  const block = must(childOf(parent, number), what);
  const weights = must(layer(block, CONVOLUTION.weights), what);
  const perOutput = inputs * size * size;
  const outputs = outputsOf(weights, perOutput, what);
  const column = (number: number, usual: number) =>
    sized(layer(block, number) ?? new Float32Array(outputs).fill(usual), outputs, what);
  const biases = column(CONVOLUTION.biases, 0);
  if (!childOf(block, CONVOLUTION.means)) return { weights, biases, inputs, outputs, size };
  const [means, variances] = [column(CONVOLUTION.means, 0), column(CONVOLUTION.variances, 1)];
  const [gammas, betas] = [column(CONVOLUTION.gammas, 1), column(CONVOLUTION.betas, 0)];
  for (let out = 0; out < outputs; out++) {
    const scale = (gammas[out] as number) / Math.sqrt((variances[out] as number) + EPSILON);
    for (let at = out * perOutput; at < (out + 1) * perOutput; at++) weights[at] = (weights[at] as number) * scale;
    biases[out] = (betas[out] as number) - scale * ((means[out] as number) - (biases[out] as number));
  }
  return { weights, biases, inputs, outputs, size };
}

function sized(values: Float32Array, length: number, what: string): Float32Array {
  if (values.length !== length) throw new Error(`the weights of ${what} have the wrong size`);
  return values;
}

function dense(parent: Message, weightsNumber: number, biasesNumber: number, inputs: number, what: string): Dense {
  const weights = must(layer(parent, weightsNumber), what);
  const outputs = outputsOf(weights, inputs, what);
  return { weights, biases: sized(must(layer(parent, biasesNumber), what), outputs, what), inputs, outputs };
}

function residual(block: Message, width: number, what: string): ResidualBlock {
  const inner = (number: number) => {
    const one = convolution(block, number, width, 3, what);
    return { ...one, biases: sized(one.biases, width, what) };
  };
  const unit = childOf(block, RESIDUAL.squeeze);
  const first = unit && dense(unit, SQUEEZE.weights1, SQUEEZE.biases1, width, what);
  const second = first && dense(unit, SQUEEZE.weights2, SQUEEZE.biases2, first.outputs, what);
  if (second) sized(second.biases, 2 * width, what);
  return {
    first: inner(RESIDUAL.first),
    second: inner(RESIDUAL.second),
    squeeze: first && second && { first, second },
  };
}

/** Which head it is shows in the weights; not every file says so in words. */
function policyHead(weights: Message, width: number): Lc0Net['policy'] {
  const what = 'the policy head';
  if (childOf(weights, POLICY_FIRST)) {
    const first = convolution(weights, POLICY_FIRST, width, 3, what);
    const second = convolution(weights, WEIGHTS.policy, first.outputs, 3, what);
    sized(second.biases, POLICY_PLANES, what);
    return { kind: 'convolution', first, second };
  }
  const planes = convolution(weights, WEIGHTS.policy, width, 1, what);
  const moves = dense(weights, WEIGHTS.policyWeights, WEIGHTS.policyBiases, planes.outputs * SQUARES, what);
  sized(moves.biases, POLICY_MOVES, what);
  return { kind: 'classical', planes, moves };
}

function valueHead(weights: Message, width: number): Lc0Net['value'] {
  const what = 'the value head';
  const planes = convolution(weights, WEIGHTS.value, width, 1, what);
  const hidden = dense(weights, VALUE.hiddenWeights, VALUE.hiddenBiases, planes.outputs * SQUARES, what);
  const result = dense(weights, VALUE.weights, VALUE.biases, hidden.outputs, what);
  if (result.outputs !== 1 && result.outputs !== 3) throw new Error(`the weights of ${what} have the wrong size`);
  return { planes, hidden, result };
}
