import { INITIAL_FEN } from 'chessops/fen';
import type { Color } from 'chessops/types';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { InvestigationReport } from '../../../src/analysis/investigation/report.ts';
import { analyzeHandler } from '../../../src/bot/discord/analyze/handler.ts';
import { makeCustomId } from '../../../src/bot/discord/core/custom-id.ts';
import { makeGameButton, parseGameButton } from '../../../src/bot/discord/core/game-reply.ts';
import { investigateHandler } from '../../../src/bot/discord/investigate/handler.ts';
import { LichessClient } from '../../../src/lichess/client.ts';
import { voiceOf } from '../../../src/present/catalogue/voice.ts';
import { DEFAULT_SETTINGS } from '../../../src/store/settings.ts';
import { report } from '../../present/reports.ts';
import { HandService, makeStore, startBot } from '../../support/discord/bot.ts';
import { startDiscord } from '../../support/discord/start.ts';
import { lichessPgn } from '../../support/lichess/pgn.ts';
import { startLichess } from '../../support/lichess/start.ts';

/** The side of the board that a link names is the one that is below, in everything that comes of it. */

const requester = { user: '1', server: null, voice: voiceOf('en'), settings: DEFAULT_SETTINGS };
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const input = { fen: INITIAL_FEN, moves: ['e2e4'] };

describe('a question', () => {
  it.each(['/analyze', '/investigate'])('of %s is about the place and the side that the link names', async command => {
    const [discord, lichess, service, store] = [
      await startDiscord(),
      await startLichess(),
      new HandService(),
      makeStore(),
    ];
    lichess.games.set('abcdefgh', lichessPgn('abcdefgh', '1. e4 e5 2. Nf3 Nc6'));
    const client = new LichessClient({ url: lichess.url, userAgent: 'test' });
    await startBot(discord, { service, store, lichess: client });
    const begun = vi.spyOn(store.running, 'begin');
    discord.user('anna').types(command, { position: 'https://lichess.org/abcdefgh/black#2' });
    await service.job();
    expect(begun.mock.lastCall?.[0].question).toMatchObject({
      order: { question: { moves: ['e2e4', 'e7e5'], side: 'black' } },
    });
    await client.close();
  });
});

describe('a picture', () => {
  const seen = async (handler: typeof analyzeHandler | typeof investigateHandler, stored: object, state = '') => {
    const about = { owner: '1', kind: handler.kind, created: 0, question: {}, report: {}, ...stored };
    return (await handler.show('x'.repeat(16), about, state, requester)).files?.[0]?.bytes.toString('base64');
  };

  it('of an analysis is seen by whoever is to move, if nothing is said, and can be turned', async () => {
    const params = { threshold: 0.1, depth: 15, loss: -0.1, rating: 1500, opponentRating: 1500 };
    const draw = (side?: Color, state = '') =>
      seen(
        analyzeHandler,
        {
          question: { ...input, params, names: {}, ...(side && { side }) },
          report: report({ fen: AFTER_E4, player: 'black', moves: [] }),
        },
        state,
      );
    const [usual, black, white, turned] = [
      await draw(),
      await draw('black'),
      await draw('white'),
      await draw('white', 'list-0-f'),
    ];
    expect([black, turned]).toEqual([usual, usual]);
    expect(white).not.toBe(usual);
  });

  it('of an investigation likewise', async () => {
    const over: Partial<InvestigationReport> = { fen: AFTER_E4, player: 'black', ending: 'dead', pgn: '' };
    const tree = { line: [], branches: [] };
    const draw = (side?: Color) =>
      seen(investigateHandler, {
        question: { ...input, rating: 1500, move: null, ...(side && { side }) },
        report: { ...over, tree },
      });
    expect(await draw('black')).toBe(await draw());
    expect(await draw('white')).not.toBe(await draw());
  });
});

describe('a button', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9]{8}$/);
  const side = fc.constantFrom<Color | undefined>('white', 'black', undefined);

  it('about a game keeps the side', () => {
    fc.assert(
      fc.property(id, side, (game, from) => {
        const about = makeGameButton('review', { id: game, ...(from && { side: from }) });
        expect(parseGameButton(about)).toEqual({ kind: 'game', id: game, ...(from && { side: from }) });
        expect(() => makeCustomId(about)).not.toThrow();
      }),
    );
  });
});
