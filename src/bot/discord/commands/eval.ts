import type { EvalReport } from '../../../analysis/eval.ts';
import { current, type Game } from '../../../chess/game.ts';
import { outcomeOf, trailOf } from '../../../chess/trail.ts';
import { capital, resultWords, tooltip, verdictOf } from '../../../chess/words.ts';
import { type Command, EVERYWHERE, runJob } from './command.ts';
import { gameInput, POSITION_OPTION, readPosition } from './position.ts';

/** Half a second on one core, and more than most questions need. */
const DEPTH = 15;

export const evalCommand: Command = {
  description: {
    name: 'eval',
    description: 'Who stands better, in one line',
    options: [POSITION_OPTION],
    ...EVERYWHERE,
  },
  async run(asked, talk, kit) {
    const game = readPosition(asked.options.getString('position', true));
    const job = {
      kind: 'eval' as const,
      input: gameInput(game),
      params: { limit: { kind: 'depth' as const, depth: DEPTH }, multipv: 1, deterministic: false },
      cache: true,
    };
    return { content: line(game, await runJob(job, asked, talk, kit)) };
  },
};

function line(game: Game, { score, best, engine, depth }: EvalReport): string {
  const { turn } = current(game);
  const outcome = outcomeOf(trailOf(game));
  if (outcome) return `${resultWords(outcome, turn)}.`;
  if (!score) return 'Stockfish has no opinion about this position.';
  const [short, verdict] = [tooltip(score), verdictOf(score)];
  const words = short === verdict ? `**${short}**.` : `**${short}**: ${verdict}.`;
  const move = best ? ` ${capital(turn)}'s best move is **${best.san}**.` : '';
  return `${words}${move} (${engine}, depth ${depth})`;
}
