import type { ReviewReport } from '../../../analysis/review/report.ts';
import { headlines, momentsTitle } from '../../../present/review-game.ts';
import { numbered } from '../../../present/review-move.ts';
import { reviewWords, sourceWords } from '../../../present/review-words.ts';
import type { PageData } from '../../protocol.ts';
import { BoardView, PreviewBoard } from '../board.ts';
import { h, tied } from '../dom.ts';
import { type PageOptions, toolsOf } from '../tools.ts';
import { ChancesBar, PlayerStrips } from './board-frame.ts';
import { fileButtons } from './downloads.ts';
import { ChancesGraph, marksLegend } from './graph.ts';
import { MoveCard, peopleMoves } from './move-card.ts';
import { fenAt, lineInstead, mistakeFrom, percentAt, plyAt, valueAt } from './plies.ts';
import { commentsIn, ScoreSheet } from './score-sheet.ts';
import { phaseSentences, phaseTable, playersTable } from './tables.ts';

/** The game in sentences: what decided it, and what to take away. A moment leads to its move. */
function wordsOf(report: ReviewReport, go: (ply: number) => void): HTMLElement | false {
  const { clock, moments, praise, lessons } = reviewWords(report);
  const decided = [
    ...clock.map(sentence => h('li', {}, tied(sentence))),
    ...moments.map((sentence, index) => {
      const ply = report.moments[index]?.ply ?? 0;
      return h('li', {}, h('button', { type: 'button', class: 'moment', click: () => go(ply) }, tied(sentence)));
    }),
    ...praise.map(sentence => h('li', {}, tied(sentence))),
  ];
  const told = [
    part(momentsTitle(report), decided),
    part(
      'To take away',
      lessons.map(one => h('li', {}, tied(one))),
    ),
  ];
  if (told.every(one => !one)) return false;
  return h('section', { class: 'words', 'aria-label': 'The game in words' }, ...told);
}

const part = (title: string, items: readonly HTMLElement[]): HTMLElement | false =>
  items.length > 0 && h('div', { class: 'panel' }, h('h2', {}, title), h('ul', {}, ...items));

/** Moves of a line that can be stepped through. */
const LONGEST = 12;
const ARROWS = 3;

const KEYS = [
  ['← →', 'the move before, the next move'],
  ['Home End', 'the start, the end'],
  ['[ ]', 'the mistake or inaccuracy before, the next one; in the graph and among the moves also ↑ ↓'],
  ['b', 'the best line'],
  ['p', 'what people play'],
] as const;

/** What the board looks at instead of the game: a step of the best line, or what people play. */
type Away = { kind: 'line'; step: number } | { kind: 'people' };

type Reviewed = Omit<Extract<PageData, { kind: 'review' }>, 'kind'>;

/** A game to step through: the board, the curve, the moves, and what could have been played. */
export function reviewPage(
  { report, pgn, side = 'white' }: Reviewed,
  { signal = new AbortController().signal, params }: PageOptions = {},
): HTMLElement {
  const last = report.plies.length;
  const isEvaluated = report.plies.some(({ winPercent }) => winPercent !== null);
  const comments = commentsIn(pgn);
  let ply = 0;
  let away: Away | undefined;

  const show = () => {
    const played = plyAt(report, ply);
    const before = { fen: fenAt(report, ply - 1), last: plyAt(report, ply - 1)?.uci };
    const at = away ? ply - 1 : ply;
    bar.show(percentAt(report, at), valueAt(report, at));
    strips.show(at);
    graph.show(ply);
    sheet.show(ply);
    card.show(ply, away?.kind);
    if (away?.kind === 'line' && played) {
      const steps = lineInstead(report, played).slice(0, LONGEST);
      const step = steps[away.step];
      const names = steps.map(({ san }) => san);
      previewBoard.showPreview({
        ...(step ? { fen: step.fen, last: step.uci } : before),
        ribbon: `Preview: the best line, ${away.step + 1} of ${steps.length}`,
        steps: steps.map(({ san }, index) => ({
          text: index === 0 ? numbered(played, names.slice(0, 1)) : san,
          go: () => goLine(index),
        })),
        at: away.step,
      });
    } else if (away && played)
      previewBoard.showPreview({
        ...before,
        arrows: peopleMoves(played)
          .slice(0, ARROWS)
          .map(({ uci }) => uci),
        ribbon: `Preview: before ${numbered(played)}`,
      });
    else
      previewBoard.showOwn(
        { fen: fenAt(report, ply), last: played?.uci },
        played ? `After ${numbered(played)}` : 'The start',
      );
  };
  const go = (to: number) => {
    ply = Math.max(0, Math.min(last, to));
    if (away?.kind === 'line' || !plyAt(report, ply)?.maia) away = undefined;
    show();
  };
  const goLine = (step: number) => {
    away = { kind: 'line', step };
    show();
  };
  const toggle = (kind: Away['kind']) => {
    const played = plyAt(report, ply);
    if (!played || (kind === 'line' ? lineInstead(report, played).length === 0 : !played.maia)) return;
    away = away?.kind === kind ? undefined : kind === 'line' ? { kind, step: 0 } : { kind };
    show();
  };
  const leave = () => {
    away = undefined;
    show();
  };
  const back = () => {
    const looked = away?.kind;
    leave();
    if (looked) card.focus(looked);
  };
  /** Through the game, or through the line that is looked at. */
  const step = (by: -1 | 1) => {
    const played = plyAt(report, ply);
    if (away?.kind !== 'line' || !played) return go(ply + by);
    const most = Math.min(LONGEST, lineInstead(report, played).length) - 1;
    goLine(Math.max(0, Math.min(most, away.step + by)));
  };
  const goMistake = (direction: -1 | 1) => {
    const found = mistakeFrom(report, ply, direction);
    if (found !== undefined) go(found);
  };

  const board = new BoardView(side, signal);
  const bar = new ChancesBar();
  const strips = new PlayerStrips(report);
  const graph = new ChancesGraph(report, go);
  const sheet = new ScoreSheet(report, comments, go);
  const card = new MoveCard(report, comments, { line: () => toggle('line'), people: () => toggle('people') });
  const previewBoard = new PreviewBoard(
    board,
    { text: 'Back to the game', go: back },
    ...strips.elements,
    ...(isEvaluated ? [bar.element] : []),
  );
  const press = ({ key, target }: KeyboardEvent): boolean => {
    const isOwn = target instanceof Element && target.closest('.graph, .sheet') !== null && !target.closest('.said');
    const does: Record<string, () => void> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => go(0),
      End: () => go(last),
      '[': () => goMistake(-1),
      ']': () => goMistake(1),
      b: () => toggle('line'),
      p: () => toggle('people'),
      ...(isOwn ? { ArrowUp: () => goMistake(-1), ArrowDown: () => goMistake(1) } : {}),
    };
    const found = does[key.length === 1 ? key.toLowerCase() : key];
    found?.();
    return found !== undefined;
  };
  const tools = toolsOf({
    keys: KEYS,
    flip: () => previewBoard.flip(),
    preview: { isAway: () => away !== undefined, stays: '.side, .sheet, .graph, .moment', leave, back },
    press,
  });
  const button = (text: string, name: string, click: () => void) =>
    h('button', { type: 'button', 'aria-label': name, title: name, click }, text);
  const steps = h(
    'div',
    { class: 'steps', role: 'group', 'aria-label': 'Through the game' },
    button('«', 'To the start', () => go(0)),
    button('‹', 'One move back', () => step(-1)),
    button('›', 'Next move', () => step(1)),
    button('»', 'To the end', () => go(last)),
    isEvaluated && button('‹ ??', 'Mistake or inaccuracy before', () => goMistake(-1)),
    isEvaluated && button('?? ›', 'Next mistake or inaccuracy', () => goMistake(1)),
  );
  const [result, opening] = headlines(report);
  const [players, phases] = [playersTable(report), phaseTable(report)];
  const page = h(
    'main',
    { class: last > 0 ? 'review' : 'review alone' },
    h('header', {}, h('p', { class: 'kind' }, 'Game review'), h('h1', {}, result), opening && h('p', {}, opening)),
    params,
    h(
      'div',
      { class: 'columns' },
      h(
        'section',
        { class: 'side', 'aria-label': 'Board' },
        h('div', { class: 'stays' }, previewBoard.element, last > 0 && steps, previewBoard.line),
        card.element,
        h('div', { class: 'tools' }, ...tools.buttons, ...fileButtons(report, pgn, () => board.orientation, signal)),
      ),
      last > 0 &&
        h(
          'div',
          { class: 'reading' },
          isEvaluated &&
            h('section', { class: 'panel curve-panel', 'aria-label': 'The curve' }, graph.element, marksLegend()),
          wordsOf(report, go),
          h('section', { class: 'panel game', 'aria-label': 'The moves' }, sheet.element),
        ),
    ),
    (players || phases) &&
      h(
        'section',
        { class: 'panel tables', 'aria-label': 'Both players in numbers' },
        players,
        h('div', {}, phases, ...phaseSentences(report)),
      ),
    h('footer', {}, ...sourceWords(report).map(fact => h('span', {}, `${fact}.`))),
  );
  tools.listen(page, signal);
  show();
  return page;
}
