import { parseFen } from 'chessops/fen';
import type { Color } from 'chessops/types';
import { parseUci } from 'chessops/util';
import { capital, clean, cut } from '../../../base/text.ts';
import { parsePosition } from '../../../chess/position.ts';
import { nameOf } from '../../../chess/words.ts';
import { makeLink } from '../../../lichess/link.ts';
import { SPEEDS } from '../../../lichess/schema.ts';
import { MAX_WATCHED_GAMES, type WatchedPlayer } from '../../../lichess/watch.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import { POINTS } from '../../../render/frames.ts';
import { keep } from '../../../render/keep.ts';
import type { Picture } from '../../../render/picture.ts';
import { type Player, type Scene, type Step, sceneOf } from '../../../render/scene.ts';
import type { ThemeName } from '../../../render/theme.ts';
import type { WatchKind } from '../../../store/watches.ts';
import type { ReportHandler } from '../core/context.ts';
import { playersLine, reviewRow } from '../core/game-reply.ts';
import type { ComponentRow, Reply } from '../core/reply.ts';
import { endWords, type LiveBoard, type LiveGame, playerName, resultOf } from './live-game.ts';

/** A game that is followed, as its message shows it. */

/** What there is to say besides the game itself. */
export type WatchNote =
  | { kind: 'none' }
  | { kind: 'queued'; place: number }
  | { kind: 'silent' }
  | { kind: 'stopped' }
  | { kind: 'lost' }
  | { kind: 'off-tv' };

/** Plain data: two that are equal look the same. */
export interface WatchView {
  readonly kind: WatchKind;
  /** Of the game. */
  readonly id: string;
  /** Who asked for it. */
  readonly owner: string;
  /** Whose side of the board is below. */
  readonly side: Color;
  readonly live: LiveGame | undefined;
  readonly note: WatchNote;
  /** On TV: the game that was in this message before, if it is over. */
  readonly before: LiveGame | undefined;
}

interface ViewContext {
  voice: Voice;
  theme: ThemeName;
  /** Where the games are. */
  home: string;
  handlers: readonly ReportHandler<unknown>[];
}

export async function showWatched(view: WatchView, manner: ViewContext): Promise<Reply> {
  const picture = view.live && (await watchedPicture({ live: view.live, side: view.side, ...manner }));
  return {
    content: textOf(view, manner),
    files: picture ? [{ name: 'board.png', bytes: picture.png, alt: picture.alt }] : [],
    rows: rowsOf(view, manner),
  };
}

function textOf(view: WatchView, manner: ViewContext): string {
  const { live, before } = view;
  const { voice } = manner;
  const lines = [
    ...(live ? [nameLine(live, voice)] : []),
    `${[aboutWords(view, voice), `<${makeLink({ kind: 'game', id: view.id }, manner.home)}>`].filter(Boolean).join(' · ')}`,
    ...noteWords(view, voice),
    ...(before ? [voice.say('watch.before', { game: nameLine(before, voice) })] : []),
    ...(isFollowed(view) ? [smallPrint(view, voice)] : []),
  ];
  return lines.join('\n');
}

const isFollowed = ({ live, note }: WatchView): boolean =>
  !live?.end && (note.kind === 'none' || note.kind === 'queued' || note.kind === 'silent');

function nameLine({ players, end }: LiveGame, voice: Voice): string {
  const named = (player: WatchedPlayer) => ({ ...player, name: playerName(player, voice) });
  return playersLine({ white: named(players.white), black: named(players.black) }, end && resultOf(end));
}

/** What kind of game it is, or how it has ended. */
function aboutWords({ kind, live }: WatchView, voice: Voice): string {
  if (live?.end) return endWords(live.end, voice);
  if (kind === 'tv') return voice.say('watch.on-tv');
  const speed = SPEEDS.find(one => one === live?.speed);
  if (!live || !speed) return '';
  const rated = live.rated === undefined ? [] : [voice.say(live.rated ? 'watch.rated' : 'watch.casual')];
  const variant = live.variant === undefined || isPlain(live) ? [] : [live.variant];
  return capital([voice.say(`speed.${speed}`), ...variant, ...rated].join(', '));
}

function noteWords({ note }: WatchView, voice: Voice): string[] {
  switch (note.kind) {
    case 'none':
      return [];
    case 'queued':
      return [voice.say('watch.line', { place: note.place, most: MAX_WATCHED_GAMES })];
    default:
      return [voice.say(`watch.${note.kind}`)];
  }
}

/** Smaller than the rest: https://support.discord.com/hc/en-us/articles/210298617 */
function smallPrint({ kind, owner }: WatchView, voice: Voice): string {
  const behind = kind === 'tv' ? [] : [voice.say('watch.behind')];
  const words = [...behind, voice.say('watch.fair'), voice.say('watch.for', { user: `<@${owner}>` })];
  return `-# ${words.join(' ')}`;
}

const PLAIN = ['standard', 'fromPosition'];

const isPlain = ({ variant }: LiveGame): boolean => variant === undefined || PLAIN.includes(variant);

/** Whatever is over can be reviewed, if it is chess and something was played. */
function rowsOf({ live, before }: WatchView, { voice, handlers }: ViewContext): ComponentRow[] {
  const over = [live, before].find(game => game?.end);
  if (!over?.end || !isPlain(over) || !resultOf(over.end)) return [];
  return reviewRow({ id: over.id }, voice, { handlers });
}

/** A live game as a picture: the board, the players and their clocks. */

interface PictureParams {
  live: LiveGame;
  /** Whose is below. */
  side: Color;
  voice: Voice;
  theme: ThemeName;
}

/** A game that many channels follow is drawn once; a picture takes some 70 kB. */
const KEPT = 32;

/** None where there is no position to be shown. */
const watchedPicture: (painted: PictureParams) => Promise<Picture> | undefined = keep(
  KEPT,
  painted => {
    const scene = sceneFor(painted);
    return scene && boardPicture(scene);
  },
  ({ live, side, voice, theme }) => JSON.stringify([live, side, voice.language, theme]),
);

/** Large enough for a phone's whole width, small enough to be sent every few seconds. */
const SIZE = 560;
const MAX_NAME = 40;

/** None where there is no position to be shown. */
export function sceneFor({ live, side, voice, theme }: PictureParams): Scene | undefined {
  const { board, players, end } = live;
  const bare = board && bareScene(board);
  if (!bare) return undefined;
  const result = end && resultOf(end);
  const player = (color: Color): Player => {
    const { title, rating } = players[color];
    const clock = board.clocks?.[color];
    return {
      name: cut(clean(playerName(players[color], voice)), MAX_NAME) || nameOf(color),
      ...(title !== undefined && { title }),
      ...(rating !== undefined && { rating }),
      ...(clock !== undefined && { clock: clock / 1000 }),
      ...(result && { points: POINTS[result][color] }),
    };
  };
  const lastMove = board.lastMove === undefined ? undefined : stepIn(board.lastMove);
  return {
    ...bare,
    ...{ theme, orientation: side, size: SIZE },
    players: { white: player('white'), black: player('black') },
    ...(lastMove && { lastMove }),
  };
}

/** The board of a variant may be none that chess knows; its pieces can be shown all the same. */
function bareScene({ fen }: LiveBoard): Scene | undefined {
  const position = parsePosition(fen);
  if (position.ok) return sceneOf(position.value);
  return parseFen(fen).unwrap(
    ({ board, turn }): Scene => ({ board, turn }),
    () => undefined,
  );
}

/** A piece that is dropped, as in crazyhouse, comes from nowhere. */
function stepIn(uci: string): Step | undefined {
  const move = parseUci(uci);
  return move && 'from' in move ? { from: move.from, to: move.to } : undefined;
}
