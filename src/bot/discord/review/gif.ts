import { Limiter } from '../../../base/limiter.ts';
import { gameGif } from '../../../render/animation.ts';
import type { GameScene } from '../../../render/frames.ts';
import type { Reply } from '../core/reply.ts';

const ANIMATION = 'game.gif';

/** A move takes ten milliseconds to draw. Other work is done between two moves, but not beside a hundred animations. */
const drawing = new Limiter(1);

/** A game as an animation. */
export async function gifReply(scene: GameScene, signal?: AbortSignal): Promise<Reply> {
  const { gif, alt } = await drawing.run(0, () => gameGif(scene, undefined, { signal }));
  return { files: [{ name: ANIMATION, bytes: gif, alt }] };
}
