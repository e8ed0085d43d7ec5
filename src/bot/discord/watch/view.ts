import type { Color } from 'chessops/types';
import { capital } from '../../../base/text.ts';
import { makeLink } from '../../../lichess/link.ts';
import { SPEEDS } from '../../../lichess/schema.ts';
import { MAX_WATCHED_GAMES, type WatchedPlayer } from '../../../lichess/watch.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { ThemeName } from '../../../render/theme.ts';
import type { WatchKind } from '../../../store/watches.ts';
import type { ReportHandler } from '../core/context.ts';
import { playersLine, reviewRow } from '../core/game-reply.ts';
import type { ComponentRow, Reply } from '../core/reply.ts';
import { endWords, resultOf } from './end-words.ts';
import type { Live } from './live.ts';
import { watchedPicture } from './picture.ts';
import { playerName } from './player-name.ts';

/** A game that is followed, as its message shows it. */

/** What there is to say besides the game itself. */
export type Note =
  | { kind: 'none' }
  | { kind: 'line'; place: number }
  | { kind: 'silent' }
  | { kind: 'stopped' }
  | { kind: 'lost' }
  | { kind: 'off-tv' };

/** Plain data: two that are equal look the same. */
export interface View {
  readonly kind: WatchKind;
  /** Of the game. */
  readonly id: string;
  /** Who asked for it. */
  readonly owner: string;
  /** Whose side of the board is below. */
  readonly side: Color;
  readonly live: Live | undefined;
  readonly note: Note;
  /** On TV: the game that was in this message before, if it is over. */
  readonly before: Live | undefined;
}

interface Manner {
  voice: Voice;
  theme: ThemeName;
  /** Where the games are. */
  home: string;
  handlers: readonly ReportHandler<unknown>[];
}

export async function showWatched(view: View, manner: Manner): Promise<Reply> {
  const picture = view.live && (await watchedPicture({ live: view.live, side: view.side, ...manner }));
  return {
    content: textOf(view, manner),
    files: picture ? [{ name: 'board.png', bytes: picture.png, alt: picture.alt }] : [],
    rows: rowsOf(view, manner),
  };
}

function textOf(view: View, manner: Manner): string {
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

const isFollowed = ({ live, note }: View): boolean =>
  !live?.end && (note.kind === 'none' || note.kind === 'line' || note.kind === 'silent');

function nameLine({ players, end }: Live, voice: Voice): string {
  const named = (player: WatchedPlayer) => ({ ...player, name: playerName(player, voice) });
  return playersLine({ white: named(players.white), black: named(players.black) }, end && resultOf(end));
}

/** What kind of game it is, or how it has ended. */
function aboutWords({ kind, live }: View, voice: Voice): string {
  if (live?.end) return endWords(live.end, voice);
  if (kind === 'tv') return voice.say('watch.on-tv');
  const speed = SPEEDS.find(one => one === live?.speed);
  if (!live || !speed) return '';
  const rated = live.rated === undefined ? [] : [voice.say(live.rated ? 'watch.rated' : 'watch.casual')];
  const variant = live.variant === undefined || isPlain(live) ? [] : [live.variant];
  return capital([voice.say(`speed.${speed}`), ...variant, ...rated].join(', '));
}

function noteWords({ note }: View, voice: Voice): string[] {
  switch (note.kind) {
    case 'none':
      return [];
    case 'line':
      return [voice.say('watch.line', { place: note.place, most: MAX_WATCHED_GAMES })];
    default:
      return [voice.say(`watch.${note.kind}`)];
  }
}

/** Smaller than the rest: https://support.discord.com/hc/en-us/articles/210298617 */
function smallPrint({ kind, owner }: View, voice: Voice): string {
  const behind = kind === 'tv' ? [] : [voice.say('watch.behind')];
  const words = [...behind, voice.say('watch.fair'), voice.say('watch.for', { user: `<@${owner}>` })];
  return `-# ${words.join(' ')}`;
}

const PLAIN = ['standard', 'fromPosition'];

const isPlain = ({ variant }: Live): boolean => variant === undefined || PLAIN.includes(variant);

/** Whatever is over can be reviewed, if it is chess and something was played. */
function rowsOf({ live, before }: View, { voice, handlers }: Manner): ComponentRow[] {
  const over = [live, before].find(game => game?.end);
  if (!over?.end || !isPlain(over) || !resultOf(over.end)) return [];
  return reviewRow({ id: over.id }, voice, { handlers });
}
