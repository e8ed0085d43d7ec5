import type { Color } from 'chessops/types';
import { current } from '../src/chess/game.ts';
import { cp, mate } from '../src/chess/score.ts';
import { shortScore } from '../src/chess/words.ts';
import { chartScene, expectedScene, treeScene } from '../src/present/expected-scenes.ts';
import { gameGif } from '../src/render/animation.ts';
import { boardPicture } from '../src/render/board-picture.ts';
import { chartPicture, expectedPicture } from '../src/render/chart.ts';
import { GLYPHS } from '../src/render/glyphs.ts';
import { historyPicture } from '../src/render/history.ts';
import { PLACEMENTS, SCALES, type Scene, SIZE, sceneOf } from '../src/render/scene.ts';
import { treePicture } from '../src/render/tree.ts';
import { type Exhibit, everyLook, everySide, type Look, type Section } from './exhibit.ts';
import { CARO_KANN, REPORT } from './report.ts';
import {
  EVERGREEN,
  EVERGREEN_NOTES,
  EVERGREEN_PHASES,
  EVERGREEN_PLAYERS,
  EVERGREEN_POINTS,
  lastStep,
  POSITIONS,
  SCHOLARS_TREE,
  square,
  step,
  waves,
} from './samples.ts';

/** The kinds of pictures, as they are meant to look. */

const USUAL: Look = { theme: 'brown', surroundings: 'dark' };

/** Where White gives up the queen. */
const SACRIFICE = 41;

function gameScene(look: Pick<Scene, 'theme' | 'surroundings' | 'orientation' | 'size'>): Scene {
  const note = EVERGREEN_NOTES[SACRIFICE - 1];
  const before = EVERGREEN_NOTES[SACRIFICE - 2];
  const position = EVERGREEN.positions[SACRIFICE] ?? current(EVERGREEN);
  return sceneOf(position, {
    ...look,
    lastMove: lastStep(EVERGREEN, SACRIFICE),
    badges: [{ square: square('d7'), glyph: '!!' }],
    bar: { value: { kind: 'score', score: note?.score ?? cp(0) } },
    players: {
      white: { ...EVERGREEN_PLAYERS.white, clock: note?.clock ?? 0 },
      black: { ...EVERGREEN_PLAYERS.black, clock: before?.clock ?? 0 },
    },
    arrows: [{ ...step('e8d7'), number: 1 }],
    caption: '21. Qxd7+!! gives up the queen for a mate in three.',
  });
}

const reportPicture = (look: Look, orientation: Color = REPORT.player, size: number = SIZE.usual) =>
  expectedPicture({ ...expectedScene(REPORT, CARO_KANN, { ...look, size }), orientation }, chartScene(REPORT, look));

const evergreenGraph = (look: Look, width?: number) =>
  historyPicture({
    ...look,
    points: EVERGREEN_POINTS,
    phases: EVERGREEN_PHASES,
    players: EVERGREEN_PLAYERS,
    selected: SACRIFICE,
    title: 'The Evergreen Game, Berlin 1852',
    ...(width === undefined ? {} : { width }),
  });

const candidateTree = (look: Look, candidate = REPORT.moves[0], width?: number) => {
  if (!candidate) throw new Error('the report has no moves');
  return treePicture({
    ...treeScene(REPORT, CARO_KANN, candidate, look),
    ...(width === undefined ? {} : { width }),
  });
};

/** For a page that is read on screens: nobody needs more, and everybody has to load it. */
const README_BOARD = 600;
/** The move that looks playable to an engine and is not to people. */
const RISKY = REPORT.moves.find(({ san }) => san === 'Qa5+');

/** The three that stand in the README; docs/pictures has copies. */
const best: Exhibit[] = [
  { name: 'expected', draw: () => reportPicture(USUAL, REPORT.player, README_BOARD) },
  { name: 'history', draw: () => evergreenGraph(USUAL) },
  { name: 'tree', draw: () => candidateTree(USUAL, RISKY) },
];

const board = {
  name: 'board',
  title: 'Boards',
  about: 'A move of a game: last move, check, badge, arrow, players, clocks, material, evaluation bar, caption.',
  exhibits: everySide('board', look => boardPicture(gameScene(look))),
};

const details: Exhibit[] = [
  { name: 'board-alone', draw: () => boardPicture(sceneOf(POSITIONS.endgame)) },
  { name: 'board-360', draw: () => boardPicture(gameScene({ ...USUAL, size: SIZE.min })) },
  { name: 'board-1080', draw: () => boardPicture(gameScene({ ...USUAL, size: SIZE.max })) },
  ...(['dark', 'light'] as const).map(surroundings => ({
    name: `board-preview-${surroundings}`,
    draw: () => boardPicture({ ...gameScene({ ...USUAL, surroundings }), preview: 4 }),
  })),
  ...(['white', 'black'] as const).map(orientation => ({
    name: `board-badges-${orientation}`,
    // On all four edges and in the corners, where there is least room.
    draw: () =>
      boardPicture(
        sceneOf(current(EVERGREEN), {
          orientation,
          badges: ['a8', 'h8', 'a1', 'h1', 'h5', 'd8', 'd1', 'e4'].map((name, index) => ({
            square: square(name),
            glyph: GLYPHS[index % GLYPHS.length] ?? '!',
          })),
        }),
      ),
  })),
  ...(['white', 'black'] as const).map(orientation => ({
    name: `board-arrows-${orientation}`,
    draw: () =>
      boardPicture(
        sceneOf(POSITIONS.crossroads, {
          orientation,
          selected: [square('d5')],
          arrows: ['c4d5', 'c3d5', 'd8d5', 'f6d5', 'e6d5', 'd1d3', 'b2b7'].map((uci, index) => ({
            ...step(uci),
            number: index + 1,
            width: 1 - index / 7,
            colour: (['green', 'blue', 'yellow', 'red', 'purple', 'grey', 'green'] as const)[index] ?? 'green',
          })),
        }),
      ),
  })),
];

const BAR_SCORES = [cp(0), cp(35), cp(-120), cp(350), cp(-1234), mate(3), mate(-12)];

const bars: Exhibit[] = PLACEMENTS.flatMap(placement =>
  SCALES.flatMap(scale =>
    BAR_SCORES.map(score => ({
      name: `bar-${placement}-${scale}-${shortScore(score)}`,
      draw: () =>
        boardPicture(
          sceneOf(POSITIONS.endgame, {
            size: SIZE.min,
            orientation: scale === 'linear' ? 'black' : 'white',
            bar: { value: { kind: 'score', score }, scale, placement },
          }),
        ),
    })),
  ),
);

const wavePhases = [
  { phase: 'opening', from: 1, to: 22 },
  { phase: 'middlegame', from: 23, to: 70 },
  { phase: 'endgame', from: 71, to: 96, type: 'Rook + Minor Piece' },
] as const;

const graphs: Exhibit[] = [
  ...everyLook('graph', look => evergreenGraph(look)),
  ...everyLook('graph-clocks', look =>
    historyPicture({
      ...look,
      points: waves(96),
      phases: wavePhases,
      players: {
        white: { name: 'quiet_bishop', title: 'FM', rating: 2312 },
        black: { name: 'RookLiftEnjoyer', rating: 2287 },
      },
      caption: 'Rapid, 15+10: a game that nobody played.',
    }),
  ),
  { name: 'graph-400', draw: () => evergreenGraph(USUAL, 400) },
];

const trees: Exhibit[] = [
  ...everyLook('tree', look => candidateTree(look)),
  ...everyLook('tree-scholar', look =>
    treePicture({ ...look, player: 'white', moveNumber: 3, winrate: 0.41, coverage: 0.83, root: SCHOLARS_TREE }),
  ),
  { name: 'tree-risk-light', draw: () => candidateTree({ ...USUAL, surroundings: 'light' }, RISKY) },
  { name: 'tree-400', draw: () => candidateTree(USUAL, REPORT.moves[0], 400) },
  { name: 'tree-1600', draw: () => candidateTree(USUAL, REPORT.moves[0], 1600) },
];

/** The end of the game: few moves, so that all looks can be made. */
const finish = {
  game: { positions: EVERGREEN.positions.slice(36), moves: EVERGREEN.moves.slice(36) },
  notes: EVERGREEN_NOTES.slice(36),
  players: EVERGREEN_PLAYERS,
};

const animations: Exhibit[] = [
  {
    name: 'game',
    draw: () =>
      gameGif({ ...USUAL, game: EVERGREEN, notes: EVERGREEN_NOTES, players: EVERGREEN_PLAYERS, delay: 'clock' }),
  },
  ...everySide('finish', look => gameGif({ ...look, ...finish, size: SIZE.min })),
];

export const KINDS: readonly Section[] = [
  { name: 'best', title: 'The best three', about: 'They stand in the README.', exhibits: best },
  board,
  {
    name: 'details',
    title: 'Board details',
    about: 'Sizes, previews, badges on edges, arrows that meet.',
    exhibits: details,
  },
  {
    name: 'bars',
    title: 'Evaluation bars',
    about: 'On the smallest board; the linear ones with Black at the bottom.',
    exhibits: bars,
  },
  {
    name: 'expected',
    title: 'Expected win rate',
    about: 'Board and chart in one picture.',
    exhibits: everySide('expected', ({ orientation, ...look }) => reportPicture(look, orientation)),
  },
  {
    name: 'charts',
    title: 'Charts',
    about: 'Candidates as bars.',
    exhibits: everyLook('chart', look =>
      chartPicture({ ...chartScene(REPORT, look), title: 'Black to move, rated 1500' }),
    ),
  },
  { name: 'graphs', title: 'Evaluation graphs', about: 'Win rate over the moves of a game.', exhibits: graphs },
  { name: 'trees', title: 'Trees', about: 'How people go on after a candidate.', exhibits: trees },
  { name: 'animations', title: 'Animations', about: 'Games as GIFs.', exhibits: animations },
];
