import { current, gameFrom } from '../src/chess/game.ts';
import { legalMoves, sanOf } from '../src/chess/position.ts';
import { cp, mate } from '../src/chess/score.ts';
import { chartScene, expectedScene } from '../src/present/expected-scenes.ts';
import { gameGif } from '../src/render/animation.ts';
import { boardPicture } from '../src/render/board-picture.ts';
import { chartPicture, expectedPicture } from '../src/render/chart.ts';
import type { ChartCandidate } from '../src/render/chart-scene.ts';
import { historyPicture } from '../src/render/history.ts';
import type { PhaseBand } from '../src/render/history-scene.ts';
import { type Player, type Scene, SIZE, sceneOf } from '../src/render/scene.ts';
import { treePicture } from '../src/render/tree.ts';
import type { Exhibit, Section } from './exhibit.ts';
import { positionOf } from './game.ts';
import { CARO_KANN, REPORT } from './report.ts';
import { bush, EVERGREEN, EVERGREEN_PLAYERS, INSTANT_POINTS, lastStep, POSITIONS, waves } from './samples.ts';

/** What people and positions bring along that nobody thinks of. */

export const ODD_NAMES = {
  emoji: '🔥🏴‍☠️👨‍👩‍👧‍👦 Läufer 🧠 x',
  hebrew: 'שחקן שחמט מצוין!',
  arabic: 'لاعب شطرنج ماهر ١',
  markdown: '**bold** _it_ `x`',
  long: 'Maximiliana Featherstonehaugh-Cholmondeley von und zu Liechtenstein'.slice(0, 60),
  wide: 'W'.repeat(60),
} as const;

const CROWDED: Pick<Player, 'title' | 'rating' | 'clock'> = { title: 'WGM', rating: 3129, clock: 36_000 };

const named = (name: string, opponent: string, size: number): Scene => {
  // Both sides have men that the other has not, so that the strips are as full as they get.
  const position = positionOf('1nb1k3/8/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1');
  return sceneOf(position, {
    size,
    players: {
      white: { name, ...CROWDED, points: '1' },
      black: { name: opponent, ...CROWDED, clock: 9.4, points: '0' },
    },
    bar: { value: { kind: 'score', score: cp(1234) } },
    caption: `${name} – ${opponent}: a caption that goes on for longer than two lines have room for, and then for some more`,
  });
};

const names: Exhibit[] = (
  [
    ['emoji-markdown', ODD_NAMES.emoji, ODD_NAMES.markdown],
    ['right-to-left', ODD_NAMES.hebrew, ODD_NAMES.arabic],
    ['sixty-characters', ODD_NAMES.long, ODD_NAMES.wide],
  ] as const
).flatMap(([name, white, black]) => [
  ...[SIZE.min, SIZE.usual].map(size => ({
    name: `odd-names-${name}-${size}`,
    draw: () => boardPicture(named(white, black, size)),
  })),
  {
    name: `odd-names-${name}-graph`,
    draw: () =>
      historyPicture({
        points: waves(60),
        players: { white: { name: white, title: 'WGM', rating: 3129 }, black: { name: black, rating: 812 } },
        title: `${white} – ${black}`,
        caption: `${black} – ${white}, and a caption that is longer than one line has room for`,
      }),
  },
]);

const over = current(EVERGREEN);

const boards: Exhibit[] = [
  {
    name: 'odd-nine-queens',
    draw: () =>
      boardPicture(
        sceneOf(POSITIONS.nineQueens, {
          bar: { value: { kind: 'score', score: mate(2) } },
          players: { white: { name: 'Nine queens', clock: 61 }, black: { name: 'Two pawns', clock: 0 } },
        }),
      ),
  },
  {
    name: 'odd-mate-against',
    draw: () =>
      boardPicture(
        sceneOf(current(CARO_KANN), { size: SIZE.min, bar: { value: { kind: 'score', score: mate(-12) } } }),
      ),
  },
  {
    name: 'odd-checkmate',
    draw: () =>
      boardPicture(
        sceneOf(over, {
          lastMove: lastStep(EVERGREEN, EVERGREEN.moves.length),
          bar: { value: { kind: 'result', outcome: 'checkmate', turn: over.turn } },
          players: {
            white: { ...EVERGREEN_PLAYERS.white, points: '1' },
            black: { ...EVERGREEN_PLAYERS.black, points: '0' },
          },
        }),
      ),
  },
  {
    name: 'odd-stalemate',
    draw: () =>
      boardPicture(
        sceneOf(POSITIONS.stalemate, {
          orientation: 'black',
          bar: { value: { kind: 'result', outcome: 'stalemate', turn: 'black' } },
          players: { white: { name: 'Generous', points: '½' }, black: { name: 'Lucky', points: '½' } },
        }),
      ),
  },
  {
    name: 'odd-expected-over',
    draw: () => {
      const report = {
        ...REPORT,
        player: over.turn,
        ending: 'checkmate',
        rootWinrate: null,
        moves: [],
        rejected: [],
      } as const;
      const look = { theme: 'brown', surroundings: 'dark' } as const;
      return expectedPicture(
        expectedScene({ ...report, moves: [], rejected: [] }, EVERGREEN, { ...look, size: SIZE.usual }),
        chartScene({ ...report, moves: [], rejected: [] }, look),
      );
    },
  },
];

const LONG_PHASES: PhaseBand[] = [
  { phase: 'opening', from: 1, to: 18 },
  { phase: 'middlegame', from: 19, to: 60 },
  { phase: 'endgame', from: 61, to: 96, type: 'Queen + Two Minor Piece' },
  { phase: 'endgame', from: 97, to: 110, type: 'Transitional' },
  { phase: 'endgame', from: 111, to: 300, type: 'Rook' },
];

const players = { white: { name: 'Ivan', rating: 2400 }, black: { name: 'Goran', rating: 2450 } };

const graphs: Exhibit[] = [
  {
    name: 'odd-graph-300-plies',
    draw: () => historyPicture({ points: waves(300), phases: LONG_PHASES, players, selected: 287 }),
  },
  {
    name: 'odd-graph-300-plies-400',
    draw: () => historyPicture({ points: waves(300), phases: LONG_PHASES, players, selected: 287, width: 400 }),
  },
  { name: 'odd-graph-no-moves', draw: () => historyPicture({ points: [{ ply: 0, winrate: 0.52 }], players }) },
  { name: 'odd-graph-one-move', draw: () => historyPicture({ points: waves(1), players }) },
  {
    name: 'odd-graph-gaps',
    draw: () =>
      historyPicture({
        points: INSTANT_POINTS.map(point => (point.ply % 16 > 10 ? { ...point, winrate: null } : point)),
        caption: 'The instant evaluator, where anybody has looked.',
      }),
  },
];

const start = current(gameFrom());
const MANY: ChartCandidate[] = legalMoves(start).map(({ move }, index) => ({
  san: sanOf(start, move),
  expected: 0.55 - index / 400,
  winrate: 0.53 - index / 300,
  human: 0.5,
  maia: 0.3 / (index + 1),
  trap: index % 3 === 0 ? 0.4 : 0,
  risk: index % 4 === 0 ? 0.3 : 0,
}));
const LONELY: ChartCandidate = { ...(MANY[0] as ChartCandidate), san: 'Kxh2', expected: 0.003, winrate: 0, maia: 1 };

const charts: Exhibit[] = [
  { name: 'odd-chart-none', draw: () => chartPicture({ player: 'white', candidates: [] }) },
  { name: 'odd-chart-one', draw: () => chartPicture({ player: 'black', candidates: [LONELY] }) },
  {
    name: 'odd-chart-many',
    draw: () => chartPicture({ player: 'white', candidates: MANY, title: 'Twenty candidates' }),
  },
  { name: 'odd-chart-many-400', draw: () => chartPicture({ player: 'white', candidates: MANY, width: 400 }) },
  {
    name: 'odd-chart-extremes',
    draw: () =>
      chartPicture({
        player: 'white',
        candidates: [
          { ...LONELY, san: 'exd8=Q+', expected: 1, winrate: 1, maia: 0.004, trap: 1, risk: 0 },
          { ...LONELY, san: 'Qa1xb2+', expected: 0.97, winrate: 0.99, human: null, trap: 0.2, risk: 0.9 },
          { ...LONELY, san: 'O-O-O', expected: 0, winrate: null, maia: null },
        ],
        caption: 'A caption that is far too long for one line, as somebody will surely write one some day',
      }),
  },
];

const trees: Exhibit[] = [
  {
    name: 'odd-tree-one-node',
    draw: () =>
      treePicture({
        player: 'white',
        moveNumber: 24,
        root: { san: 'Bxe7#', mover: 'player', probability: 1, expected: 1, terminal: 'checkmate', children: [] },
      }),
  },
  {
    name: 'odd-tree-huge',
    draw: () => treePicture({ player: 'white', moveNumber: 1, winrate: 0.52, coverage: 0.9, root: bush(6, 4) }),
  },
  {
    name: 'odd-tree-wide',
    draw: () =>
      treePicture({
        player: 'white',
        moveNumber: 1,
        winrate: 0.52,
        coverage: 0.9,
        root: bush(2, 20),
        surroundings: 'light',
      }),
  },
];

const animations: Exhibit[] = [
  {
    name: 'odd-game-no-moves',
    draw: () => gameGif({ game: gameFrom(), players: { white: { name: 'Nobody' }, black: { name: 'Nobody else' } } }),
  },
];

export const ODD: Section = {
  name: 'odd',
  title: 'Odd input',
  about: 'Nothing overlaps, nothing is cut off; text that is too long ends in an ellipsis.',
  exhibits: [...names, ...boards, ...graphs, ...charts, ...trees, ...animations],
};
