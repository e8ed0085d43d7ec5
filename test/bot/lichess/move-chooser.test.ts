import { describe, expect, it } from 'vitest';
import { CLOCK } from '../../../src/base/clock.ts';
import { softmax } from '../../../src/base/probability.ts';
import { turningPly } from '../../../src/bot/lichess/chat-replies.ts';
import {
  considersDraw,
  considersResigning,
  type Forecast,
  isLost,
  NEW_PROSPECTS,
  prospectsAfter,
} from '../../../src/bot/lichess/draw-resign.ts';
import { strengthsFor } from '../../../src/bot/lichess/game-info.ts';
import {
  chooseMove,
  instantMove,
  type MoveChooserContext,
  type MoveQuestion,
  tempered,
} from '../../../src/bot/lichess/move-chooser.ts';
import { current, type Game, gameFrom, playUci } from '../../../src/chess/game.ts';
import { moveOf, startPosition } from '../../../src/chess/position.ts';
import { cp, mate } from '../../../src/chess/score.ts';
import { positionOf, randomGame, seeded } from '../../support/positions.ts';
import { silent } from '../../support/settings.ts';
import { fakeAnalysis, type Opinions } from './bot.ts';

const mindOf = (opinions: Opinions, guard?: number, random = seeded(1)): MoveChooserContext => ({
  service: fakeAnalysis(opinions),
  settings: { model: undefined, temperature: 1, guard },
  log: silent,
  clock: CLOCK,
  random,
});
const asking = (game: Game, changes: Partial<MoveQuestion> = {}): MoveQuestion => ({
  ...{ game, rating: 1500, opponentRating: 1500, refused: new Set(), owner: 'game x' },
  ...{ signal: new AbortController().signal, patienceMs: 5_000 },
  ...changes,
});

describe('the choice of a move', () => {
  it('is legal in every position, and never one that was refused', async () => {
    const random = seeded(7);
    for (let index = 0; index < 40; index++) {
      const game = randomGame(3 * index, random);
      const first = (await chooseMove(asking(game), mindOf({}, undefined, random))).uci;
      expect(moveOf(current(game), first)).toBeDefined();
      const refused = new Set([first]);
      const { uci } = await chooseMove(asking(game, { refused }), mindOf({}, undefined, random));
      expect(uci).not.toBe(first);
    }
  });

  it('is told what the people of both ratings think, within what Maia knows, and of any length', async () => {
    const chooser = mindOf({});
    const moves = Array.from({ length: 1200 }, (_, ply) => ['g1f3', 'g8f6', 'f3g1', 'f6g8'][ply % 4] as string);
    const game = playUci(startPosition(), moves) as Game;
    await chooseMove(asking(game, { rating: 3000, opponentRating: 100 }), chooser);
    const { asked } = chooser.service as ReturnType<typeof fakeAnalysis>;
    expect(asked[0]?.job).toMatchObject({ params: { rating: 2600, opponentRating: 600 } });
    expect(asked[0]?.job).toHaveProperty('input.moves.length', 16);
  });

  it('needs nobody where there is one move', async () => {
    const chooser = mindOf({});
    const forced = gameFrom(positionOf('k7/8/8/8/8/8/1r6/K7 w - - 0 1'));
    expect(await chooseMove(asking(forced), chooser)).toMatchObject({ uci: 'a1b2', legal: 1 });
    expect((chooser.service as ReturnType<typeof fakeAnalysis>).asked).toEqual([]);
  });

  it('is guarded by Stockfish, if the owner wants it', async () => {
    const likes = (_: Game, uci: string) => (uci === 'g2g4' ? 1000 : uci === 'e2e4' ? 100 : 0);
    const score: Opinions['score'] = (_, searched) => cp(searched?.[0] === 'g2g4' ? -200 : 30);
    const game = gameFrom();
    expect((await chooseMove(asking(game), mindOf({ likes, score }))).uci).toBe('g2g4');
    expect((await chooseMove(asking(game), mindOf({ likes, score }, 150))).uci).toBe('e2e4');
    expect((await chooseMove(asking(game), mindOf({ likes, score }, 300))).uci).toBe('g2g4');
  });
});

describe('a temperature', () => {
  it('is that of the model', () => {
    const logits = [1, 2, 0.5];
    const at = (temperature: number) =>
      softmax(logits, temperature).map((probability, index) => ({ uci: `${index}`, probability }));
    for (const temperature of [0.5, 1, 2]) {
      const own = tempered(at(1), temperature);
      const sum = own.reduce((total, { probability }) => total + probability, 0);
      own.forEach(({ probability }, index) => {
        expect(probability / sum).toBeCloseTo(at(temperature)[index]?.probability ?? 0, 10);
      });
    }
    expect(tempered(at(1), 0)).toMatchObject([{ uci: '1' }]);
  });
});

describe('a move without an engine', () => {
  it.each([
    ['mates', '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1', 'd1d8'],
    ['takes what hangs', 'rnb1kbnr/pppppppp/8/4q3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1', 'd4e5'],
  ])('%s', (_, fen, uci) => {
    expect(instantMove(gameFrom(positionOf(fen)))).toBe(uci);
  });

  it('does not give its queen away', () => {
    const game = gameFrom(positionOf('4k3/8/8/3q4/8/2N5/3P4/4K3 b - - 0 1'));
    expect(instantMove(game)).not.toMatch(/^d5(d2|e4|b5|a2)$/);
  });
});

describe('the mood', () => {
  const forecast = (win: number, draw: number, ply = 90): Forecast => ({ ply, win, draw, loss: 1 - win - draw });
  const moodOf = (...forecasts: Forecast[]) => forecasts.reduce(prospectsAfter, NEW_PROSPECTS);
  const hopeless = forecast(0.01, 0.02);
  const dull = forecast(0.15, 0.7);

  it('is to resign after several hopeless moves in a row', () => {
    expect(considersResigning(moodOf(hopeless, hopeless, hopeless, hopeless), 4)).toBe(true);
    expect(considersResigning(moodOf(hopeless, hopeless, dull, hopeless, hopeless), 4)).toBe(false);
    expect(considersResigning(moodOf(hopeless, hopeless, hopeless, hopeless), 0)).toBe(false);
    expect([isLost(cp(-800), 'white'), isLost(cp(-800), 'black'), isLost(mate(3), 'black')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is to offer a draw rarely', () => {
    const bored = moodOf(dull, dull, dull, dull, dull, dull);
    expect(considersDraw(bored, 90)).toBe(true);
    expect(considersDraw(bored, 60)).toBe(false);
    expect(considersDraw({ ...bored, offered: 80 }, 90)).toBe(false);
    expect(considersDraw({ ...bored, offered: 50 }, 90)).toBe(true);
    expect(considersDraw(moodOf(dull, dull), 90)).toBe(false);
  });

  it('turns where our prospects changed most: with our move if they fell, with theirs if they rose', () => {
    const game = { moves: Array(20).fill(undefined) };
    const course = (...wins: number[]) => wins.map((win, index) => forecast(win, 0, 2 * index));
    expect(turningPly(course(0.5, 0.5, 0.2, 0.25), game)).toBe(2);
    expect(turningPly(course(0.5, 0.55, 0.9), game)).toBe(3);
    expect(turningPly(course(0.5, 0.52), game)).toBeUndefined();
  });
});

describe('our strength', () => {
  it.each([
    [{ rating: 1733, provisional: false }, 'match' as const, 1733, 1733],
    [{ rating: 3100, provisional: false }, 'match' as const, 2600, 2600],
    [{ rating: 1733, provisional: true }, 'match' as const, 1500, 1500],
    [{ rating: undefined, provisional: false }, 'match' as const, 1500, 1500],
    [{ rating: 1733, provisional: false }, 1200, 1200, 1733],
    [{ rating: undefined, provisional: false }, 1200, 1200, 1200],
  ])('against %o with %s is %i', (player, rating, own, theirs) => {
    expect(strengthsFor(player, { rating, usualRating: 1500 })).toMatchObject({ rating: own, opponentRating: theirs });
  });
});
