import {
  floatOf,
  type GraphNode,
  inlineTensor,
  int64sOf,
  makeInt64s,
  makeModel,
  makeNode,
  makeOpset,
  type OnnxGraph,
  openFirstDimension,
  parseModel,
  producers,
  prune,
} from './onnx-graph.ts';
import { textOf } from './protobuf.ts';

/**
 * Maia-3's published file made fit for a server: any batch size instead of one, weights inside, and a third of
 * the nodes. The numbers stay the same but for rounding (the tests compare both).
 */
export function rewriteMaia3(model: Uint8Array, weights: Uint8Array): Uint8Array {
  const parsed = parseModel(model);
  const { graph } = parsed;
  openBatch(graph);
  simplifyPromotions(graph);
  fuseRmsNorm(graph);
  fuseGelu(graph);
  graph.outputs = graph.outputs.filter(output => textOf(output, 1) !== 'logits_ponder');
  prune(graph);
  for (const [name, tensor] of graph.initializers) graph.initializers.set(name, inlineTensor(tensor, weights));
  parsed.rest.push(makeOpset('com.microsoft', 1));
  return makeModel(parsed);
}

/** The export baked batch size 1 into the target shape of every Reshape; -1 there means any size. */
function openBatch(graph: OnnxGraph): void {
  const shapes = new Set(graph.nodes.filter(({ op }) => op === 'Reshape').map(({ inputs }) => inputs[1] as string));
  for (const name of shapes) {
    const tensor = graph.initializers.get(name);
    const [batch, ...dimensions] = tensor ? int64sOf(tensor) : [];
    if (batch !== 1) throw new Error(`unexpected model: the shape ${name} does not start with batch size 1`);
    graph.initializers.set(name, makeInt64s(name, [-1, ...dimensions]));
  }
  graph.inputs = graph.inputs.map(input => openFirstDimension(input, 'batch'));
  graph.outputs = graph.outputs.map(output => openFirstDimension(output, 'batch'));
}

// Names in the published export; the file is known by its checksum, so these are facts, not guesses.
const FROM_TO_SCORES = 'div_34'; // [batch, from, to]
const PIECE_SCORES = 'mul_52'; // [batch, to file, piece]
const PROMOTION_SCORES = 'cat_1'; // [batch, from file × to file × piece]
const LAST_RANK_BUT_ONE = 48;
const LAST_RANK = 56;

/**
 * A promotion's score is that of its plain move (7th rank to 8th) plus one for target file and piece. The export
 * adds the 256 pairs one by one, in 600 nodes; one broadcast addition does the same.
 */
function simplifyPromotions(graph: OnnxGraph): void {
  const at = graph.nodes.findIndex(({ outputs }) => outputs[0] === PROMOTION_SCORES);
  if (at < 0) throw new Error('unexpected model: no promotion head');
  const constants: Record<string, number[]> = {
    promotion_start: [LAST_RANK_BUT_ONE, LAST_RANK],
    promotion_end: [LAST_RANK, 64],
    promotion_axes: [1, 2],
    axis_1: [1],
    axis_3: [3],
    promotion_shape: [-1, 256],
  };
  for (const [name, values] of Object.entries(constants)) graph.initializers.set(name, makeInt64s(name, values));
  graph.nodes.splice(
    at,
    1,
    makeNode('Slice', [FROM_TO_SCORES, 'promotion_start', 'promotion_end', 'promotion_axes'], ['plain_pushes']),
    makeNode('Unsqueeze', ['plain_pushes', 'axis_3'], ['plain_pushes_4d']),
    makeNode('Unsqueeze', [PIECE_SCORES, 'axis_1'], ['pieces_4d']),
    makeNode('Add', ['plain_pushes_4d', 'pieces_4d'], ['promotions_4d']),
    makeNode('Reshape', ['promotions_4d', 'promotion_shape'], [PROMOTION_SCORES]),
  );
}

/** x / sqrt(mean(x·x) + eps) · weight, spelt out in six nodes, is one operation of the runtime. */
function fuseRmsNorm(graph: OnnxGraph): void {
  const makers = producers(graph);
  const maker = (name: string | undefined, op: string) => {
    const node = makers.get(name ?? '');
    return node?.op === op ? node : undefined;
  };
  graph.nodes = graph.nodes.map(node => {
    const division = node.op === 'Mul' ? maker(node.inputs[0], 'Div') : undefined;
    const sum = maker(maker(division?.inputs[1], 'Sqrt')?.inputs[0], 'Add');
    const square = maker(maker(sum?.inputs[0], 'ReduceMean')?.inputs[0], 'Mul');
    const x = division?.inputs[0];
    const weight = node.inputs[1];
    const epsilon = floatOf(graph.initializers.get(sum?.inputs[1] ?? '') ?? []);
    if (!square || !x || !weight || epsilon === undefined) return node;
    if (square.inputs[0] !== x || square.inputs[1] !== x) return node;
    return makeNode('SimplifiedLayerNormalization', [x, weight], node.outputs, [
      { name: 'axis', int: -1 },
      { name: 'epsilon', float: epsilon },
      { name: 'stash_type', int: 1 },
    ]);
  });
}

/** x · ½ · (1 + erf(x / √2)), in either order of the products, is the runtime's Gelu. */
function fuseGelu(graph: OnnxGraph): void {
  const makers = producers(graph);
  /** The x of a value that is 1 + erf(x / √2). */
  const erfOf = (name: string | undefined): string | undefined => {
    const sum = makers.get(name ?? '');
    const erf = sum?.op === 'Add' ? makers.get(sum.inputs[0] ?? '') : undefined;
    const division = erf?.op === 'Erf' ? makers.get(erf.inputs[0] ?? '') : undefined;
    return division?.op === 'Div' ? division.inputs[0] : undefined;
  };
  const geluInput = ({ op, inputs: [a, b] }: GraphNode): string | undefined => {
    const left = makers.get(a ?? '');
    const right = makers.get(b ?? '');
    if (op !== 'Mul') return undefined;
    const halfFirst = erfOf(b); // (x · ½) · (1 + erf)
    if (left?.op === 'Mul' && halfFirst && left.inputs.includes(halfFirst)) return halfFirst;
    const halfLast = right?.op === 'Mul' ? erfOf(right.inputs[1]) : undefined; // x · (½ · (1 + erf))
    return halfLast && halfLast === a ? halfLast : undefined;
  };
  graph.nodes = graph.nodes.map(node => {
    const x = geluInput(node);
    return x ? makeNode('Gelu', [x], node.outputs, [], 'com.microsoft') : node;
  });
}
