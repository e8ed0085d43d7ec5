import { describe, expect, it } from 'vitest';
import { DECLINE_CAUSES, declineCause, REASON_SENT } from '../../../src/bot/lichess/challenge-policy.ts';
import { type ChallengeFilter, DEFAULT_LICHESS_SETTINGS } from '../../../src/bot/lichess/settings.ts';
import type { Challenge } from '../../../src/lichess/schema.ts';
import type { ChallengeWish, Loopback } from '../../support/lichess/loopback.ts';
import { neverMoves } from '../../support/lichess/opponent.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { type StartOptions, startBot } from './bot.ts';

const clockOf = (initial: number, increment = 0): Challenge['timeControl'] => ({ kind: 'clock', initial, increment });

const anna = { id: 'anna', name: 'Anna', title: undefined, rating: 1500, provisional: false };
const challenge: Challenge = {
  id: 'abcdefgh',
  status: 'created',
  challenger: anna,
  variant: 'standard',
  rated: true,
  speed: 'blitz',
  timeControl: clockOf(180_000, 2_000),
  initialFen: undefined,
};

const cause = (changes: Partial<Challenge>, filter: Partial<ChallengeFilter> = {}) =>
  declineCause({ ...challenge, ...changes }, { ...DEFAULT_LICHESS_SETTINGS.challengeFilter, ...filter });

describe('the judgement of a challenge', () => {
  it('is in favour of everybody, if nothing is set', () => {
    expect(cause({})).toBeUndefined();
    expect(cause({ rated: false, challenger: { ...anna, title: 'BOT' } })).toBeUndefined();
    expect(cause({ challenger: { ...anna, rating: undefined } })).toBeUndefined();
    expect(cause({ speed: 'correspondence', timeControl: { kind: 'unlimited' } })).toBeUndefined();
    expect(cause({ speed: 'bullet', timeControl: clockOf(0, 1_000) })).toBeUndefined();
  });

  it.each<[string | undefined, string, Partial<Challenge>, Partial<ChallengeFilter>]>([
    ['blocked', 'generic', {}, { block: ['anna'] }],
    ['not-allowed', 'generic', {}, { allow: ['ben'] }],
    [undefined, '', {}, { allow: ['anna'] }],
    ['no-bots', 'noBot', { challenger: { ...anna, title: 'BOT' } }, { opponents: ['humans'] }],
    ['only-bots', 'onlyBot', {}, { opponents: ['bots'] }],
    ['variant', 'variant', { variant: 'chess960' }, {}],
    ['variant', 'variant', { variant: 'atomic' }, {}],
    ['variant', 'variant', { variant: 'fromPosition' }, { variants: ['standard'] }],
    ['too-fast', 'tooFast', { speed: 'ultraBullet', timeControl: clockOf(15_000) }, {}],
    ['too-fast', 'tooFast', {}, { speeds: ['rapid', 'classical'] }],
    ['too-slow', 'tooSlow', {}, { speeds: ['bullet'] }],
    ['time-control', 'timeControl', {}, { speeds: ['bullet', 'rapid'] }],
    ['too-fast', 'tooFast', {}, { limit: { min: 300, max: 900 } }],
    ['too-slow', 'tooSlow', {}, { limit: { min: 0, max: 60 } }],
    ['too-fast', 'tooFast', {}, { increment: { min: 3, max: 180 } }],
    ['too-slow', 'tooSlow', {}, { increment: { min: 0, max: 1 } }],
    ['too-slow', 'tooSlow', { speed: 'correspondence', timeControl: { kind: 'unlimited' } }, { speeds: ['classical'] }],
    ['no-rated', 'casual', {}, { modes: ['casual'] }],
    ['no-casual', 'rated', { rated: false }, { modes: ['rated'] }],
    ['too-weak', 'generic', {}, { rating: { min: 1600, max: 4000 } }],
    ['too-strong', 'generic', {}, { rating: { min: 0, max: 1400 } }],
    [undefined, '', { challenger: { ...anna, provisional: true } }, { rating: { min: 1600, max: 1700 } }],
  ])('finds %s and says %s', (found, reason, changes, filter) => {
    expect(cause(changes, filter)).toBe(found);
    const known = DECLINE_CAUSES.find(one => one === found);
    if (known) expect(REASON_SENT[known]).toBe(reason);
  });

  it.each([
    ['a study', '8/8/4k3/8/8/4K3/4P3/8 w - - 0 1', true],
    ['castling as usual', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', true],
    ['castling written otherwise', 'r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1', true],
    ['a king that castles from elsewhere', 'r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1', false],
    ['a rook that castles from elsewhere', '4k3/8/8/8/8/8/8/1R2K3 w B - 0 1', false],
    ['too many kings', 'kk6/8/8/8/8/8/8/K7 w - - 0 1', false],
  ])('looks at the position: %s', (_, initialFen, isFine) => {
    expect(cause({ variant: 'fromPosition', rated: false, initialFen })).toBe(isFine ? undefined : 'position');
  });
});

const blitz = { limit: 180, increment: 2 };

/** Challenges on Lichess itself. */
async function meet(options: StartOptions = {}, pace = 1) {
  const lichess = await startLichess({ pace });
  const started = await startBot(lichess, options);
  return { lichess, ...started };
}
const waits = (lichess: Loopback, name: string) => lichess.opponent(name, { plays: neverMoves });
const challengeBy = (lichess: Loopback, name: string, wish: Partial<ChallengeWish> = {}) => {
  waits(lichess, name);
  return lichess.challenge({ from: name, clock: blitz, ...wish });
};

describe('challenges on Lichess', () => {
  it.each([
    ['variant', {}, { variant: 'chess960' as const }],
    ['tooFast', {}, { clock: { limit: 15, increment: 0 } }],
    [
      'casual',
      { challengeFilter: { ...DEFAULT_LICHESS_SETTINGS.challengeFilter, modes: ['casual' as const] } },
      { rated: true },
    ],
    ['later', { correspondenceGames: 0 }, { clock: undefined, days: 3 }],
  ])('are declined with %s', async (reason, settings, wish) => {
    const { lichess } = await meet({ settings });
    const { clock, ...rest } = { clock: blitz, ...wish };
    waits(lichess, 'Anna');
    const asked = lichess.challenge({ from: 'Anna', ...rest, ...(clock && { clock }) });
    expect(await asked.answered()).toMatchObject({ status: 'declined', reason });
  });

  it('of one opponent are played one after the other', async () => {
    const { lichess } = await meet();
    await challengeBy(lichess, 'Anna').accepted();
    expect(await challengeBy(lichess, 'Anna').answered()).toMatchObject({ status: 'declined', reason: 'later' });
    await challengeBy(lichess, 'Ben').accepted();
  });

  it('wait for a seat, and are told when there is none', async () => {
    const { lichess } = await meet({ settings: { games: 1 } }, 10);
    const first = await challengeBy(lichess, 'Anna').accepted();
    const [second, third] = [challengeBy(lichess, 'Ben'), challengeBy(lichess, 'Cleo')];
    await lichess.clock.sleep(500);
    expect([second.status, third.status]).toEqual(['created', 'created']);
    first.resign(first.colorOf(lichess.account('Anna')) ?? 'white');
    await second.accepted();
    expect(await third.answered()).toMatchObject({ status: 'declined', reason: 'later' });
  });

  it('that are withdrawn while they wait take no seat', async () => {
    const { lichess } = await meet({ settings: { games: 1, queueMs: 15_000 } });
    const first = await challengeBy(lichess, 'Anna').accepted();
    const second = challengeBy(lichess, 'Ben');
    lichess.cancel(second);
    const third = challengeBy(lichess, 'Cleo');
    first.abort();
    await third.accepted();
  });

  it('by correspondence take no seat from the others', async () => {
    const { lichess } = await meet({ settings: { games: 1 } });
    waits(lichess, 'Anna');
    await lichess.challenge({ from: 'Anna', days: 3 }).accepted();
    await challengeBy(lichess, 'Ben').accepted();
  });

  it('come thirty at once: each is answered within 2 s of its turn, and none is lost', async () => {
    const { lichess, bot } = await meet({ settings: { games: 4, queueMs: 500 } });
    const began = lichess.clock.now();
    const all = Array.from({ length: 30 }, (_, index) => challengeBy(lichess, `Player${index}`));
    const answers = await Promise.all(all.map(one => one.answered()));
    const late = Math.max(
      ...lichess.seen.flatMap(({ path, at }) => (path.includes('/challenge/') ? [at - began] : [])),
    );
    expect(answers.filter(({ status }) => status === 'accepted')).toHaveLength(4);
    expect(answers.filter(({ reason }) => reason === 'later')).toHaveLength(26);
    expect(bot.games).toHaveLength(4);
    // By the clock of Lichess, which waits for busy machines.
    expect(late).toBeLessThan(2_500);
  });

  it('that lie there when the bot comes are answered', async () => {
    const lichess = await startLichess();
    lichess.bot();
    const asked = challengeBy(lichess, 'Anna');
    await startBot(lichess);
    await asked.accepted();
  });

  it('of our own are left to others', async () => {
    const { lichess, client } = await meet();
    const me = lichess.bot();
    const own = lichess.challenge({ from: me, to: 'Anna', clock: blitz });
    await challengeBy(lichess, 'Ben').accepted();
    expect(own.pending).toBe(true);
    expect(client.host).toBe(lichess.host);
  });
});
