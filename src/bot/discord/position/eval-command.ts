import type { EvalReport } from '../../../analysis/eval.ts';
import { current, type Game } from '../../../chess/game.ts';
import { historyOf, outcomeOf } from '../../../chess/history.ts';
import { resultWords, scoreWords } from '../../../chess/words.ts';
import { commandWords } from '../../../present/catalogue/localized.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { gameInput } from '../../../service/jobs.ts';
import type { Session } from '../core/context.ts';
import { type BotContext, EVERYWHERE, type SlashCommand } from '../core/context.ts';
import { askedPosition, positionOption } from '../core/input.ts';
import { runJob } from '../core/jobs.ts';
import type { Reply } from '../core/reply.ts';

/** Half a second on one core, and more than most questions need. */
const DEPTH = 15;

export const evalCommand: SlashCommand = {
  description: { ...commandWords('eval'), options: [positionOption('eval')], ...EVERYWHERE },
  async run(asked, session, context, { user }) {
    const { game } = await askedPosition(asked, session, context);
    return evaluationReply(game, user, session, context);
  },
};

/** Who stands better, in one line. */
export async function evaluationReply(game: Game, user: string, session: Session, context: BotContext): Promise<Reply> {
  const job = {
    kind: 'eval' as const,
    input: gameInput(game),
    params: { limit: { kind: 'depth' as const, depth: DEPTH }, multipv: 1, deterministic: false },
    cache: true,
  };
  return { content: line(game, await runJob(job, user, session, context), session.voice) };
}

function line(game: Game, { score, best, engine, depth }: EvalReport, voice: Voice): string {
  const { turn } = current(game);
  const outcome = outcomeOf(historyOf(game));
  if (outcome) return `${resultWords(outcome, turn, voice)}.`;
  if (!score) return voice.say('eval.nothing');
  const [short, verdict] = scoreWords(score, voice);
  const words = verdict ? `**${short}**: ${verdict}.` : `**${short}**.`;
  const move = best && voice.say('eval.best', { side: voice.say(`color.${turn}`), move: `**${best.san}**` });
  return [words, move, voice.say('eval.by', { engine: engine ?? 'Stockfish', depth })].filter(Boolean).join(' ');
}
