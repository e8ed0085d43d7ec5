import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../../src/analysis/investigation/params.ts';
import type { IllusionBranch, InvestigationReport } from '../../../../src/analysis/investigation/report.ts';
import type { ReviewReport } from '../../../../src/analysis/review/report.ts';
import { investigateHandler } from '../../../../src/bot/discord/investigate/handler.ts';
import { parsePgn } from '../../../../src/input/pgn.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import { DEFAULT_SETTINGS } from '../../../../src/store/settings.ts';
import { EVALUATED, HandService, makeStore, startBot } from '../../../support/discord/bot.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import { makeServiceForAll } from '../../../support/service.ts';

/** Légal's trap: the bishop may not take the queen. */
const TRAP = 'e4 e5 Nf3 Nc6 Bc4 d6 Nc3 Bg4 Nxe5';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const TRAP_MOVES = 'e2e4 e7e5 g1f3 b8c6 f1c4 d7d6 b1c3 c8g4 f3e5'.split(' ');
const service = makeServiceForAll();
const requester = { user: '1', server: null, voice: voiceOf('en-GB'), settings: DEFAULT_SETTINGS };

describe('/investigate', () => {
  it('says what fools people, shows it, and follows it where somebody asks', async () => {
    const discord = await startDiscord();
    const store = makeStore();
    const anna = discord.user('anna');
    store.settings.set(discord.places.guild.id, 'depth', 10);
    const { logged } = await startBot(discord, { service, store });
    const asked = anna.types('/investigate', { position: TRAP, move: 'Bxd1', rating: 1200 });
    const message = await asked.replyThat(({ attachments }) => attachments.length > 0, 'it is done');
    expect(message.content).toMatch(/^Best is Nxe5 \(depth 10: -\d\.\d\)\. \d+% of 1200s play it\.\n/);
    expect(message.content).toMatch(
      /Bxd1 seems to win the queen .* but Bxf7\+ forces mate in 2 .*\d+% of 1200s play it\./,
    );
    expect(message.content).toMatch(
      /\n-# Stockfish .*, depth 10\. The PGN has all lines\. What people play: Maia at 1200\.$/,
    );
    const [picture, pgn] = message.attachments;
    expect(picture?.description).toMatch(
      /Last move: knight f3 to e5\. Arrows: c6 to e5 \(!, good\), g4 to d1 \(\?\?, a blunder\)/,
    );
    expect(pgn?.filename).toBe('investigation.pgn');
    const read = parsePgn(pgn?.bytes.toString() ?? '');
    expect(read.ok && read.value.tree.moves.children.map(({ data }) => data.san)).toEqual(
      expect.arrayContaining(['Nxe5', 'Bxd1']),
    );

    anna.picks(message, 'Bxd1');
    await message.until(() => message.content.includes('How it goes on') || undefined, 'the branch is shown');
    expect(message.content).toContain('How it goes on: 5... Bxd1 6. Bxf7+ Ke7 7. Nd5#');
    expect(message.content).toContain('Better: Nxe5');
    expect(message.attachments[0]?.description).toMatch(
      /^Board, Black to move and in check\. A preview, 2 plies ahead.*d1 is marked \?\?, a blunder\. f7 is marked !, good/,
    );
    anna.presses(message, 'Back to analysis');
    await message.until(() => message.content.startsWith('Best is') || undefined, 'all of it is shown');
    expect(message.attachments).toHaveLength(2);
    expect(logged).toEqual([]);
  });

  it('asks as deep as the server wants, within what an investigation can do, and shows how far it is', async () => {
    const discord = await startDiscord();
    const store = makeStore();
    store.settings.set(discord.places.guild.id, 'depth', 3);
    const service = new HandService();
    await startBot(discord, { service, store });
    const asked = discord.user('anna').types('/investigate', { position: TRAP });
    const { job, options } = await service.job();
    expect(job).toMatchObject({ kind: 'investigate', params: { deep: 8, shallow: 2, rating: 1500, move: null } });
    options.onProgress?.({ kind: 'investigate', searches: 5, branches: 6, done: 2 });
    await asked.replyThat(({ content }) => content.includes('2 of 6 branches'), 'progress is shown');
  });

  it('tells what is wrong with the move', async () => {
    const discord = await startDiscord();
    await startBot(discord);
    const asked = discord.user('anna').types('/investigate', { position: TRAP, move: 'Qxb7' });
    expect((await asked.followUp()).content).toBe('move: Qxb7 is not possible here.');
  });
});

/** Branches within branches, and many of them. */
async function deepReport(): Promise<InvestigationReport> {
  const params = { ...DEFAULTS, deep: 8, maia: false };
  const input = { fen: START, moves: TRAP_MOVES };
  const job = { kind: 'investigate', input, params, deterministic: true, cache: false } as const;
  return service.run(job);
}

describe('the report', () => {
  it('is shown in each of its states, and in no other', async () => {
    const report = await deepReport();
    const [first] = report.tree.branches;
    if (!first) throw new Error('nothing looks better than it is');
    const [, , third] = first.line;
    const inner: IllusionBranch = {
      ...first,
      level: 2,
      line: third ? first.line.slice(2) : first.line,
      branches: [],
      stop: null,
    };
    const nested = { ...report, tree: { ...report.tree, branches: [{ ...first, branches: [inner] }] } };
    const question = { fen: START, moves: TRAP_MOVES, rating: 1500, move: null };
    const stored = { owner: '1', kind: 'investigate', question, created: 0, report: nested };
    const show = (state: string) => investigateHandler.show('x'.repeat(16), stored, state, requester);
    const all = await show('');
    expect(all.rows).toHaveLength(1);
    const branch = await show('b-0');
    expect(branch.rows).toHaveLength(3);
    const further = await show('b-0-0');
    expect(further.files?.[0]?.alt).toContain('4 plies ahead');
    for (const state of ['b-7', 'b-0-1', 'b-0-0-0', 'b', 'x', 'b--1', 'b-0-0-0-0-0-0'])
      expect((await show(state)).content).toBe(all.content);
  });

  it('stays within the limits of Discord, however many branches there are', async () => {
    const report = await deepReport();
    const [first] = report.tree.branches;
    if (!first) throw new Error('nothing looks better than it is');
    const tree = { ...report.tree, branches: Array.from({ length: 40 }, () => first) };
    const question = { fen: START, moves: TRAP_MOVES, rating: 1500, move: null };
    const stored = { owner: '1', kind: 'investigate', question, created: 0, report: { ...report, tree } };
    const { rows = [], content = '' } = await investigateHandler.show('x'.repeat(16), stored, '', requester);
    expect(rows).toHaveLength(1);
    for (const { components } of rows)
      for (const menu of components) expect('options' in menu && menu.options).toHaveLength(25);
    expect(content.length).toBeLessThanOrEqual(2000);
  });

  it('of a game that is over has nothing to follow', async () => {
    const input = { fen: START, moves: 'f2f3 e7e5 g2g4 d8h4'.split(' ') };
    const job = { kind: 'investigate', input, params: DEFAULTS, deterministic: false, cache: false } as const;
    const report = await service.run(job);
    const question = { ...input, rating: 1500, move: null };
    const stored = { owner: '1', kind: 'investigate', question, created: 0, report };
    const reply = await investigateHandler.show('x', stored, '', requester);
    expect(reply.content).toBe('Black has won by checkmate. There is nothing to investigate.');
    expect(reply.rows).toEqual([]);
    expect(reply.files).toHaveLength(1);
  });
});

describe('from a review', () => {
  const ply = (uci: string, color: 'white' | 'black') => ({ uci, color });
  const report = {
    start: START,
    plies: [ply('e2e4', 'white'), ply('e7e5', 'black'), ply('d1h5', 'white')],
    players: { white: { rating: 1400 }, black: { rating: 1700 } },
  } as unknown as ReviewReport;
  const stored = { owner: '1', kind: 'review', question: null, created: 0, report };

  it('a half-move becomes the position before it, and the question why that was wrong', () => {
    expect(investigateHandler.derive?.(stored, '2', requester)).toEqual({
      fen: START,
      moves: ['e2e4'],
      rating: 1700,
      move: 'e7e5',
    });
    expect(investigateHandler.derive?.(stored, '1', requester)).toMatchObject({
      moves: [],
      rating: 1400,
      move: 'e2e4',
    });
  });

  it.each(['0', '4', '-1', 'x', '1.5', ''])('half-move "%s" is none', wish => {
    expect(investigateHandler.derive?.(stored, wish, requester)).toBeUndefined();
  });

  it('and from nothing else', () => {
    expect(investigateHandler.derive?.({ ...stored, kind: 'eval', report: EVALUATED }, '1', requester)).toBeUndefined();
  });
});
