import { toFault } from '../../base/fault.ts';
import { current, type Game, numberedLine, upTo } from '../../chess/game.ts';
import { type Position, sanOf } from '../../chess/position.ts';
import { verdictOf } from '../../chess/words.ts';
import type { AnalysisService } from '../../service/jobs.ts';
import { glanceJob } from '../glance.ts';
import { questionOf } from './board.ts';
import {
  BUSY,
  type ChatCommand,
  EVAL_LATER,
  EXPECTED_LATER,
  evalLine,
  HELP,
  type Line,
  NOTHING_TURNED,
  ratingLine,
  sourceLine,
  turningLine,
} from './chat.ts';
import type { Facts } from './facts.ts';
import { expectedScore, type Forecast } from './policy.ts';

/** What is asked, and what is known of the game when it is. */
interface Asked {
  command: ChatCommand;
  isOver: boolean;
  game: Game;
  facts: Facts;
  /** Where the source of Kibitz is. */
  sourceUrl: string;
  forecasts: readonly Forecast[];
  service: AnalysisService;
  signal: AbortSignal;
}

/** Nobody waits for it with a clock running. */
const LEISURE = { priority: 'live', deadlineMs: 60_000 } as const;

export async function answerTo(asked: Asked): Promise<readonly Line[]> {
  const { command, isOver, facts, sourceUrl } = asked;
  switch (command) {
    case 'help':
      return [HELP, sourceLine(sourceUrl)];
    case 'rating':
      return [ratingLine(facts.rating, facts.isMatched)];
    case 'eval':
      return [isOver ? await looked(asked, evaluation) : EVAL_LATER];
    case 'expected':
      return [isOver ? await looked(asked, turning) : EXPECTED_LATER];
  }
}

async function looked(asked: Asked, look: (asked: Asked) => Promise<Line>): Promise<Line> {
  try {
    return await look(asked);
  } catch (error) {
    if (toFault(error).code === 'internal') throw error;
    return BUSY;
  }
}

async function evaluation({ game, facts, service, signal }: Asked): Promise<Line> {
  const { score } = await service.run(glanceJob(questionOf(game)), { ...LEISURE, owner: ownerOf(facts), signal });
  return evalLine(score ? verdictOf(score) : 'the game is over');
}

const ownerOf = ({ opponent, id }: Facts): string => `lichess:${opponent.id ?? id}`;

const SHOWN = 3;
/** An instant answer: the opponent is still there. */
const INSTANT = { threshold: 0.1, depth: 12, loss: -0.1, residual: 'base', leaf: 'maia', maxCandidates: 5 } as const;

async function turning({ game, facts, forecasts, service, signal }: Asked): Promise<Line> {
  const ply = turningPly(forecasts, game);
  if (ply === undefined) return NOTHING_TURNED;
  const before = upTo(game, ply);
  const isOurs = current(before).turn === facts.color;
  const [rating, opponentRating] = isOurs ? [facts.rating, facts.opponentRating] : [facts.opponentRating, facts.rating];
  const { moves } = await service.run(
    {
      kind: 'expected',
      input: questionOf(before),
      params: { ...INSTANT, rating, opponentRating },
      ...{ deterministic: false, trace: false, cache: true },
    },
    { ...LEISURE, owner: ownerOf(facts), signal },
  );
  const position = current(before);
  const played = numberedLine(position, [sanOf(position, game.moves[ply] as Game['moves'][number])]);
  return moves.length > 0 ? turningLine({ played, best: moves.slice(0, SHOWN) }) : NOTHING_TURNED;
}

/** Less than that happens in every game. */
const TURN = 0.1;

/**
 * The half-move that changed our prospects most, from one of our moves to the next: ours if they fell, the opponent's if
 * they rose.
 */
export function turningPly(forecasts: readonly Forecast[], { moves }: Pick<Game, 'moves'>): number | undefined {
  let found: { ply: number; change: number } | undefined;
  for (const [index, forecast] of forecasts.entries()) {
    const next = forecasts[index + 1];
    // Where a position was missed, or a move taken back, nobody knows which move it was.
    if (!next || next.ply !== forecast.ply + 2) continue;
    const rise = expectedScore(next) - expectedScore(forecast);
    const change = Math.abs(rise);
    if (change >= TURN && change > (found?.change ?? 0)) found = { ply: forecast.ply + (rise > 0 ? 1 : 0), change };
  }
  return found && found.ply < moves.length ? found.ply : undefined;
}

/** The positions in which our prospects were best and worst: the number of the move and the share of the point. */
export function extremes(forecasts: readonly Forecast[], { positions }: Pick<Game, 'positions'>) {
  const told = forecasts.flatMap(forecast => {
    const position: Position | undefined = positions[forecast.ply];
    return position ? [{ move: position.fullmoves, expected: expectedScore(forecast) }] : [];
  });
  const sorted = told.toSorted((a, b) => a.expected - b.expected);
  return { best: sorted.at(-1), worst: sorted[0] };
}
