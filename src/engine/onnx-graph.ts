import {
  bytesField,
  bytesOf,
  childOf,
  childrenOf,
  intField,
  type Message,
  makeMessage,
  messageField,
  parseMessage,
  textField,
  textOf,
  textsOf,
} from './protobuf.ts';

/**
 * An ONNX model taken apart far enough to change it. Field numbers:
 * https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */

const MODEL = { irVersion: 1, graph: 7, opsetImport: 8 } as const;
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;
const NODE = { input: 1, output: 2, name: 3, opType: 4, attribute: 5, domain: 7 } as const;
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9, externalData: 13, dataLocation: 14 } as const;
const ATTRIBUTE = { name: 1, float: 2, int: 3, ints: 8, type: 20, floatType: 1, intType: 2, intsType: 7 } as const;
const OPSET = { domain: 1, version: 2 } as const;
const FLOAT = 1;
const INT64 = 7;

export interface GraphNode {
  op: string;
  inputs: string[];
  outputs: string[];
  message: Message;
}

export interface OnnxGraph {
  nodes: GraphNode[];
  initializers: Map<string, Message>;
  inputs: Message[];
  outputs: Message[];
}

export interface Model {
  /** Everything of the file but its graph. */
  rest: Message;
  graph: OnnxGraph;
}

export function parseModel(bytes: Uint8Array): Model {
  const fields = parseMessage(bytes);
  const body = childOf(fields, MODEL.graph);
  if (!body) throw new RangeError('not an ONNX model: it has no graph');
  const parts = (number: number) => childrenOf(body, number);
  return {
    rest: fields.filter(field => field.number !== MODEL.graph),
    graph: {
      nodes: parts(GRAPH.node).map(message => ({
        op: textOf(message, NODE.opType),
        inputs: textsOf(message, NODE.input),
        outputs: textsOf(message, NODE.output),
        message,
      })),
      initializers: new Map(parts(GRAPH.initializer).map(tensor => [textOf(tensor, TENSOR.name), tensor])),
      inputs: parts(GRAPH.input),
      outputs: parts(GRAPH.output),
    },
  };
}

/** Shapes of intermediate values, documentation and metadata are left out: the runtime infers what it needs. */
export function makeModel({ rest, graph }: Model): Uint8Array {
  return makeMessage([
    ...rest,
    messageField(MODEL.graph, [
      ...graph.nodes.map(node => messageField(GRAPH.node, node.message)),
      textField(GRAPH.name, 'kibitz'),
      ...[...graph.initializers.values()].map(tensor => messageField(GRAPH.initializer, tensor)),
      ...graph.inputs.map(value => messageField(GRAPH.input, value)),
      ...graph.outputs.map(value => messageField(GRAPH.output, value)),
    ]),
  ]);
}

export type Attribute = { name: string } & ({ int: number } | { ints: readonly number[] } | { float: number });

function makeAttribute(attribute: Attribute): Message {
  const message = (values: Message, type: number): Message => [
    textField(ATTRIBUTE.name, attribute.name),
    ...values,
    intField(ATTRIBUTE.type, type),
  ];
  if ('int' in attribute) return message([intField(ATTRIBUTE.int, attribute.int)], ATTRIBUTE.intType);
  if ('ints' in attribute)
    return message(
      attribute.ints.map(int => intField(ATTRIBUTE.ints, int)),
      ATTRIBUTE.intsType,
    );
  const value = new Uint8Array(Float32Array.of(attribute.float).buffer);
  return message([{ number: ATTRIBUTE.float, wire: 'fixed32', value }], ATTRIBUTE.floatType);
}

export function makeNode(
  op: string,
  inputs: string[],
  outputs: string[],
  attributes: Attribute[] = [],
  domain = '',
): GraphNode {
  const message: Message = [
    ...inputs.map(name => textField(NODE.input, name)),
    ...outputs.map(name => textField(NODE.output, name)),
    textField(NODE.name, `${op}:${outputs[0]}`),
    textField(NODE.opType, op),
    ...attributes.map(attribute => messageField(NODE.attribute, makeAttribute(attribute))),
    ...(domain ? [textField(NODE.domain, domain)] : []),
  ];
  return { op, inputs, outputs, message };
}

export const makeOpset = (domain: string, version: number): Message[number] =>
  messageField(MODEL.opsetImport, [textField(OPSET.domain, domain), intField(OPSET.version, version)]);

/** The version of the format itself, which stands at the head of a file. */
export const makeIrVersion = (version: number): Message[number] => intField(MODEL.irVersion, version);

export const makeFloats = (name: string, values: Float32Array, dimensions: readonly number[]): Message => [
  ...dimensions.map(size => intField(TENSOR.dims, size)),
  intField(TENSOR.dataType, FLOAT),
  textField(TENSOR.name, name),
  bytesField(TENSOR.rawData, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
];

/** An input or output of floats; a dimension without a number is open. */
export function makeValue(name: string, dimensions: readonly (number | string)[]): Message {
  const shape = dimensions.map(size =>
    messageField(1, [typeof size === 'number' ? intField(1, size) : textField(2, size)]),
  );
  return [textField(1, name), messageField(2, [messageField(1, [intField(1, FLOAT), messageField(2, shape)])])];
}

export const makeInt64s = (name: string, values: readonly number[]): Message => [
  intField(TENSOR.dims, values.length),
  intField(TENSOR.dataType, INT64),
  textField(TENSOR.name, name),
  bytesField(TENSOR.rawData, new Uint8Array(BigInt64Array.from(values, BigInt).buffer)),
];

export function int64sOf(tensor: Message): number[] {
  const raw = Uint8Array.from(bytesOf(tensor, TENSOR.rawData) ?? []);
  return Array.from(new BigInt64Array(raw.buffer), Number);
}

export function floatOf(tensor: Message): number | undefined {
  const raw = bytesOf(tensor, TENSOR.rawData);
  return raw?.length === 4 ? Buffer.from(raw).readFloatLE(0) : undefined;
}

/** A tensor whose numbers lie in a second file, with the numbers put in. */
export function inlineTensor(tensor: Message, data: Uint8Array): Message {
  const entries = childrenOf(tensor, TENSOR.externalData);
  if (entries.length === 0) return tensor;
  const where = new Map(entries.map(pair => [textOf(pair, 1), textOf(pair, 2)]));
  const offset = Number(where.get('offset') ?? 0);
  const length = Number(where.get('length') ?? data.length - offset);
  if (!(offset >= 0 && length >= 0 && offset + length <= data.length))
    throw new RangeError(`the weights of ${textOf(tensor, TENSOR.name)} lie outside the data file`);
  return [
    ...tensor.filter(({ number }) => number !== TENSOR.externalData && number !== TENSOR.dataLocation),
    bytesField(TENSOR.rawData, data.subarray(offset, offset + length)),
  ];
}

/** An input or output with its first dimension open: ValueInfo → type → tensor type → shape → first dimension. */
export function openFirstDimension(value: Message, symbol: string): Message {
  const within = (message: Message, number: number, change: (child: Message) => Message): Message =>
    message.map(field =>
      field.number === number && field.wire === 'bytes'
        ? messageField(number, change(parseMessage(field.value)))
        : field,
    );
  const openShape = ([, ...dimensions]: Message): Message => [messageField(1, [textField(2, symbol)]), ...dimensions];
  return within(value, 2, type => within(type, 1, tensor => within(tensor, 2, openShape)));
}

/** The node that makes each value. */
export const producers = (graph: OnnxGraph): Map<string, GraphNode> =>
  new Map(graph.nodes.flatMap(node => node.outputs.map(output => [output, node])));

/** Drops nodes and constants that no output needs. */
export function prune(graph: OnnxGraph): void {
  const makers = producers(graph);
  const needed = new Set<GraphNode>();
  const open = graph.outputs.map(output => textOf(output, 1));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const node = makers.get(name);
    if (!node || needed.has(node)) continue;
    needed.add(node);
    open.push(...node.inputs);
  }
  graph.nodes = graph.nodes.filter(node => needed.has(node));
  const used = new Set(graph.nodes.flatMap(node => node.inputs));
  for (const name of graph.initializers.keys()) if (!used.has(name)) graph.initializers.delete(name);
}
