import type { Color } from 'chessops/types';
import type { ReviewReport } from '../../../analysis/review/report.ts';
import { playUci, RESULTS } from '../../../chess/game.ts';
import { parsePosition } from '../../../chess/position.ts';
import { reviewedScene } from '../../../present/game-scene.ts';
import { namesOf, ratingOf, titleOf } from '../../../present/review-game.ts';
import { gameGif } from '../../../render/animation.ts';
import type { GameScene } from '../../../render/frames.ts';
import { h } from '../dom.ts';

/** Pixels of the board's edge: for chats, not for walls. */
const GIF_SIZE = 360;

/** Buttons for what can be taken away: the annotated game, and an animation of it as the board stands. */
export function fileButtons(report: ReviewReport, pgn: string, side: () => Color, signal: AbortSignal): HTMLElement[] {
  const name = fileName(report);
  const text = h(
    'button',
    { type: 'button', click: () => download(`${name}.pgn`, 'application/x-chess-pgn', pgn) },
    'Download PGN',
  );
  const scene = sceneOf(report);
  return scene ? [text, gifButton(`${name}.gif`, () => ({ ...scene, orientation: side() }), signal)] : [text];
}

const GIF = 'Download GIF';

/** It takes a while, says how far it is, and can be stopped with another click. */
function gifButton(name: string, scene: () => GameScene, signal: AbortSignal): HTMLElement {
  let stop: AbortController | undefined;
  const make = async () => {
    if (stop) return stop.abort();
    const asked = new AbortController();
    stop = asked;
    const progress = (done: number, of: number) => {
      button.textContent = `Stop (${Math.round((100 * done) / of)} %)`;
    };
    progress(0, 1);
    let said = GIF;
    try {
      const { gif } = await gameGif(scene(), undefined, { signal: asked.signal, progress });
      download(name, 'image/gif', gif);
    } catch (error) {
      if (!asked.signal.aborted) {
        said = 'No GIF: this browser cannot draw it';
        console.error(error);
      }
    }
    stop = undefined;
    button.textContent = said;
  };
  const button = h('button', { type: 'button', click: make }, GIF);
  signal.addEventListener('abort', () => stop?.abort());
  return button;
}

function sceneOf(report: ReviewReport): GameScene | undefined {
  const start = parsePosition(report.start);
  const game =
    start.ok &&
    playUci(
      start.value,
      report.plies.map(({ uci }) => uci),
    );
  if (!game) return undefined;
  const seen = {
    game,
    names: namesOf(report),
    titles: { white: titleOf(report, 'white'), black: titleOf(report, 'black') },
    ratings: { white: ratingOf(report, 'white'), black: ratingOf(report, 'black') },
    notes: [],
    result: RESULTS.find(one => one === report.headers.Result),
  };
  const isEvaluated = report.plies.some(({ score }) => score);
  return { ...reviewedScene(seen, report), size: GIF_SIZE, bar: isEvaluated ? 'winrate' : 'none' };
}

/** `alice-bob`: what every system takes for a name. */
function fileName(report: ReviewReport): string {
  const { white, black } = namesOf(report);
  const plain = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return [white, black].map(plain).filter(Boolean).join('-') || 'game';
}

/** Lets the browser save a file that was made in the page. */
function download(name: string, type: string, content: string | Uint8Array): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  h('a', { href: url, download: name }).click();
  // The browser has it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
