import { INITIAL_FEN } from 'chessops/fen';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExpectedReport } from '../../../../src/analysis/expected/report.ts';
import { analyzeHandler } from '../../../../src/bot/discord/analyze/handler.ts';
import type { BotContext } from '../../../../src/bot/discord/core/context.ts';
import { makeReport } from '../../../../src/bot/discord/core/context.ts';
import type { Reply } from '../../../../src/bot/discord/core/reply.ts';
import { ReportViews } from '../../../../src/bot/discord/core/report-views.ts';
import type { Requester } from '../../../../src/bot/discord/core/requester.ts';
import { HANDLERS } from '../../../../src/bot/discord/handlers.ts';
import { parsePgn } from '../../../../src/input/pgn.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import type { ExpectedQuestion } from '../../../../src/questions/expected.ts';
import type { StoredReport } from '../../../../src/store/reports.ts';
import { DEFAULT_SETTINGS } from '../../../../src/store/settings.ts';
import { Store } from '../../../../src/store/store.ts';
import { makeServiceForAll } from '../../../support/service.ts';
import { silent, temporaryFolder } from '../../../support/settings.ts';
import { tasks } from '../../../support/tasks.ts';
import { buttonsOf, expectSame, expectToFit, menuOf, menusOf, stateBehind, textOf } from '../core/replies.ts';

/** Real reports, in every way in which they are shown. */

const params = { threshold: 0.05, depth: 8, loss: -0.1, rating: 1500, opponentRating: 1500 };
const asked = (moves: string, changes: Partial<ExpectedQuestion> = {}): ExpectedQuestion => ({
  fen: INITIAL_FEN,
  moves: moves.split(' ').filter(Boolean),
  params,
  names: {},
  ...changes,
});
const position = (fen: string): ExpectedQuestion => asked('', { fen });

const QUESTIONS = {
  fried: asked('e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5', { names: { white: 'Anna', black: '**@everyone**' } }),
  over: asked('f2f3 e7e5 g2g4 d8h4'),
  stalemate: position('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'),
  only: position('k7/8/8/8/8/8/7r/1r4K1 w - - 0 1'),
  mate: position('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1'),
};
type Name = keyof typeof QUESTIONS;

const requester = (locale = 'en-GB'): Requester => ({
  user: '1',
  server: null,
  voice: voiceOf(locale),
  settings: DEFAULT_SETTINGS,
});

interface Made {
  reply: Reply;
  progress: Reply[];
  id: string;
  stored: StoredReport;
}
const made = {} as Record<Name, Made>;

const service = makeServiceForAll();
beforeAll(async () => {
  const store = new Store({ folder: temporaryFolder(), log: silent });
  const ids: string[] = [];
  const put = store.reports.putPacked.bind(store.reports);
  store.reports.putPacked = (...given) => {
    const id = put(...given);
    ids.push(id);
    return id;
  };
  const context = {
    service,
    store,
    tasks,
    views: new ReportViews({ tasks, pooled: HANDLERS }),
    now: Date.now,
  } as unknown as BotContext;
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const progress: Reply[] = [];
    const session = {
      signal: new AbortController().signal,
      voice: requester().voice,
      show: (reply: Reply) => progress.push(reply),
    };
    const reply = await makeReport(analyzeHandler, question, session, context, requester());
    const id = ids.at(-1) ?? '';
    made[name as Name] = { reply, progress, id, stored: store.reports.get(id) as StoredReport };
  }
  store.close();
});

const show = (name: Name, state: string, locale?: string) =>
  analyzeHandler.show(made[name].id, made[name].stored, state, requester(locale));

const picture = ({ files }: Reply): Buffer => files?.[0]?.bytes ?? Buffer.of();

const reportOf = (name: Name) => made[name].stored.report as ExpectedReport;

describe('the answer', () => {
  it('is a board, the verdict, and the moves in their order', () => {
    const { reply } = made.fried;
    const { moves, engine } = reportOf('fried');
    expectToFit(reply);
    expect(reply.files?.map(({ name }) => name)).toEqual(['analysis.png']);
    expect(reply.files?.[0]?.alt).toContain('Board, Black to move');
    const text = textOf(reply);
    expect(text).toContain('Black to move, rated 1500');
    expect(text).toContain(`${moves[0]?.san} `);
    const places = moves.map(({ san }, index) => text.indexOf(`**${index + 1}. ${san}** · **`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(text).toContain(`depth 8 · ${engine?.name}`);
    expect(text).toMatch(/\d+% play it/);
  });

  it('names the players, and calls nobody', () => {
    const text = textOf(made.fried.reply);
    expect(text).toContain('Anna – \\*\\*@\u200beveryone\\*\\*');
  });

  it('is kept with its question, and shown again as it was', async () => {
    const { stored, reply } = made.fried;
    expect(stored).toMatchObject({ kind: 'analyze', owner: '1', question: QUESTIONS.fried });
    expectSame(await show('fried', ''), reply);
    expectSame(await show('fried', 'nonsense'), reply);
    expectSame(await show('fried', 'tree-99-0'), reply);
  });

  it('speaks German, with German numbers', async () => {
    const reply = await show('fried', '', 'de');
    expectToFit(reply);
    expect(textOf(reply)).toContain('Schwarz am Zug, Wertungszahl 1500');
    expect(textOf(reply)).toMatch(/\d,\d\s%/);
  });

  it('can be flipped, and back', async () => {
    const flipped = await show('fried', stateBehind(made.fried.reply, 'Flip'));
    expect(picture(flipped).equals(picture(made.fried.reply))).toBe(false);
    expect(textOf(flipped)).toBe(textOf(made.fried.reply));
    const back = await show('fried', stateBehind(flipped, 'Flip'));
    expectSame(back, made.fried.reply);
  });
});

describe('progress', () => {
  it('is a bar, what is done at the moment, and how it looks so far', () => {
    const { progress } = made.fried;
    for (const reply of progress) expectToFit(reply);
    const last = progress.at(-1)?.content ?? '';
    expect(last).toMatch(/^.*▰/s);
    expect(last).toContain('100%');
    expect(last).toMatch(/\*\*So far\*\*\n1\. \*\*\w+\+?\*\* · \d+% · \d+% play it/);
    expect(last.split('\n').filter(line => /^\d\. /.test(line)).length).toBeLessThanOrEqual(5);
    const shares = progress.flatMap(({ content = '' }) => content.match(/▱* (\d+)%/)?.[1] ?? []).map(Number);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });
});

describe('a tree', () => {
  it('is behind every move of the menu', async () => {
    const { options } = menuOf(made.fried.reply, 'candidate');
    const { moves } = reportOf('fried');
    expect(options.length).toBe(Math.min(8, moves.length));
    for (const [index, { value, label }] of options.entries()) {
      const move = moves[index];
      expect(label).toContain(`${index + 1}. ${move?.san}`);
      const reply = await show('fried', value);
      expectToFit(reply);
      expect(reply.files?.map(({ name }) => name)).toEqual(['tree.png']);
      expect(reply.files?.[0]?.alt).toContain(`How people go on after 4… ${move?.san}`);
      expect(menuOf(reply, 'candidate').options.filter(option => option.default)).toMatchObject([{ label }]);
    }
  });

  it('leads to its positions, which are previews, and back', async () => {
    const tree = await show('fried', 'tree-0-0');
    const { options } = menuOf(tree, 'node');
    expect(options[0]?.label).toBe(`4... ${reportOf('fried').moves[0]?.san}`);
    for (const { value, label } of options) {
      const preview = await show('fried', value);
      expectToFit(preview);
      expect(preview.files?.[0]?.name).toBe('preview.png');
      expect(preview.files?.[0]?.alt).toMatch(/A preview, \d+ (ply|plies) ahead of the game/);
      expect(textOf(preview)).toContain(label.replace(/^… /, ''));
      expect(buttonsOf(preview).map(button => button.label)).toEqual(['Back to the tree', 'Back to analysis', 'Flip']);
      expect(stateBehind(preview, 'Back to the tree')).toBe('tree-0-0');
      expect(stateBehind(preview, 'Back to analysis')).toBe('list-0');
    }
    expectSame(await show('fried', stateBehind(tree, 'Back to analysis')), made.fried.reply);
  });

  it('stays the way round that somebody has turned it', async () => {
    const preview = await show('fried', 'node-0-1');
    const flipped = await show('fried', stateBehind(preview, 'Flip'));
    expect(picture(flipped).equals(picture(preview))).toBe(false);
    expect(stateBehind(flipped, 'Back to analysis')).toBe('list-0-f');
    expect(stateBehind(flipped, 'Back to the tree')).toBe('tree-0-0-f');
  });

  it('is shown where a position of it is not there', async () => {
    expectSame(await show('fried', 'node-0-99999'), await show('fried', 'tree-0-0'));
  });
});

describe('what somebody posted', () => {
  const context = { store: { links: { get: () => undefined } } } as unknown as BotContext;
  const played = (moves: string) => ({ kind: 'game' as const, pgn: pgnOf(moves) });
  const pgnOf = (moves: string) => {
    const pgn = parsePgn(`[White "Anna"]\n[WhiteElo "1833"]\n\n${moves}`);
    if (!pgn.ok) throw new Error(pgn.message);
    return pgn.value;
  };

  it('is asked about with the ratings of the game, and what the server has decided', () => {
    expect(analyzeHandler.about?.(played('1. e4 e5 *'), requester(), context)).toEqual(
      asked('e2e4 e7e5', {
        params: { threshold: 0.1, depth: 15, loss: -0.1, rating: 1833, opponentRating: 1833 },
        names: { white: 'Anna' },
      }),
    );
    expect(analyzeHandler.about?.(played('1. e4 *'), requester(), context).params).toMatchObject({
      rating: 1500,
      opponentRating: 1833,
    });
  });
});

describe('what is quickly said', () => {
  it.each([
    ['over', 'Black has won by checkmate.'],
    ['stalemate', 'Draw by stalemate.'],
  ] as const)('a game that is over: %s', (name, words) => {
    const { reply } = made[name];
    expectToFit(reply);
    expect(textOf(reply)).toBe(`The game is over\n${words}`);
    expect(menusOf(reply)).toEqual([]);
    expect(buttonsOf(reply).map(({ label }) => label)).toEqual(['Flip']);
  });

  it('a mate in one: nothing else is talked about', () => {
    const { reply } = made.mate;
    expectToFit(reply);
    expect(textOf(reply)).toContain('Ra8# is mate.');
    expect(textOf(reply)).not.toContain('2. ');
    expect(menusOf(reply).map(({ options }) => options.length)).toEqual([1]);
  });

  it('the only legal move', () => {
    const { reply } = made.only;
    expectToFit(reply);
    expect(textOf(reply)).toContain('Kxh2 is the only legal move: people rated 1500 score');
  });
});
