import { gameGif } from '../../../render/animation.ts';
import type { GameScene } from '../../../render/frames.ts';
import type { Reply } from '../reply.ts';

const ANIMATION = 'game.gif';

/** A game as an animation. Others are served between its pictures. */
export async function gifReply(scene: GameScene, signal?: AbortSignal): Promise<Reply> {
  const { gif, alt } = await gameGif(scene, undefined, signal);
  return { files: [{ name: ANIMATION, bytes: gif, alt }] };
}
