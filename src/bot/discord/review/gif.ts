import { gameGif } from '../../../render/animation.ts';
import type { GameScene } from '../../../render/frames.ts';
import type { Reply } from '../core/reply.ts';

const ANIMATION = 'game.gif';

/**
 * A game as an animation. It takes ten milliseconds a move, between which others are served; only one is drawn at a time,
 * or else a hundred that are wanted at once would leave nobody else a turn.
 */
export async function gifReply(scene: GameScene, signal?: AbortSignal): Promise<Reply> {
  const { gif, alt } = await inTurn(() => gameGif(scene, undefined, { signal }));
  return { files: [{ name: ANIMATION, bytes: gif, alt }] };
}

let before: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const own = before.then(work);
  // Whoever wanted it hears of what went wrong; for the next one it is only over.
  before = own.catch(() => undefined);
  return own;
}
