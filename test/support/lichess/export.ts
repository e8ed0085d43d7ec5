import type { Color } from 'chessops/types';
import { lightUser } from './account.ts';
import type { Round, StatusName } from './round.ts';
import { perfOf, SPEEDS, speedOf, startOf, VARIANTS } from './setting.ts';

/** A game as it is downloaded, as PGN or as JSON. */

/** What somebody wants to have in it. */
type Wants = (name: 'moves' | 'tags' | 'clocks' | 'opening' | 'pgnInJson' | 'lastFen') => boolean;

export const wantsOf =
  (query: URLSearchParams): Wants =>
  name =>
    (query.get(name) ?? String(name === 'moves' || name === 'tags')) === 'true';

/**
 * https://github.com/lichess-org/lila/blob/master/modules/game/src/main/PgnDump.scala has the words and the numbers.
 */
const TERMINATIONS: Record<StatusName, string> = {
  created: 'Unterminated',
  started: 'Unterminated',
  aborted: 'Abandoned',
  noStart: 'Abandoned',
  timeout: 'Time forfeit',
  outoftime: 'Time forfeit',
  resign: 'Normal',
  draw: 'Normal',
  stalemate: 'Normal',
  mate: 'Normal',
  variantEnd: 'Normal',
  insufficientMaterialClaim: 'Insufficient material',
  cheat: 'Rules infraction',
  unknownFinish: 'Unknown',
};
const HELD_BACK = 3;
const NEVER_HELD_BACK = 5;

/** How many half-moves of it everybody may know. */
const shown = ({ over, plies }: Round): number =>
  over ? plies.length : Math.min(plies.length, Math.max(plies.length - HELD_BACK, NEVER_HELD_BACK));

function resultOf({ status, winner }: Round): string {
  if (winner) return winner === 'white' ? '1-0' : '0-1';
  return status === 'started' || status === 'aborted' || status === 'noStart' ? '*' : '1/2-1/2';
}

const two = (count: number): string => String(count).padStart(2, '0');

/** `0:02:59` */
function clockText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export function pgnOf(round: Round, home: string, wants: Wants): string {
  const { id, setting, players, createdAt } = round;
  const { clock, days, fen, variant, rated } = setting;
  const [date, time] = new Date(createdAt).toISOString().replace(/\..*$/, '').split('T') as [string, string];
  const day = date.replaceAll('-', '.');
  const perf = perfOf(setting);
  const kind = perf in SPEEDS ? perf.toLowerCase() : VARIANTS[variant].name;
  const title = (color: Color, name: string) => players[color].title && { [name]: players[color].title };
  const tags: Record<string, string> = {
    Event: `${rated ? 'rated' : 'casual'} ${kind} game`,
    Site: `${home}/${id}`,
    Date: day,
    Round: '-',
    White: players.white.name,
    Black: players.black.name,
    Result: resultOf(round),
    GameId: id,
    UTCDate: day,
    UTCTime: time,
    WhiteElo: String(players.white.rating),
    BlackElo: String(players.black.rating),
    ...title('white', 'WhiteTitle'),
    ...title('black', 'BlackTitle'),
    Variant: VARIANTS[variant].name,
    TimeControl: clock ? `${clock.limit}+${clock.increment}` : days === undefined ? '-' : `${days} days per move`,
    ECO: '?',
    ...(wants('opening') && { Opening: '?' }),
    Termination: TERMINATIONS[round.status],
    ...((fen !== undefined || variant === 'chess960') && { FEN: startOf(setting), SetUp: '1' }),
  };
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`);
  const moves = wants('moves') ? `${moveText(round, wants('clocks'))} ` : '';
  return `${wants('tags') ? `${head.join('')}\n` : ''}${moves}${resultOf(round)}\n\n\n`;
}

function moveText(round: Round, clocks: boolean): string {
  const words = round.plies.slice(0, shown(round)).flatMap(({ san, left }, index) => {
    const position = round.positions[index];
    if (!position) return [];
    const { turn, fullmoves } = position;
    const number = turn === 'white' ? [`${fullmoves}.`] : clocks || index === 0 ? [`${fullmoves}...`] : [];
    return [...number, san, ...(clocks && round.timer ? [`{ [%clk ${clockText(left[turn])}] }`] : [])];
  });
  return words.join(' ');
}

export function jsonOf(round: Round, home: string, wants: Wants) {
  const { id, setting, players, createdAt, lastMoveAt, status, winner, plies } = round;
  const { clock, days, fen } = setting;
  const count = shown(round);
  const player = (color: Color) => ({ user: lightUser(players[color]), rating: players[color].rating });
  return {
    id,
    rated: setting.rated,
    variant: setting.variant,
    speed: speedOf(setting),
    perf: perfOf(setting),
    createdAt,
    lastMoveAt,
    status,
    source: 'friend',
    players: { white: player('white'), black: player('black') },
    ...(fen !== undefined && { initialFen: startOf(setting) }),
    ...(winner && { winner }),
    ...(wants('moves') && {
      moves: plies
        .slice(0, count)
        .map(({ san }) => san)
        .join(' '),
    }),
    ...(wants('clocks') && clock && { clocks: plies.slice(0, count).map(clockOf(round)) }),
    ...(wants('pgnInJson') && { pgn: pgnOf(round, home, wants) }),
    ...(days !== undefined && { daysPerTurn: days }),
    ...(clock && {
      clock: { initial: clock.limit, increment: clock.increment, totalTime: clock.limit + 40 * clock.increment },
    }),
  };
}

/** In hundredths of a second, of the one who has moved. */
const clockOf =
  ({ positions }: Round) =>
  ({ left }: Round['plies'][number], index: number): number =>
    Math.round(left[positions[index]?.turn ?? 'white'] / 10);
