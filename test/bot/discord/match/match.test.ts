import { describe, expect, it } from 'vitest';
import type { MatchGameReport } from '../../../../src/analysis/match/game.ts';
import { Fault } from '../../../../src/base/fault.ts';
import type { SlashCommand } from '../../../../src/bot/discord/core/context.ts';
import { buttonRow } from '../../../../src/bot/discord/core/reply.ts';
import { Limits } from '../../../../src/bot/limits.ts';
import { readGames } from '../../../../src/input/pgn-file.ts';
import type { JobOf } from '../../../../src/service/jobs.ts';
import { GENEROUS, HandService, makeStore, startBot } from '../../../support/discord/bot.ts';
import { startDiscord } from '../../../support/discord/start.ts';

const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];

/** Black wins every game, and the engine dies in the second. */
async function play(service: HandService, games: number): Promise<JobOf<'match'>[]> {
  const jobs: JobOf<'match'>[] = [];
  let next = 0;
  while (jobs.length < games) {
    const { job, resolve, reject } = await service.job(next++);
    const { params, ...rest } = job as JobOf<'match'>;
    if (next === 2) {
      reject(new Fault('engine-failed', 'Stockfish ended.'));
      continue;
    }
    jobs.push({ params, ...rest });
    const game: MatchGameReport = {
      ...{ kind: 'match', version: 1, model: 'maia3-5m', engine: 'Stockfish 15.1', maia: params.maia },
      ...{ moves: FOOLS_MATE, result: '0-1', by: 'checkmate', ms: 1 },
    };
    resolve(game);
  }
  return jobs;
}

describe('/match', () => {
  it('is for those who run the bot', async () => {
    const discord = await startDiscord();
    await startBot(discord);
    const asked = discord.user('anna').types('/match');
    expect((await asked.followUp()).content).toBe('Only those who run me can start a match.');
  });

  it('is for nobody else either when it is to be run again', async () => {
    const discord = await startDiscord();
    const [anna, ben] = [discord.user('anna'), discord.user('ben')];
    const service = new HandService();
    const limits = new Limits({ ...GENEROUS, owners: [anna.id] });
    const store = makeStore();
    const question = { games: 1, elo: 1500, rating: 1500, temperature: 0 };
    const report = store.reports.put(null, { owner: anna.id, kind: 'match', question });
    const again: SlashCommand = {
      description: { name: 'lost', description: 'what a restart has left' },
      run: async () => ({ content: 'lost', rows: [buttonRow({ label: 'Run again', id: { kind: 'again', report } })] }),
    };
    await startBot(discord, { service, limits, store, commands: [again] });
    const message = await anna.types('/lost').reply();
    const refused = await ben.presses(message, 'Run again').followUp();
    expect([refused.content, refused.ephemeral]).toEqual(['Only those who run me can start a match.', true]);
    expect(service.asked).toEqual([]);
    anna.presses(message, 'Run again');
    expect((await service.job()).job.kind).toBe('match');
  });

  it('plays behind everybody else, plays again what an engine died over, and tells the strength', async () => {
    const discord = await startDiscord();
    const service = new HandService();
    const anna = discord.user('anna');
    const limits = new Limits({ ...GENEROUS, owners: [anna.id] });
    await startBot(discord, { service, limits });
    const asked = anna.types('/match', { games: 4, elo: 1600, rating: 1400, temperature: 0.5 });
    const jobs = await play(service, 4);
    expect(service.asked.every(({ options }) => options.priority === 'background')).toBe(true);
    expect(jobs.map(({ params }) => params.maia)).toEqual(['white', 'black', 'white', 'black']);
    expect(jobs[0]?.params).toMatchObject({ elo: 1600, rating: 1400, temperature: 0.5 });
    const message = await asked.replyThat(({ attachments }) => attachments.length > 0, 'it is over');
    const [title, score, strength] = message.content.split('\n');
    expect(title).toBe('**Maia at 1400 against Stockfish at 1600**');
    expect(score).toBe('4 games: +2 =0 -2, as Maia sees it.');
    expect(strength).toMatch(
      /^That is a strength of about 1600 on Stockfish’s scale: between \d+ and \d+, 95 times in 100\.$/,
    );
    const games = [];
    for await (const game of readGames([message.attachments[0]?.bytes.toString() ?? ''])) games.push(game);
    expect(games.map(({ headers }) => headers.get('Round'))).toEqual(['1600.1', '1600.2', '1600.3', '1600.4']);
    expect(games.every(({ moves }) => moves.ok && moves.value.join(' ') === 'f3 e5 g4 Qh4#')).toBe(true);
    const result = message.content;
    const becomes = (what: string, holds: () => boolean) => message.until(() => holds() || undefined, what);
    anna.presses(message, 'Games');
    await becomes('the games are listed', () => message.content.includes('1. '));
    expect(message.content.split('\n')).toEqual([
      '**Maia at 1400 against Stockfish at 1600**',
      '1. Italian Game, Maia has White: Black has won by checkmate (2 moves).',
      '2. Italian Game, Maia has Black: Black has won by checkmate (2 moves).',
      '3. Ruy Lopez, Maia has White: Black has won by checkmate (2 moves).',
      '4. Ruy Lopez, Maia has Black: Black has won by checkmate (2 moves).',
    ]);
    anna.presses(message, 'Result');
    await becomes('the result is back', () => message.content === result);
  });
});
