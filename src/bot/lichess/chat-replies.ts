import { toFault } from '../../base/fault.ts';
import { shareText } from '../../base/text.ts';
import { current, type Game, numberedLine, upTo } from '../../chess/game.ts';
import { type Position, sanOf } from '../../chess/position.ts';
import { peopleOf, verdictOf } from '../../chess/words.ts';
import type { GameStatus } from '../../lichess/schema.ts';
import type { AnalysisService } from '../../service/jobs.ts';
import { glanceJob } from '../glance.ts';
import { expectedScore, type Forecast } from './draw-resign.ts';
import type { GameInfo } from './game-info.ts';
import { jobInput } from './move-chooser.ts';

/**
 * What the bot says in the chat of a game. Everything here has a second wording, so that nothing is said twice in a
 * row.
 */

/** https://github.com/lichess-org/lila/blob/master/modules/chat/src/main/Line.scala */
export const MAX_LINE = 140;

export const COMMANDS = ['help', 'eval', 'rating', 'expected'] as const;
export type ChatCommand = (typeof COMMANDS)[number];

/** `!eval`, in whatever letters; anything else is not meant for us. */
export function commandIn(text: string): ChatCommand | undefined {
  const [, word] = /^!([a-z]+)\s*[.!?]?$/i.exec(text.trim()) ?? [];
  return COMMANDS.find(command => command === word?.toLowerCase());
}

/** Two ways to say the same. */
export type Wordings = readonly [string, string];

/** The first wording that was not said last and that Lichess accepts. */
export function wordingOf(line: Wordings, last: string | undefined): string | undefined {
  return line.find(text => text !== last && isFit(text));
}

/**
 * Lichess drops what a bot says with a link in it:
 * https://github.com/lichess-org/lila/blob/master/modules/chat/src/main/ChatApi.scala
 */
const LINK = /https?:|www\.|[a-z0-9-]\.[a-z]{2,}/i;

const isFit = (text: string): boolean => text.trim() !== '' && text.length <= MAX_LINE && !LINK.test(text);

export const greeting = (rating: number): Wordings => [
  `Hello! I play like people rated ${rating}, with their ideas and their mistakes. Good luck! Type !help for what I can tell you.`,
  `Hello, and good luck! Today I play like people rated ${rating}. Type !help to see what you can ask me.`,
];

export const HELP: Wordings = [
  '!rating: how strong I play. After the game: !expected, where it turned, and !eval, how the last position stands.',
  'You can ask me !rating at any time, and !expected and !eval when the game is over.',
];

/** The AGPL asks for it. Lichess drops lines with links, so each dot is written as `[.]`. */
export function sourceLine(url: string): Wordings {
  const spelled = url.replace(/^https?:\/\//, '').replaceAll('.', '[.]');
  return [`My source code (AGPL-3.0-or-later): ${spelled}`, `Free under AGPL-3.0-or-later, my source code: ${spelled}`];
}

export const ratingLine = (rating: number, isMatched: boolean): Wordings =>
  isMatched
    ? [
        `I play like people rated ${rating}: as strong as my opponent.`,
        `As strong as my opponent: each move is one that ${peopleOf(rating)} play, as often as they do.`,
      ]
    : [
        `I play like people rated ${rating}.`,
        `Every move of mine is one that ${peopleOf(rating)} play, as often as they do.`,
      ];

/** While the game runs, in both rooms: a spectator could pass it on to a player. */
export const EVAL_LATER: Wordings = [
  'Not while the game is being played: that would not be fair. I shall say it when it is over.',
  'I keep that to myself until the game is over; I shall say it then.',
];

export const EXPECTED_LATER: Wordings = [
  'Where the game turned can be told when it is over: I shall say it then.',
  'Let us finish the game first; then I shall tell you where it turned.',
];

export const BUSY: Wordings = [
  'I have no time to look at it just now, sorry. Try again in a minute.',
  'Sorry, not just now: too much to do. Please ask again in a minute.',
];

export const evalLine = (words: string): Wordings => [
  `Stockfish, at a glance: ${words}.`,
  `At a glance Stockfish says: ${words}.`,
];

export const NOTHING_TURNED: Wordings = [
  'The game was too short to say where it turned.',
  'There were too few moves to find a turning point.',
];

/** Where the game turned. */
interface Turning {
  /** Such as `23... Qd5`. */
  played: string;
  /** What people would have done best with, and the share of the point that it would have brought them. */
  best: readonly { san: string; expected: number }[];
}

export function turningLine({ played, best }: Turning): Wordings {
  const moves = best.map(({ san, expected }) => `${san} ${shareText(expected)}`).join(', ');
  return [
    `It turned at ${played}. Best there, with the score to expect: ${moves}.`,
    `The turning point was ${played}. Moves with the best score in practice: ${moves}.`,
  ];
}

const ENDS: Readonly<Partial<Record<GameStatus, string>>> = {
  mate: 'by checkmate',
  resign: 'by resignation',
  stalemate: 'by stalemate',
  outoftime: 'on time',
};

interface Summary {
  status: GameStatus;
  /** For us. */
  outcome: 'won' | 'lost' | 'drawn';
  moves: number;
  /** Our best and worst prospects: the number of the move and the share of the point. */
  best: { move: number; expected: number } | undefined;
  worst: { move: number; expected: number } | undefined;
}

/** One side was gone for too long. */
const LEFT: Record<Summary['outcome'], string> = {
  won: ', as you were gone,',
  lost: ', as I was gone,',
  drawn: ', as one of us was gone,',
};

const FIRST: Record<Summary['outcome'], Wordings> = {
  won: ['Thank you for the game! I won', 'That was a good fight, thank you! I won'],
  lost: ['Well played, and thank you for the game! You won', 'Congratulations, and thank you! You won'],
  drawn: ['Thank you for the game! A draw', 'A fair result, and thank you for the game! A draw'],
};

/** Two lines, each in its two wordings. */
export function summaryLines({ status, outcome, moves, best, worst }: Summary): Wordings[] {
  const how = status === 'timeout' ? LEFT[outcome] : ENDS[status] ? ` ${ENDS[status]}` : '';
  const [first, second] = FIRST[outcome];
  const tail = `${how} after ${moves} ${moves === 1 ? 'move' : 'moves'}.`;
  const lines: Wordings[] = [[first + tail, second + tail]];
  if (best && worst && best.move !== worst.move) {
    const [up, down] = [best, worst].map(({ move, expected }) => `move ${move} (${shareText(expected)})`);
    lines.push([
      `By my own forecast I stood best at ${up} and worst at ${down}. Type !expected to hear where it turned.`,
      `My chances were best at ${up} and worst at ${down}. Ask me with !expected where the game turned.`,
    ]);
  } else lines.push(['It was too short to say much more about it.', 'There is not much to add to so short a game.']);
  return lines;
}

/** What is asked, and what is known of the game when it is. */
interface ChatQuestion {
  command: ChatCommand;
  isOver: boolean;
  game: Game;
  info: GameInfo;
  /** Where the source of Kibitz is. */
  sourceUrl: string;
  forecasts: readonly Forecast[];
  service: AnalysisService;
  signal: AbortSignal;
}

/** The game is over: no clock is running. */
const LEISURE = { priority: 'live', deadlineMs: 60_000 } as const;

export async function chatReply(asked: ChatQuestion): Promise<readonly Wordings[]> {
  const { command, isOver, info, sourceUrl } = asked;
  switch (command) {
    case 'help':
      return [HELP, sourceLine(sourceUrl)];
    case 'rating':
      return [ratingLine(info.rating, info.isMatched)];
    case 'eval':
      return [isOver ? await lookUp(asked, evaluation) : EVAL_LATER];
    case 'expected':
      return [isOver ? await lookUp(asked, turning) : EXPECTED_LATER];
  }
}

async function lookUp(asked: ChatQuestion, look: (asked: ChatQuestion) => Promise<Wordings>): Promise<Wordings> {
  try {
    return await look(asked);
  } catch (error) {
    if (toFault(error).code === 'internal') throw error;
    return BUSY;
  }
}

async function evaluation({ game, info, service, signal }: ChatQuestion): Promise<Wordings> {
  const { score } = await service.run(glanceJob(jobInput(game)), { ...LEISURE, owner: ownerOf(info), signal });
  return evalLine(score ? verdictOf(score) : 'the game is over');
}

const ownerOf = ({ opponent, id }: GameInfo): string => `lichess:${opponent.id ?? id}`;

const SHOWN = 3;
/** An instant answer: the opponent is still there. */
const INSTANT = { threshold: 0.1, depth: 12, loss: -0.1, residual: 'base', leaf: 'maia', maxCandidates: 5 } as const;

async function turning({ game, info, forecasts, service, signal }: ChatQuestion): Promise<Wordings> {
  const ply = turningPly(forecasts, game);
  if (ply === undefined) return NOTHING_TURNED;
  const before = upTo(game, ply);
  const isOurs = current(before).turn === info.color;
  const [rating, opponentRating] = isOurs ? [info.rating, info.opponentRating] : [info.opponentRating, info.rating];
  const { moves } = await service.run(
    {
      kind: 'expected',
      input: jobInput(before),
      params: { ...INSTANT, rating, opponentRating },
      ...{ deterministic: false, trace: false, cache: true },
    },
    { ...LEISURE, owner: ownerOf(info), signal },
  );
  const position = current(before);
  const played = numberedLine(position, [sanOf(position, game.moves[ply] as Game['moves'][number])]);
  return moves.length > 0 ? turningLine({ played, best: moves.slice(0, SHOWN) }) : NOTHING_TURNED;
}

/** Less than that happens in every game. */
const TURN = 0.1;

/**
 * The half-move that changed our prospects most, from one of our moves to the next: ours if they fell, the opponent's
 * if they rose.
 */
export function turningPly(forecasts: readonly Forecast[], { moves }: Pick<Game, 'moves'>): number | undefined {
  let found: { ply: number; change: number } | undefined;
  for (const [index, forecast] of forecasts.entries()) {
    const next = forecasts[index + 1];
    // Where a position was missed, or a move taken back, it is not known which move it was.
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
