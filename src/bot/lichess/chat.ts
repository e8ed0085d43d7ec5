import { shareText } from '../../base/text.ts';
import { peopleOf } from '../../chess/words.ts';
import type { GameStatus } from '../../lichess/schema.ts';

/** What the bot says in the chat of a game. Everything here has a second wording, so that nothing is said twice in a row. */

/** https://github.com/lichess-org/lila/blob/master/modules/chat/src/main/Line.scala */
export const MAX_LINE = 140;

export const COMMANDS = ['help', 'eval', 'rating', 'expected'] as const;
export type ChatCommand = (typeof COMMANDS)[number];

/** `!eval`, in whatever letters; anything else is not meant for us. */
export function commandIn(text: string): ChatCommand | undefined {
  const [, word] = /^!([a-z]+)\s*[.!?]?$/i.exec(text.trim()) ?? [];
  return COMMANDS.find(command => command === word?.toLowerCase());
}

/** Different ways to say the same. */
export type Line = readonly [string, string];

/** The first wording that is not what was said last, if it is fit to be said at all. */
export function wordingOf(line: Line, last: string | undefined): string | undefined {
  return line.find(text => text !== last && isFit(text));
}

/**
 * Lichess drops what a bot says with a link in it:
 * https://github.com/lichess-org/lila/blob/master/modules/chat/src/main/ChatApi.scala
 */
const LINK = /https?:|www\.|[a-z0-9-]\.[a-z]{2,}/i;

const isFit = (text: string): boolean => text.trim() !== '' && text.length <= MAX_LINE && !LINK.test(text);

export const greeting = (rating: number): Line => [
  `Hello! I play like people rated ${rating}, with their ideas and their mistakes. Good luck! Type !help for what I can tell you.`,
  `Hello, and good luck! Today I play like people rated ${rating}. Type !help to see what you can ask me.`,
];

export const HELP: Line = [
  '!rating: how strong I play. After the game: !expected, where it turned, and !eval, how the last position stands.',
  'You can ask me !rating at any time, and !expected and !eval when the game is over.',
];

/** For what the AGPL asks. A link would not be heard; people read `[.]` as a dot. */
export function sourceLine(url: string): Line {
  const spelled = url.replace(/^https?:\/\//, '').replaceAll('.', '[.]');
  return [`My source code (AGPL-3.0-or-later): ${spelled}`, `Free under AGPL-3.0-or-later, my source code: ${spelled}`];
}

export const ratingLine = (rating: number, isMatched: boolean): Line =>
  isMatched
    ? [
        `I play like people rated ${rating}: as strong as my opponent.`,
        `As strong as my opponent: each move is one that ${peopleOf(rating)} play, as often as they do.`,
      ]
    : [
        `I play like people rated ${rating}.`,
        `Every move of mine is one that ${peopleOf(rating)} play, as often as they do.`,
      ];

/** While the game runs, to players and spectators alike: what spectators read can be told to a player. */
export const EVAL_LATER: Line = [
  'Not while the game is being played: that would not be fair. I shall say it when it is over.',
  'I keep that to myself until the game is over; I shall say it then.',
];

export const EXPECTED_LATER: Line = [
  'Where the game turned can be told when it is over: I shall say it then.',
  'Let us finish the game first; then I shall tell you where it turned.',
];

export const BUSY: Line = [
  'I have no time to look at it just now, sorry. Try again in a minute.',
  'Sorry, not just now: too much to do. Please ask again in a minute.',
];

export const evalLine = (words: string): Line => [
  `Stockfish, at a glance: ${words}.`,
  `At a glance Stockfish says: ${words}.`,
];

export const NOTHING_TURNED: Line = [
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

export function turningLine({ played, best }: Turning): Line {
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

/** Whoever was gone for too long. */
const LEFT: Record<Summary['outcome'], string> = {
  won: ', as you were gone,',
  lost: ', as I was gone,',
  drawn: ', as one of us was gone,',
};

const FIRST: Record<Summary['outcome'], Line> = {
  won: ['Thank you for the game! I won', 'That was a good fight, thank you! I won'],
  lost: ['Well played, and thank you for the game! You won', 'Congratulations, and thank you! You won'],
  drawn: ['Thank you for the game! A draw', 'A fair result, and thank you for the game! A draw'],
};

/** Two lines, each in its two wordings. */
export function summaryLines({ status, outcome, moves, best, worst }: Summary): Line[] {
  const how = status === 'timeout' ? LEFT[outcome] : ENDS[status] ? ` ${ENDS[status]}` : '';
  const [first, second] = FIRST[outcome];
  const tail = `${how} after ${moves} ${moves === 1 ? 'move' : 'moves'}.`;
  const lines: Line[] = [[first + tail, second + tail]];
  if (best && worst && best.move !== worst.move) {
    const [up, down] = [best, worst].map(({ move, expected }) => `move ${move} (${shareText(expected)})`);
    lines.push([
      `By my own forecast I stood best at ${up} and worst at ${down}. Type !expected to hear where it turned.`,
      `My chances were best at ${up} and worst at ${down}. Ask me with !expected where the game turned.`,
    ]);
  } else lines.push(['It was too short to say much more about it.', 'There is not much to add to so short a game.']);
  return lines;
}
