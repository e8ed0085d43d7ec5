import { CONVOLUTION_PLACES } from './lc0-encoding.ts';
import {
  type Convolution,
  type Dense,
  INPUT_PLANES,
  type Lc0Net,
  POLICY_MOVES,
  type ResidualBlock,
} from './lc0-net.ts';
import {
  type Attribute,
  makeFloats,
  makeInt64s,
  makeIrVersion,
  makeModel,
  makeNode,
  makeOpset,
  makeValue,
  type OnnxGraph,
} from './onnx-graph.ts';

/**
 * A network of lc0 as an ONNX model for any batch size. Its answers are those of Maia-3's: the raw numbers of the
 * moves, here 1858, and of loss, draw and win.
 */
export function buildMaia1(net: Lc0Net): Uint8Array {
  const graph: OnnxGraph = {
    nodes: [],
    initializers: new Map(),
    inputs: [makeValue('planes', ['batch', INPUT_PLANES, 8, 8])],
    outputs: [makeValue('logits_move', ['batch', POLICY_MOVES]), makeValue('logits_value', ['batch', 3])],
  };
  let x = relu(graph, convolve(graph, 'planes', 'input', net.input));
  for (const [index, block] of net.tower.entries()) x = residual(graph, x, `block_${index}`, block);
  policyHead(graph, x, net.policy);
  valueHead(graph, x, net.value);
  return makeModel({ rest: [makeIrVersion(IR_VERSION), makeOpset('', OPSET)], graph });
}

/** Long known to every runtime: https://github.com/onnx/onnx/blob/main/docs/Versioning.md */
const IR_VERSION = 8;
const OPSET = 17;

function node(graph: OnnxGraph, op: string, inputs: string[], output: string, attributes: Attribute[] = []): string {
  graph.nodes.push(makeNode(op, inputs, [output], attributes));
  return output;
}

/** The weights and biases of a layer, by their names. */
function parameters(
  { initializers }: OnnxGraph,
  layer: string,
  weights: Float32Array,
  biases: Float32Array,
  dimensions: readonly number[],
): string[] {
  const names = [`${layer}_weights`, `${layer}_biases`] as const;
  initializers.set(names[0], makeFloats(names[0], weights, dimensions));
  initializers.set(names[1], makeFloats(names[1], biases, dimensions.slice(0, 1)));
  return [...names];
}

function wholes(graph: OnnxGraph, name: string, values: readonly number[]): string {
  graph.initializers.set(name, makeInt64s(name, values));
  return name;
}

const relu = (graph: OnnxGraph, x: string): string => node(graph, 'Relu', [x], `${x}_relu`);
const flat = (graph: OnnxGraph, x: string): string => node(graph, 'Flatten', [x], `${x}_flat`);

function convolve(graph: OnnxGraph, x: string, name: string, layer: Convolution): string {
  const { weights, biases, inputs, outputs, size } = layer;
  const parts = parameters(graph, name, weights, biases, [outputs, inputs, size, size]);
  return node(graph, 'Conv', [x, ...parts], name, [
    { name: 'kernel_shape', ints: [size, size] },
    { name: 'pads', ints: Array(4).fill((size - 1) / 2) },
  ]);
}

function connect(graph: OnnxGraph, x: string, name: string, { weights, biases, inputs, outputs }: Dense): string {
  const parts = parameters(graph, name, weights, biases, [outputs, inputs]);
  return node(graph, 'Gemm', [x, ...parts], name, [{ name: 'transB', int: 1 }]);
}

function residual(graph: OnnxGraph, x: string, name: string, { first, second, squeeze }: ResidualBlock): string {
  const inner = relu(graph, convolve(graph, x, `${name}_first`, first));
  const outer = convolve(graph, inner, `${name}_second`, second);
  const excited = squeeze ? excite(graph, outer, name, squeeze) : outer;
  return relu(graph, node(graph, 'Add', [excited, x], name));
}

/** What a channel holds on average decides how much of it goes on, and what is added to it. */
function excite(graph: OnnxGraph, x: string, name: string, squeeze: NonNullable<ResidualBlock['squeeze']>): string {
  const channels = squeeze.second.outputs / 2;
  const means = flat(graph, node(graph, 'GlobalAveragePool', [x], `${name}_means`));
  const hidden = relu(graph, connect(graph, means, `${name}_squeeze`, squeeze.first));
  const both = connect(graph, hidden, `${name}_excite`, squeeze.second);
  const shape = wholes(graph, 'two_per_channel', [-1, 2 * channels, 1, 1]);
  const shaped = node(graph, 'Reshape', [both, shape], `${name}_both`);
  const half = (what: string, from: number) => {
    const to = from + channels;
    const bounds = [wholes(graph, `from_${from}`, [from]), wholes(graph, `to_${to}`, [to])];
    return node(graph, 'Slice', [shaped, ...bounds, wholes(graph, 'axis_1', [1])], `${name}_${what}`);
  };
  const factor = node(graph, 'Sigmoid', [half('factor_raw', 0)], `${name}_factor`);
  const scaled = node(graph, 'Mul', [x, factor], `${name}_scaled`);
  return node(graph, 'Add', [scaled, half('term', channels)], `${name}_excited`);
}

function policyHead(graph: OnnxGraph, x: string, policy: Lc0Net['policy']): void {
  if (policy.kind === 'classical') {
    const planes = relu(graph, convolve(graph, x, 'policy_planes', policy.planes));
    connect(graph, flat(graph, planes), 'logits_move', policy.moves);
    return;
  }
  const first = relu(graph, convolve(graph, x, 'policy_first', policy.first));
  const all = flat(graph, convolve(graph, first, 'policy_second', policy.second));
  const places = wholes(graph, 'places_of_moves', CONVOLUTION_PLACES);
  node(graph, 'Gather', [all, places], 'logits_move', [{ name: 'axis', int: 1 }]);
}

function valueHead(graph: OnnxGraph, x: string, { planes, hidden, result }: Lc0Net['value']): void {
  const seen = flat(graph, relu(graph, convolve(graph, x, 'value_planes', planes)));
  const thought = relu(graph, connect(graph, seen, 'value_hidden', hidden));
  connect(graph, thought, 'logits_value', lossDrawWin(result));
}

/** As a logit: what never happens. */
const NEVER = -1e4;

/**
 * The last layer with its rows in Maia-3's order. One that says a single v, to be put through tanh, knows no draws:
 * with -v and v for loss and win the softmax gives them (1 ∓ tanh v) / 2.
 */
function lossDrawWin({ weights, biases, inputs, outputs }: Dense): Dense {
  const row = (index: number, sign = 1) => weights.slice(index * inputs, (index + 1) * inputs).map(w => sign * w);
  const [win = 0, draw = 0, loss = 0] = biases;
  const rows = outputs === 3 ? [row(2), row(1), row(0)] : [row(0, -1), new Float32Array(inputs), row(0)];
  return {
    weights: Float32Array.from(rows.flatMap(values => [...values])),
    biases: Float32Array.from(outputs === 3 ? [loss, draw, win] : [-win, NEVER, win]),
    inputs,
    outputs: 3,
  };
}
