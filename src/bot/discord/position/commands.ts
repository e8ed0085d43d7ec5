import { ApplicationCommandOptionType } from 'discord.js';
import type { EvalReport } from '../../../analysis/eval.ts';
import { current, type Game } from '../../../chess/game.ts';
import { historyOf, outcomeOf } from '../../../chess/history.ts';
import { other } from '../../../chess/position.ts';
import { resultWords, scoreWords } from '../../../chess/words.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import { type Step, sceneOf } from '../../../render/scene.ts';
import { THEMES } from '../../../render/theme.ts';
import { gameInput } from '../../../service/jobs.ts';
import { type BotContext, jobOptions, type Session, type SlashCommand } from '../core/context.ts';
import { choiceOption, described, positionOption } from '../core/description.ts';
import { askedPosition } from '../core/input.ts';
import type { Reply } from '../core/reply.ts';

/** Half a second on one core, and more than most questions need. */
const DEPTH = 15;

export const evalCommand: SlashCommand = {
  description: described('eval', positionOption('eval')),
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
  const report = await context.service.run(job, jobOptions(user, session));
  return { content: evaluationWords(game, report, session.voice) };
}

function evaluationWords(game: Game, { score, best, engine, depth }: EvalReport, voice: Voice): string {
  const { turn } = current(game);
  const outcome = outcomeOf(historyOf(game));
  if (outcome) return `${resultWords(outcome, turn, voice)}.`;
  if (!score) return voice.say('eval.nothing');
  const [short, verdict] = scoreWords(score, voice);
  const words = verdict ? `**${short}**: ${verdict}.` : `**${short}**.`;
  const move = best && voice.say('eval.best', { side: voice.say(`color.${turn}`), move: `**${best.san}**` });
  return [words, move, voice.say('eval.by', { engine: engine ?? 'Stockfish', depth })].filter(Boolean).join(' ');
}

export const boardCommand: SlashCommand = {
  description: described(
    'board',
    positionOption('board'),
    { ...optionWords('board', 'flip'), type: ApplicationCommandOptionType.Boolean },
    choiceOption(optionWords('board', 'theme'), THEMES, theme => `theme.${theme}`),
  ),
  free: true,
  async run(asked, session, context, { settings }) {
    const { game, side = 'white', running } = await askedPosition(asked, session, context, { running: true });
    const theme = THEMES.find(name => name === asked.options.getString('theme')) ?? settings.theme;
    const orientation = asked.options.getBoolean('flip') ? other(side) : side;
    const lastMove = lastStep(game);
    const { png, alt } = await boardPicture(
      sceneOf(current(game), { theme, orientation, ...(lastMove && { lastMove }) }),
    );
    const note = running ? { content: `${session.voice.say('watch.behind')} ${session.voice.say('watch.fair')}` } : {};
    return { ...note, files: [{ name: 'board.png', bytes: png, alt }] };
  },
};

export function lastStep({ moves }: Game): Step | undefined {
  const move = moves.at(-1);
  return move && { from: move.from, to: move.to };
}
