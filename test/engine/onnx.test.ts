import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { rewriteMaia3 } from '../../src/engine/maia3-graph.ts';
import * as onnx from '../../src/engine/onnx-graph.ts';
import { bytesField, intField, type Message, messageField, textField, textOf } from '../../src/engine/protobuf.ts';

// Field numbers as in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
const FLOAT = 1;
const bytesOfFloats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);

const value = (name: string, ...dims: number[]): Message => {
  const shape = dims.map(dim => messageField(1, [intField(1, dim)]));
  return [textField(1, name), messageField(2, [messageField(1, [intField(1, FLOAT), messageField(2, shape)])])];
};

const floats = (name: string, ...values: number[]): Message => [
  intField(1, values.length),
  intField(2, FLOAT),
  textField(8, name),
  bytesField(9, bytesOfFloats(...values)),
];

const external = (name: string, size: number, where: Record<string, string>): Message => [
  intField(1, size),
  intField(2, FLOAT),
  textField(8, name),
  ...Object.entries(where).map(([key, text]) => messageField(13, [textField(1, key), textField(2, text)])),
  intField(14, 1),
];

const modelOf = (parts: Partial<onnx.OnnxGraph> & { tensors?: Message[] }): onnx.Model => ({
  rest: [intField(1, 8), onnx.makeOpset('', 18)],
  graph: {
    nodes: parts.nodes ?? [],
    initializers: new Map(parts.tensors?.map(tensor => [textOf(tensor, 8), tensor])),
    inputs: parts.inputs ?? [],
    outputs: parts.outputs ?? [],
  },
});

async function run(model: Uint8Array, inputs: Record<string, { data: number[]; dims: number[] }>) {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  const feeds = Object.entries(inputs).map(([name, { data, dims }]) => [
    name,
    new Tensor('float32', Float32Array.from(data), dims),
  ]);
  return session.run(Object.fromEntries(feeds));
}

/** y = x + weights, with a side branch that leads nowhere. */
const addition = () =>
  modelOf({
    nodes: [onnx.makeNode('Mul', ['x', 'unused'], ['nowhere']), onnx.makeNode('Add', ['x', 'weights'], ['y'])],
    tensors: [external('weights', 3, { location: 'w', offset: '4', length: '12' }), floats('unused', 1, 1, 1)],
    inputs: [value('x', 1, 3)],
    outputs: [value('y', 1, 3)],
  });

describe('a model', () => {
  it('reads back as it was written', () => {
    const bytes = onnx.makeModel(addition());
    const { graph, rest } = onnx.parseModel(bytes);
    expect(graph.nodes.map(({ op, inputs, outputs }) => [op, inputs, outputs])).toEqual([
      ['Mul', ['x', 'unused'], ['nowhere']],
      ['Add', ['x', 'weights'], ['y']],
    ]);
    expect([...graph.initializers.keys()]).toEqual(['weights', 'unused']);
    expect(graph.inputs.map(input => textOf(input, 1))).toEqual(['x']);
    expect(onnx.makeModel({ graph, rest })).toEqual(bytes);
  });

  it('without a graph is none', () => {
    expect(() => onnx.parseModel(new Uint8Array())).toThrow('not an ONNX model: it has no graph');
  });

  it('pruned, opened and with its weights inside runs on any batch', async () => {
    const model = addition();
    onnx.prune(model.graph);
    expect(model.graph.nodes.map(({ op }) => op)).toEqual(['Add']);
    expect([...model.graph.initializers.keys()]).toEqual(['weights']);
    model.graph.inputs = model.graph.inputs.map(input => onnx.openFirstDimension(input, 'batch'));
    model.graph.outputs = model.graph.outputs.map(output => onnx.openFirstDimension(output, 'batch'));
    for (const [name, tensor] of model.graph.initializers)
      model.graph.initializers.set(name, onnx.inlineTensor(tensor, bytesOfFloats(99, 10, 20, 30)));
    const { y } = await run(onnx.makeModel(model), { x: { data: [1, 2, 3, 4, 5, 6], dims: [2, 3] } });
    expect([y?.data, y?.dims]).toEqual([Float32Array.of(11, 22, 33, 14, 25, 36), [2, 3]]);
  });

  it('knows the maker of each value', () => {
    const makers = onnx.producers(addition().graph);
    expect([makers.get('y')?.op, makers.get('nowhere')?.op, makers.get('x')]).toEqual(['Add', 'Mul', undefined]);
  });
});

describe('a tensor', () => {
  it('holds whole numbers, also negative ones, and single floats', () => {
    expect(onnx.int64sOf(onnx.makeInt64s('shape', [-1, 0, 2 ** 40]))).toEqual([-1, 0, 2 ** 40]);
    expect(onnx.floatOf(floats('eps', 0.5))).toBe(0.5);
    expect(onnx.floatOf(floats('two', 1, 2))).toBeUndefined();
    expect(onnx.floatOf([])).toBeUndefined();
    expect(onnx.int64sOf([])).toEqual([]);
  });

  it('with its numbers inside stays as it is, and without bounds takes the whole file', () => {
    const inside = floats('w', 1, 2);
    expect(onnx.inlineTensor(inside, bytesOfFloats(3))).toBe(inside);
    expect(onnx.floatOf(onnx.inlineTensor(external('w', 1, { location: 'w' }), bytesOfFloats(7)))).toBe(7);
  });

  it.each([
    ['beyond the end', { offset: '4', length: '8' }],
    ['before the start', { offset: '-4', length: '4' }],
    ['of negative length', { offset: '0', length: '-4' }],
    ['at no number', { offset: 'x', length: '4' }],
  ])('with numbers %s is refused by name', (_, where) => {
    const tensor = external('w17', 1, { location: 'w', ...where });
    expect(() => onnx.inlineTensor(tensor, bytesOfFloats(1, 2))).toThrow(
      'the weights of w17 lie outside the data file',
    );
  });
});

/** The shape of Maia-3 in miniature, with the names of the published export. */
const miniature = (shape = [1, 256], promotions = 'cat_1') =>
  onnx.makeModel(
    modelOf({
      nodes: [
        onnx.makeNode('Concat', ['div_34', 'div_34'], [promotions], [{ name: 'axis', int: 1 }]),
        onnx.makeNode('Reshape', [promotions, 'shape'], ['promotions']),
        // Root mean square norm
        onnx.makeNode('Mul', ['x', 'x'], ['squared']),
        onnx.makeNode('ReduceMean', ['squared', 'last_axis'], ['mean']),
        onnx.makeNode('Add', ['mean', 'epsilon'], ['above_zero']),
        onnx.makeNode('Sqrt', ['above_zero'], ['root']),
        onnx.makeNode('Div', ['x', 'root'], ['divided']),
        onnx.makeNode('Mul', ['divided', 'weight'], ['normed']),
        // Gelu, the two ways it is exported
        onnx.makeNode('Div', ['x', 'root_two'], ['scaled']),
        onnx.makeNode('Erf', ['scaled'], ['erf']),
        onnx.makeNode('Add', ['erf', 'one'], ['erf_one']),
        onnx.makeNode('Mul', ['x', 'half'], ['x_half']),
        onnx.makeNode('Mul', ['x_half', 'erf_one'], ['gelu_half_first']),
        onnx.makeNode('Mul', ['half', 'erf_one'], ['erf_half']),
        onnx.makeNode('Mul', ['x', 'erf_half'], ['gelu_half_last']),
        onnx.makeNode('Neg', ['x'], ['logits_ponder']),
      ],
      tensors: [
        onnx.makeInt64s('shape', shape),
        onnx.makeInt64s('last_axis', [-1]),
        ...[floats('epsilon', 1), floats('weight', 1, 10), floats('root_two', Math.SQRT2)],
        ...[floats('one', 1), floats('half', 0.5)],
      ],
      inputs: [value('div_34', 1, 64, 64), value('mul_52', 1, 8, 4), value('x', 1, 2)],
      outputs: [
        value('promotions', 1, 256),
        ...['normed', 'gelu_half_first', 'gelu_half_last', 'logits_ponder'].map(name => value(name, 1, 2)),
      ],
    }),
  );

describe('the rewritten Maia-3', () => {
  it('says the same in fewer nodes, for two positions at once', async () => {
    const model = rewriteMaia3(miniature(), new Uint8Array());
    const ops = onnx.parseModel(model).graph.nodes.map(({ op }) => op);
    expect(ops.filter(op => op === 'Gelu')).toHaveLength(2);
    expect(ops).toContain('SimplifiedLayerNormalization');
    for (const gone of ['Concat', 'Erf', 'Sqrt', 'Neg']) expect(ops).not.toContain(gone);

    const fromTo = Array.from({ length: 2 * 64 * 64 }, (_, index) => index % 5000);
    const pieces = Array.from({ length: 2 * 8 * 4 }, (_, index) => index / 64);
    const outputs = await run(model, {
      div_34: { data: fromTo, dims: [2, 64, 64] },
      mul_52: { data: pieces, dims: [2, 8, 4] },
      x: { data: [1, -1, 0, 2], dims: [2, 2] },
    });
    // The score of a promotion is that of the plain push or capture, plus that of target file and piece.
    const expected = [0, 1].flatMap(batch =>
      Array.from({ length: 256 }, (_, index) => {
        const [from, to, piece] = [index >> 5, (index >> 2) & 7, index & 3];
        const push = fromTo[batch * 4096 + (48 + from) * 64 + 56 + to] ?? Number.NaN;
        return push + (pieces[batch * 32 + to * 4 + piece] ?? Number.NaN);
      }),
    );
    expect(Object.keys(outputs)).not.toContain('logits_ponder');
    expect(outputs.promotions?.data).toEqual(Float32Array.from(expected));
    // x / sqrt(mean(x²) + 1) · [1, 10]: means 1 and 2
    const normed = [1 / Math.sqrt(2), -10 / Math.sqrt(2), 0, 20 / Math.sqrt(3)];
    // x · Φ(x), with Φ(1) = 0.841345 and Φ(2) = 0.977250 from any table of the normal distribution
    const gelu = [0.841345, -0.158655, 0, 2 * 0.97725];
    for (const [name, numbers] of Object.entries({ normed, gelu_half_first: gelu, gelu_half_last: gelu }))
      numbers.forEach((number, index) => {
        expect(outputs[name]?.data[index]).toBeCloseTo(number, 4);
      });
  });

  it('is not made of a file that is not Maia-3', () => {
    expect(() => rewriteMaia3(miniature([2, 256]), new Uint8Array())).toThrow('does not start with batch size 1');
    expect(() => rewriteMaia3(miniature([1, 256], 'cat_2'), new Uint8Array())).toThrow('no promotion head');
  });
});
