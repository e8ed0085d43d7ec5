import { INITIAL_FEN } from 'chessops/fen';
import { describe, expect, it } from 'vitest';
import { HANDLERS } from '../../../../src/bot/discord/handlers.ts';
import {
  endWords,
  type GameEnd,
  type LiveGame,
  resultOf,
  withFeed,
  withLine,
} from '../../../../src/bot/discord/watch/live-game.ts';
import { sceneFor, showWatched, type WatchView } from '../../../../src/bot/discord/watch/view.ts';
import { GAME_STATUSES, isOver } from '../../../../src/lichess/schema.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';

/** What a message about a live game looks like. */

const player = (name: string, rating: number, title?: string) => ({
  ...{ id: name.toLowerCase(), name, rating, title, aiLevel: undefined },
});

const LIVE: LiveGame = {
  id: 'abcdefgh',
  players: { white: player('Anna', 1710, 'WFM'), black: player('*Ben*', 1695) },
  ...{ variant: 'standard', speed: 'blitz', rated: true },
  board: {
    fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w',
    lastMove: 'e7e5',
    clocks: { white: 180_000, black: 171_000 },
  },
  end: undefined,
};

const VIEW: WatchView = {
  ...{ kind: 'game', id: 'abcdefgh', owner: '42', side: 'white', live: LIVE },
  ...{ note: { kind: 'none' }, before: undefined },
};

const over = (end: GameEnd): LiveGame => ({ ...LIVE, end });

function show(view: Partial<WatchView>, locale = 'en-GB') {
  const manner = { voice: voiceOf(locale), theme: 'brown' as const, home: 'https://lichess.org', handlers: HANDLERS };
  return showWatched({ ...VIEW, ...view }, manner);
}

const labels = ({ rows = [] }: Awaited<ReturnType<typeof show>>) =>
  rows.flatMap(({ components }) => components.map(one => ('label' in one ? one.label : '')));

describe('a game that is being played', () => {
  it('is shown with names, clocks and last move, and says why it is late and unjudged', async () => {
    const reply = await show({});
    expect(reply.content?.split('\n')).toEqual([
      '**WFM Anna** (1710) – **\\*Ben\\*** (1695)',
      'Blitz, rated · <https://lichess.org/abcdefgh>',
      '-# Lichess shows other people’s games three moves behind. No evaluation while it is being played. For <@42>, until /unwatch.',
    ]);
    expect(reply.files?.[0]?.alt).toMatch(/^Board, White to move. Anna \(White\) against \*Ben\* \(Black\). Last move/);
    expect(labels(reply)).toEqual([]);
    const scene = sceneFor({ live: LIVE, side: 'black', voice: voiceOf('en'), theme: 'blue' });
    expect(scene).toMatchObject({
      ...{ orientation: 'black', theme: 'blue', turn: 'white', lastMove: { from: 52, to: 36 } },
      players: { white: { name: 'Anna', title: 'WFM', rating: 1710, clock: 180 }, black: { clock: 171 } },
    });
    expect(scene).not.toHaveProperty('bar');
  });

  it('in German', async () => {
    const { content } = await show({}, 'de');
    expect(content).toContain('Blitz, gewertet');
    expect(content).toContain('Lichess zeigt fremde Partien drei Züge verspätet.');
  });

  it('waits in line, with and without a board', async () => {
    const waiting = await show({ live: undefined, note: { kind: 'queued', place: 2 } });
    expect(waiting.content).toContain('Waiting in line, number 2: Lichess lets me follow 8 games at once.');
    expect(waiting.files).toEqual([]);
    expect((await show({ note: { kind: 'queued', place: 2 } })).files).toHaveLength(1);
  });

  it('of people without an account, against a machine, without clocks, of another kind of chess', async () => {
    const nobody = { id: undefined, name: undefined, title: undefined, rating: undefined, aiLevel: undefined };
    const odd: LiveGame = {
      ...LIVE,
      players: { white: nobody, black: { ...nobody, aiLevel: 3 } },
      ...{ variant: 'crazyhouse', rated: false, speed: 'correspondence' },
      board: {
        fen: 'r~nbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPPPPP/RNBQKBNR/Nn w KQkq - 0 1',
        lastMove: 'P@e4',
        clocks: undefined,
      },
    };
    const reply = await show({ live: odd });
    expect(reply.content).toContain('**Anonymous** – **Stockfish level 3**\nCorrespondence, crazyhouse, casual');
    expect(reply.files).toHaveLength(1);
    const ended = await show({ live: { ...odd, end: { status: 'variantEnd', winner: 'white' } } });
    expect([ended.content?.includes('White won by the rules'), labels(ended)]).toEqual([true, []]);
  });

  it('whose position cannot be read is told without a picture', async () => {
    const reply = await show({ live: { ...LIVE, board: { fen: 'nonsense', lastMove: undefined, clocks: undefined } } });
    expect([reply.files, reply.content?.includes('Anna')]).toEqual([[], true]);
  });
});

describe('a game that is over', () => {
  it('has its result, how it came about, and a review', async () => {
    const reply = await show({ live: over({ status: 'resign', winner: 'black' }) });
    expect(reply.content?.split('\n')).toEqual([
      '**WFM Anna** (1710) – **\\*Ben\\*** (1695): 0-1',
      'White resigned: Black won. · <https://lichess.org/abcdefgh>',
    ]);
    expect(labels(reply)).toEqual(['Review']);
    const scene = sceneFor({
      live: over({ status: 'draw', winner: undefined }),
      side: 'white',
      voice: voiceOf('en'),
      theme: 'brown',
    });
    expect(scene?.players?.white.points).toBe('½');
  });

  it('that was aborted cannot be reviewed', async () => {
    const reply = await show({ live: over({ status: 'aborted', winner: undefined }) });
    expect([reply.content?.includes('The game was aborted.'), labels(reply)]).toEqual([true, []]);
  });

  it.each(GAME_STATUSES.filter(isOver))('by %s is said in words, with a winner and without', status => {
    for (const locale of ['en', 'de'])
      for (const winner of ['white', 'black', undefined] as const) {
        const words = endWords({ status, winner }, voiceOf(locale));
        expect(words).toMatch(/^\p{Lu}.*\.$/u);
        if (winner) expect(words).toContain(voiceOf(locale).say(`color.${winner}`));
      }
    expect(resultOf({ status, winner: 'black' })).toBe('0-1');
  });
});

describe('TV', () => {
  it('has the game before it, which can be reviewed, and is not late', async () => {
    const reply = await show({ kind: 'tv', before: over({ status: 'mate', winner: 'white' }) });
    expect(reply.content).toContain('Lichess TV · <');
    expect(reply.content).toContain('Before this: **WFM Anna** (1710) – **\\*Ben\\*** (1695): 1-0');
    expect(reply.content).not.toContain('three moves');
    expect(labels(reply)).toEqual(['Review']);
  });
});

describe('the lines of a stream', () => {
  const described = {
    ...{ kind: 'game' as const, id: 'abcdefgh', variant: 'standard', speed: 'blitz' as const, rated: true },
    ...{ initialFen: undefined, fen: 'ahead of its time w', lastMove: 'e2e4', winner: undefined },
    players: LIVE.players,
  };
  const move = { kind: 'move' as const, fen: 'then w', lastMove: 'e7e5', clocks: undefined };

  it('say first how a game really stands: that is not shown while it is played', () => {
    const first = withLine(undefined, { ...described, status: 'started' });
    expect(first?.board?.fen).toBe(INITIAL_FEN);
    expect(withLine(undefined, { ...described, initialFen: 'set up w', status: undefined })?.board?.fen).toBe(
      'set up w',
    );
    expect(withLine(undefined, { ...described, status: undefined })?.end).toBeUndefined();
    expect(withLine(first, move)?.board?.fen).toBe('then w');
    expect(withLine(undefined, move)).toBeUndefined();
  });

  it('of TV begin with the position', () => {
    const clocks = { white: 1, black: 2 };
    const feature = { kind: 'featured' as const, id: 'x', orientation: 'black' as const, players: LIVE.players };
    const live = withFeed(undefined, { ...feature, fen: 'now b', clocks });
    expect(live?.board).toEqual({ fen: 'now b', lastMove: undefined, clocks });
    expect(withFeed(live, move)).toMatchObject({ id: 'x', board: { fen: 'then w', lastMove: 'e7e5' } });
  });
});
