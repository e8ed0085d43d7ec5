import { ChildNode, type Game, Node, type PgnNodeData } from 'chessops/pgn';
import fc from 'fast-check';
import { type ParsedTree, parseTrees } from '../../../src/chess/pgn/parse.ts';

export type Tree = Game<PgnNodeData>;

export function treeOf(text: string): Tree {
  const [first] = parseTrees(text);
  if (!first) throw new Error('there is no game in it');
  return first.tree;
}

/** A tree on one line: `e4 $1 «best by test» [d4 d5] e5`. */
export function outline({ tree }: Pick<ParsedTree, 'tree'>): string {
  const quoted = (comments: readonly string[] = []) => comments.map(comment => `«${comment}»`);
  const move = ({ san, startingComments, nags = [], comments }: PgnNodeData) => [
    ...quoted(startingComments),
    san,
    ...nags.map(nag => `$${nag}`),
    ...quoted(comments),
  ];
  const rest = ({ children: [main, ...variations] }: Node<PgnNodeData>): string[] =>
    main
      ? [
          ...move(main.data),
          ...variations.map(one => `[${[...move(one.data), ...rest(one)].join(' ')}]`),
          ...rest(main),
        ]
      : [];
  return [...quoted(tree.comments), ...rest(tree.moves)].join(' ');
}

export const tagsOf = ({ headers }: Tree): Record<string, string> => Object.fromEntries(headers);

/** Whatever breaks parsers. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '{',
          '}',
          '(',
          ')',
          '[',
          ']',
          '"',
          '\\',
          ';',
          '%',
          '$1',
          '!?',
          '*',
          '1-0',
          ' ',
          '  ',
          '\t',
          'a',
          'e4',
          '1.',
        ],
        ...['\n', '\r', '\r\n', '\n\n', '\n%', '\n[White "x"]', '\n\n[Event "y"]\n\n', '\ufeff', '\u202e', 'אב', '\0'],
        ...['[%eval 0.17]', '[%clk 0:01:00]', '[%csl Gd4]', '[%x', '🙂', '\u2028', '\ud800'],
      ),
      { maxLength: 12 },
    )
    .map(parts => parts.join('')),
  fc.string({ minLength: 5000, maxLength: 5000, unit: fc.constantFrom('x', ' ', '}', '{', '\n', '"') }),
);

const sans = fc.constantFrom('e4', 'Nf3', 'Qh4xe1+', 'O-O', 'O-O-O#', 'exd8=N+', 'e2e4', 'Ke3', '--', 'N@f3', 'R1a3');
const some = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, fc.array(one, { maxLength: 3 }));
const nodes = fc.record({
  parent: fc.nat(1000),
  san: sans,
  startingComments: some(hostile),
  comments: some(hostile),
  nags: some(fc.nat(255)),
});

const FENS = ['8/8/8/4k3/8/8/4K3/R7 b - - 3 41', '8/8/8/4k3/8/8/4K3/R7 w - - 0 7', 'nonsense'];

/** Games with variations of any shape, legal or not. */
export const trees: fc.Arbitrary<Tree> = fc
  .record({
    headers: fc.array(
      fc.tuple(
        fc.constantFrom('White', 'Event', 'Result', 'Black', 'ECO', 'Annotator', 'WhiteElo', 'X-1', '9_a'),
        fc.oneof(hostile, fc.constantFrom('1-0', '1/2-1/2', '?')),
      ),
    ),
    fen: fc.option(fc.constantFrom(...FENS)),
    comments: some(hostile),
    list: fc.array(nodes, { maxLength: 25 }),
  })
  .map(({ headers, fen, comments, list }) => {
    const moves = new Node<PgnNodeData>();
    const all: Node<PgnNodeData>[] = [moves];
    for (const { parent, ...data } of list) {
      const node = new ChildNode<PgnNodeData>(data);
      // Half of the moves go on where the last one ended, so that lines get long.
      all[parent % 2 === 0 ? all.length - 1 : parent % all.length]?.children.push(node);
      all.push(node);
    }
    return {
      headers: new Map<string, string>([...headers, ...(fen === null ? [] : [['FEN', fen] as const])]),
      comments,
      moves,
    };
  });
