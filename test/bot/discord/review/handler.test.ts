import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReviewReport } from '../../../../src/analysis/review/report.ts';
import type { BotContext, Session } from '../../../../src/bot/discord/core/context.ts';
import { makeReport } from '../../../../src/bot/discord/core/context.ts';
import type { Reply } from '../../../../src/bot/discord/core/reply.ts';
import { ReportViews } from '../../../../src/bot/discord/core/report-views.ts';
import type { Requester } from '../../../../src/bot/discord/core/requester.ts';
import { HANDLERS } from '../../../../src/bot/discord/handlers.ts';
import { makeState, parseState, type ReviewPage } from '../../../../src/bot/discord/review/buttons.ts';
import { reviewHandler } from '../../../../src/bot/discord/review/handler.ts';
import { cp } from '../../../../src/chess/score.ts';
import { parsePgn } from '../../../../src/input/pgn.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import type { ReviewQuestion } from '../../../../src/questions/review.ts';
import { MAX_BYTES } from '../../../../src/render/animation.ts';
import { DEFAULT_SETTINGS } from '../../../../src/store/settings.ts';
import { review } from '../../../present/reviews.ts';
import { makeStore } from '../../../support/discord/bot.ts';
import { buttonsOf, complaintsAbout, fileOf, textOf } from '../../../support/discord/reply.ts';
import { makeService } from '../../../support/service.ts';
import { tasks } from '../../../support/tasks.ts';
import { englishIn, menusOf } from '../core/replies.ts';

const OPERA = readFileSync(new URL('../../../../assets/games/opera.pgn', import.meta.url), 'utf8');
const ID = 'AAAABBBBCCCCDDDD';
const somebody = (locale = 'en-GB'): Requester => ({
  user: '100000000000000001',
  server: null,
  voice: voiceOf(locale),
  settings: DEFAULT_SETTINGS,
});

const question = (pgn: string): ReviewQuestion => ({
  pgn,
  side: 'white',
  limit: { kind: 'nodes', nodes: 3000 },
  ratings: { white: 1600, black: 1600 },
});

/** A report that was made by hand, shown as if it had been asked for. */
function show(report: ReviewReport, state = '', requester = somebody()): Promise<Reply> {
  const headers = Object.entries(report.headers).map(
    ([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`,
  );
  const pgn = `${headers.join('\n')}\n\n${report.plies.map(({ san }) => san).join(' ')} *\n`;
  const about = { owner: requester.user, kind: 'review', question: question(pgn), created: 0 };
  return reviewHandler.show(ID, { ...about, report }, state, requester);
}

const stateIn = (id: string): string => id.split(':').at(-1) ?? '';
const labelsOf = (reply: Reply): string[] => buttonsOf(reply).map(({ label }) => label);

/** White gives the queen away, and Black does not take it. */
const BLUNDERS = review('e4 e5 Qh5 Nc6 Qxe5+ Be7 Qf4 Nf6 Qf3 d5 exd5 Nxd5', {
  said: {
    5: { score: cp(-700), best: 'Bc4 g6 Qf3 Nf6', found: 0.6 },
    6: { score: cp(500), best: 'Nxe5 d4 Nc6', played: 0.01, labels: ['out-of-character'] },
    10: { score: cp(420), judgement: 'inaccuracy', best: 'd6 Nc3' },
  },
  moments: [5, 6],
  middlegame: 7,
  playedLike: { kind: 'estimate', rating: 1650, low: 1400, high: 1900, moves: 40 },
});

describe('a review by the engines', () => {
  it('is kept, and can be walked through to its last mistake and back', async () => {
    const [service, store, requester] = [makeService(), makeStore(), somebody()];
    const shown: string[] = [];
    const session: Session = {
      signal: new AbortController().signal,
      voice: requester.voice,
      show: ({ content = '' }) => void shown.push(content),
    };
    // Of all the rest nothing is needed.
    const context = {
      service,
      store,
      tasks,
      views: new ReportViews({ tasks, pooled: HANDLERS }),
      now: Date.now,
    } as unknown as BotContext;
    const summary = await makeReport(reviewHandler, question(OPERA), session, context, requester);

    expect(complaintsAbout(summary)).toEqual([]);
    expect(textOf(summary)).toContain('Paul Morphy beat Duke of Brunswick and Count I… by checkmate in 17 moves.');
    for (const word of [
      'Accuracy',
      'Average centipawn loss',
      'Blunders ??',
      'Played like',
      'Middlegame',
      'What decided the game',
    ])
      expect(textOf(summary)).toContain(word);
    expect(shown.join('\n')).toMatch(/▰/);
    expect(fileOf(summary, '.png').alt).toContain('Evaluation graph of 17 moves');
    const pgn = fileOf(summary, '.pgn');
    expect(pgn.name).toBe('Paul-Morphy-Duke-of-Brunswick-and-Count-I.pgn');
    const written = parsePgn(pgn.bytes.toString());
    expect(written.ok && written.value.notes.filter(({ score }) => score).length).toBe(32);
    expect(pgn.bytes.toString()).toContain('was best');

    const next = buttonsOf(summary).find(({ label }) => label === 'Next mistake');
    const id = next?.id.split(':')[2] ?? '';
    const stored = store.reports.get(id);
    if (!stored || stored === 'expired') throw new Error('nothing was kept');
    const { plies } = stored.report as ReviewReport;
    const judged = plies.filter(({ judgement }) => judgement);
    expect(judged.length).toBeGreaterThan(1);
    const seen: string[] = [];
    for (let state = stateIn(next?.id ?? ''); ; ) {
      const page = await reviewHandler.show(id, stored, state, requester);
      expect(complaintsAbout(page)).toEqual([]);
      expect(fileOf(page, '.png').alt).toMatch(/^Board, (White|Black) to move.*Arrows: /);
      seen.push(page.embeds?.[0]?.description?.split(/\?/)[0] ?? '');
      const further = buttonsOf(page).find(({ label }) => label === 'Next mistake');
      if (!further || further.disabled) break;
      state = stateIn(further.id);
    }
    expect(seen).toEqual(
      judged.map(({ moveNumber, color, san }) => `${moveNumber}${color === 'white' ? '\\.' : '...'} ${san}`),
    );

    const gif = fileOf(await reviewHandler.show(id, stored, 'gif-black', requester), '.gif');
    expect(gif.bytes.subarray(0, 6).toString()).toBe('GIF89a');
    expect(gif.alt).toContain('Animation of a game: 17 moves, White won.');
  });
});

describe('the summary', () => {
  it('says how both played, what decided the game and what there is to learn', async () => {
    const reply = await show(BLUNDERS);
    const [embed] = reply.embeds ?? [];
    expect(embed?.description).toBe('**alice (1612) against bob (1588), unfinished after 6 moves.**');
    expect(embed?.fields?.map(({ name, inline }) => [name, inline ?? false])).toEqual([
      ['alice (White)', true],
      ['bob (Black)', true],
      ['Phases', false],
      ['What mattered most', false],
      ['To take away', false],
    ]);
    expect(embed?.fields?.[0]?.value).toContain('Blunders ??: **1**\nPlayed like: **1650 (1400–1900)**');
    expect(embed?.fields?.[3]?.value).toContain('**1** · 3\\. Qxe5+?? by alice');
    expect(embed?.fields?.[3]?.value).toContain('Best was 3. Bc4 g6 4. Qf3 Nf6.');
    expect(embed?.image?.url).toBe(`attachment://${fileOf(reply, '.png').name}`);
    expect(embed?.footer?.text).toContain('Compared with 1600s.');
    expect(fileOf(reply, '.pgn').name).toBe('alice-bob.pgn');
    expect(labelsOf(reply)).toEqual(['Previous mistake', 'Next mistake', 'GIF']);
    expect(buttonsOf(reply).map(({ disabled }) => disabled)).toEqual([true, false, false]);
  });

  it('has no way to mistakes where there are none', async () => {
    const reply = await show(review('e4 e5 Nf3 Nc6'));
    expect(labelsOf(reply)).toEqual(['GIF']);
    expect(complaintsAbout(reply)).toEqual([]);
  });

  it('of a game without moves is words and the game, and nothing to press', async () => {
    const reply = await show(review(''));
    expect(textOf(reply)).toContain('alice (1612) against bob (1588), without a move.');
    expect(reply.rows).toEqual([]);
    expect(reply.embeds?.[0]?.image).toBeUndefined();
    expect(reply.files?.map(({ name }) => name)).toEqual(['alice-bob.pgn']);
    expect(complaintsAbout(reply)).toEqual([]);
  });

  it('does without ratings, without names, without Maia', async () => {
    const bare: ReviewReport = {
      ...review('e4 e5 Nf3 f6', { headers: {}, asked: false }),
      problem: 'The model is not there.',
    };
    const reply = await show(bare);
    expect(textOf(reply)).toContain('White against Black, unfinished after 2 moves.');
    expect(reply.embeds?.[0]?.fields?.slice(0, 2).map(({ name }) => name)).toEqual(['White', 'Black']);
    expect(reply.embeds?.[0]?.footer?.text).toContain('What people play is not known: The model is not there.');
    expect(fileOf(reply, '.pgn').name).toBe('White-Black.pgn');
    expect(complaintsAbout(reply)).toEqual([]);
  });

  it('is in the language of whoever looks, numbers and all', async () => {
    const reply = await show(BLUNDERS, '', somebody('de'));
    expect(labelsOf(reply)).toEqual(['Voriger Fehler', 'Nächster Fehler', 'GIF']);
    const text = textOf(reply).replaceAll('\u00a0', ' ');
    for (const part of [
      '**alice (1612) gegen bob (1588), nach 6 Zügen nicht zu Ende gespielt.**',
      'alice (Weiß)\nGenauigkeit: **',
      'Patzer ??: **1**\nGespielt wie: **1650 (1400–1900)**',
      'Phasen\nEröffnung (Züge 1–3): ',
      'Was am wichtigsten war\n**1** · 3\\. Qxe5+?? von alice machte aus einer ausgeglichenen Stellung eine verlorene: 51 % → 7 %. Am besten war 3. Bc4 g6 4. Qf3 Nf6.',
      'Untypisch: 1 % der 1600er spielen das.',
      'Zum Mitnehmen\nalice: ',
      'Verglichen mit 1600ern.',
      'Suchen von Stockfish 17 mit bis zu 300.000 Knoten',
    ])
      expect(text).toContain(part);
    expect(englishIn(text)).toEqual([]);
    const page = await show(BLUNDERS, 'ply6-white', somebody('de'));
    expect(page.embeds?.[0]?.title).toBe('Patzer von bob (Schwarz)');
    expect(page.embeds?.[0]?.footer?.text).toBe('Fehler 2 von 3');
    expect(englishIn(textOf(page))).toEqual([]);
  });
});

describe('the page of a mistake', () => {
  it('shows what was played and what was best, and says it', async () => {
    const reply = await show(BLUNDERS, 'ply5-white');
    const [embed] = reply.embeds ?? [];
    expect(embed?.title).toBe('Blunder by alice (White)');
    expect(embed?.description).toMatch(
      /^3\\\. Qxe5\+\?\? turned a level position into a lost one: 51% → 7%\. Best: Bc4\./,
    );
    expect(embed?.fields).toEqual([{ name: 'Engine line', value: '3\\. Bc4 g6 4. Qf3 Nf6' }]);
    expect(embed?.footer?.text).toBe('Mistake 1 of 3');
    expect(fileOf(reply, '.png').alt).toContain('h5 to e5 (??, a blunder), f1 to c4');
    expect(labelsOf(reply)).toEqual(['Previous mistake', 'Next mistake', 'Flip', 'Investigate', 'Back to analysis']);
    expect(buttonsOf(reply).map(({ id }) => id.split(':').slice(1).join(' '))).toEqual([
      `view ${ID} none-before`,
      `view ${ID} ply6-white`,
      `view ${ID} ply5-black`,
      `run ${ID} investigate 5`,
      `view ${ID} summary-white`,
    ]);
    expect(complaintsAbout(reply)).toEqual([]);
  });

  it('is one pick away from all others, in the language of whoever looks', async () => {
    const menuOf = (reply: Reply) => menusOf(reply)[0];
    expect(menuOf(await show(BLUNDERS))?.placeholder).toBe('Jump to a mistake …');
    expect(menuOf(await show(BLUNDERS))?.options.map(one => [one.label, one.description, one.value])).toEqual([
      ['3. Qxe5+??', 'alice · 51% → 7%', 'ply5-white'],
      ['3... Be7??', 'bob · 93% → 14%', 'ply6-white'],
      ['5... d5?!', 'bob · 14% → 18%', 'ply10-white'],
    ]);
    const page = menuOf(await show(BLUNDERS, 'ply6-black', somebody('de')));
    expect(page?.placeholder).toBe('Zu einem Fehler springen …');
    expect(page?.options.map(one => [one.default, one.value])).toEqual([
      [false, 'ply5-black'],
      [true, 'ply6-black'],
      [false, 'ply10-black'],
    ]);
    expect(page?.options[0]?.description).toBe('alice · 51\u00a0% → 7\u00a0%');
    expect(menusOf(await show(BLUNDERS, 'gif-white'))).toEqual([]);
  });

  it('is in the menu if it is one of the worst that there is room for', async () => {
    const played = review('Nf3 Nf6 Ng1 Ng8 '.repeat(15).trim());
    const plies = played.plies.map(ply => ({ ...ply, judgement: 'mistake' as const, lost: ply.ply }));
    const report = { ...played, plies };
    const [menu] = menusOf(await show(report, 'ply1-white'));
    expect(menu?.placeholder).toBe('Jump to one of the 25 worst mistakes …');
    expect(menu?.options.map(({ value }) => value)).toEqual(
      Array.from({ length: 25 }, (_, index) => `ply${36 + index}-white`),
    );
    expect(menu?.options.some(one => one.default)).toBe(false);
  });

  it('can be turned around and back', async () => {
    const [white, black, again] = await Promise.all(
      ['ply5-white', 'ply5-black', 'ply5-white'].map(state => show(BLUNDERS, state)),
    );
    const bytes = (reply?: Reply) => reply?.files?.[0]?.bytes;
    expect(bytes(black)?.equals(bytes(white) as Buffer)).toBe(false);
    expect(bytes(again)?.equals(bytes(white) as Buffer)).toBe(true);
  });

  it('of the last one leads back only', async () => {
    const reply = await show(BLUNDERS, 'ply10-black');
    expect(buttonsOf(reply).map(({ disabled }) => disabled)).toEqual([false, true, false, false, false]);
    expect(stateIn(buttonsOf(reply)[0]?.id ?? '')).toBe('ply6-black');
  });

  it('of a game with one mistake leads nowhere else, and has no button twice', async () => {
    const report = review('e4 e5 Qh5 Nc6 Qxe5+', { said: { 5: { score: cp(-700) } } });
    const reply = await show(report, 'ply5-white');
    expect(complaintsAbout(reply)).toEqual([]);
    expect(menusOf(reply)).toEqual([]);
  });
});

describe('what strangers wrote', () => {
  const moves = BLUNDERS.plies.map(({ san }) => san).join(' ');
  const said = { 5: { score: cp(-700), best: 'Bc4' }, 6: { score: cp(500), best: 'Nxe5' } };
  it.each([
    ['pings', '@everyone', '<@100000000000000001>'],
    ['links', '[x](http://evil.example)', 'https://evil.example'],
    ['signs', '**__~~||`x`||', '```js'],
    ['lists and headings', '# big', '1. e4'],
    ['very long names', 'W'.repeat(255), '*'.repeat(255)],
    ['long escapes', '\\'.repeat(255), '_@'.repeat(127)],
    ['paths', '../../etc/passwd', 'C:\\con'],
    ['other scripts', 'שחמט', 'Жуков 象棋'],
  ])('does no harm: %s', async (_, White, Black) => {
    const report = review(moves, { headers: { White, Black, Result: '1-0' }, said, moments: [5, 6], middlegame: 5 });
    for (const state of ['', 'ply5-white', 'gif-white']) {
      const reply = await show(report, state);
      expect(complaintsAbout(reply)).toEqual([]);
      const text = textOf(reply);
      expect(text).not.toMatch(/@everyone|@here|<@\d|(?<!\\)\]\(|https?:\/\/|(?<!\\)[`_~|]/);
      for (const { name } of reply.files ?? []) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]*\.(png|pgn|gif)$/);
    }
  });

  it('and games of 600 half-moves fit, however much went wrong', async () => {
    const shuffle = 'Nf3 Nf6 Ng1 Ng8 '.repeat(150).trim();
    const all = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [
        index + 1,
        { score: cp(index % 2 ? 900 : -900), judgement: 'blunder' as const },
      ]),
    );
    const headers = { White: '*'.repeat(255), Black: '_'.repeat(255), Result: '1-0', Termination: '*'.repeat(500) };
    const report = review(shuffle, {
      headers,
      said: all,
      moments: [1, 2, 3],
      middlegame: 100,
      endgame: { from: 300, type: 'Rook vs Rook (Unequal Minors)' },
    });
    for (const state of ['', 'ply1-white', 'ply300-black', 'ply600-white']) {
      const reply = await show(report, state);
      expect(complaintsAbout(reply)).toEqual([]);
    }
    expect((await show(report, 'ply300-black')).embeds?.[0]?.footer?.text).toBe('Mistake 300 of 600');
    const gif = await show(report, 'gif-white');
    expect(fileOf(gif, '.gif').bytes.length).toBeLessThanOrEqual(MAX_BYTES);
    expect(complaintsAbout(gif)).toEqual([]);
  });
});

describe('what is shown of a review', () => {
  const pages: ReviewPage[] = [
    { kind: 'summary' },
    { kind: 'gif' },
    { kind: 'move', ply: 1 },
    { kind: 'move', ply: 600 },
  ];
  it.each(pages)('is read as it was written: %o', page => {
    for (const side of ['white', 'black'] as const)
      expect(parseState(makeState({ page, side }), 'white')).toEqual({ page, side });
  });

  it.each(['', 'first', 'ply0-white', 'ply9999-white', 'ply5', 'ply5-green', 'gif', 'none-before', 'x'.repeat(60)])(
    'is the summary for what is no page: %s',
    async state => {
      const reply = await show(BLUNDERS, state === 'ply5-green' ? 'ply4-green' : state);
      expect(reply.embeds?.[0]?.description).toContain('alice (1612) against bob (1588)');
    },
  );
});

describe('the question behind a button', () => {
  const about = { owner: 'x', kind: 'play', question: null, created: 0 };
  it('is about the game that was kept, from the side that was wished, as deep as the server wants it', () => {
    const pgn = `[White "anna"]\n[Black "Maia"]\n[BlackElo "1900"]\n\n1. e4 e5 *\n`;
    const derive = (changes: object) =>
      reviewHandler.derive?.({ ...about, report: { pgn } }, 'black', { settings: { ...DEFAULT_SETTINGS, ...changes } });
    expect(derive({})).toMatchObject({
      ...{ pgn: expect.stringContaining('1. e4 e5 *'), side: 'black', limit: { kind: 'nodes' } },
      ratings: { white: 1500, black: 1900 },
    });
    expect(derive({ depth: 20, rating: 1800 })).toMatchObject({
      ...{ limit: { kind: 'depth', depth: 20 }, ratings: { white: 1800, black: 1900 } },
    });
  });

  it.each([
    ['no game', { x: 1 }, 'white'],
    ['no side', { pgn: '1. e4 e5 *' }, 'green'],
    ['no chess', { pgn: 'hello there' }, 'white'],
  ])('makes no sense with %s', (_, report, wish) => {
    expect(reviewHandler.derive?.({ ...about, report }, wish, { settings: DEFAULT_SETTINGS })).toBeUndefined();
  });
});
