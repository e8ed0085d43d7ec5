import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { pack } from '../../../../src/base/json.ts';
import type { ReportHandler, SlashCommand } from '../../../../src/bot/discord/core/context.ts';
import { EVERYWHERE } from '../../../../src/bot/discord/core/description.ts';
import { askedGame } from '../../../../src/bot/discord/core/input.ts';
import { boardCommand, evalCommand } from '../../../../src/bot/discord/position/commands.ts';
import { current } from '../../../../src/chess/game.ts';
import { fenOf } from '../../../../src/chess/position.ts';
import { LichessClient } from '../../../../src/lichess/client.ts';
import { gameOf, positionOf } from '../../../../src/lichess/find.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import type { JobOf } from '../../../../src/service/jobs.ts';
import { EVALUATED, HandService, isDone, startBot } from '../../../support/discord/bot.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import type { User } from '../../../support/discord/user.ts';
import { weigh } from '../../../support/discord/weigh-handler.ts';
import { answer } from '../../../support/lichess/mishaps.ts';
import { lichessPgn } from '../../../support/lichess/pgn.ts';
import { lichessPuzzle } from '../../../support/lichess/puzzle.ts';
import { startLichess } from '../../../support/lichess/start.ts';

/** What people ask about: positions, moves, PGN, links, files, messages of others. */

const { say } = voiceOf('en-GB');
const MOVES = '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#';
const ID = 'abcdefgh';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

/** Says what it was given. */
const gameCommand: SlashCommand = {
  description: {
    name: 'game',
    description: 'What game it is',
    options: [
      { type: ApplicationCommandOptionType.String, name: 'game', description: 'A game' },
      { type: ApplicationCommandOptionType.Attachment, name: 'file', description: 'A file' },
    ],
    ...EVERYWHERE,
  },
  async run(asked, session, context) {
    const found = await askedGame(asked, session, context);
    return { content: found ? `${gameOf(found).names.white}: ${gameOf(found).game.moves.length}` : 'nothing' };
  },
};

/** Like the handlers of the menu, but without any work. */
const echo = (kind: string): ReportHandler<{ fen: string }> => ({
  ...(weigh as unknown as ReportHandler<{ fen: string }>),
  kind,
  about: found => ({ fen: fenOf(current(positionOf(found).game)) }),
  run: async ({ fen }) => pack({ fen }),
  show: async (_, { report }) => ({ content: `${kind} ${(report as { fen: string }).fen}` }),
});

async function club(handlers: ReportHandler<unknown>[] = []) {
  const discord = await startDiscord();
  const service = new HandService();
  const lichess = await startLichess();
  lichess.games.set(ID, lichessPgn(ID, MOVES));
  lichess.puzzles.set('K69di', lichessPuzzle('f3 e5 g4', 2));
  lichess.games.set('zzzzzzz1', lichessPgn('zzzzzzz1', '1. d4 d5 2. c4 e6'));
  const client = new LichessClient({ url: lichess.url, userAgent: 'test' });
  const commands = [evalCommand, boardCommand, gameCommand];
  const running = await startBot(discord, { service, commands, handlers, lichess: client });
  return { discord, service, lichess, anna: discord.user('anna'), ben: discord.user('ben'), ...running };
}

/** As Discord shows it: what stands after a backslash, without that. */
const shown = (content: string) => content.replace(/\\(.)/g, '$1');

describe('a position', () => {
  it.each([
    ['a FEN', `look: \`${AFTER_E4}\``, 0],
    ['moves', '1. e4 e5', 2],
    ['a PGN', '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 *', 3],
    ['a link to a game: its end', 'https://lichess.org/abcdefgh', 7],
    ['a link to a place in a game', '<https://lichess.org/abcdefgh/black#2>', 2],
    ['a link to an analysis board', `https://lichess.org/analysis/${AFTER_E4.replaceAll(' ', '_')}`, 0],
    ['a link to a puzzle: what is to be solved', 'https://lichess.org/training/K69di', 3],
    ['a link to a player: the end of their last game', 'https://lichess.org/@/ben', 4],
  ])('is %s', async (_, position, moves) => {
    const { anna, service } = await club();
    const asked = anna.types('/eval', { position });
    const { job, resolve } = await service.job();
    expect((job as JobOf<'eval'>).input.moves).toHaveLength(moves);
    resolve(EVALUATED);
    await asked.replyThat(isDone, 'it is done');
  });

  const drawing = (anna: User) => async (options: object) =>
    (
      await anna.types('/board', { position: 'x', ...options }).replyThat(isDone, 'it is drawn')
    ).attachments[0]?.bytes.toString('base64');

  it('is shown from the side that the link names', async () => {
    const draw = drawing((await club()).anna);
    const link = `https://lichess.org/${ID}`;
    const pictures = [
      await draw({ position: link }),
      await draw({ position: `${link}/black` }),
      await draw({ position: link, flip: true }),
      await draw({ position: `${link}/black`, flip: true }),
    ];
    expect([pictures[1], pictures[3]]).toEqual([pictures[2], pictures[0]]);
    expect(pictures[0]).not.toBe(pictures[1]);
  });

  it('is shown from the side of whoever is to solve it, and of the player whose game it is', async () => {
    const draw = drawing((await club()).anna);
    const puzzle = await draw({ position: 'https://lichess.org/training/K69di' });
    expect(puzzle).toBe(await draw({ position: 'f3 e5 g4', flip: true }));
    const last = await draw({ position: 'https://lichess.org/@/ben' });
    expect(last).toBe(await draw({ position: 'd4 d5 c4 e6', flip: true }));
  });

  it('may be of a game that is being played, to look at: as far as Lichess shows it, and without a word about it', async () => {
    const { anna, lichess, service } = await club();
    lichess.games.set(ID, lichessPgn(ID, '1. d4 d5 2. c4 e6', { Result: '*', Termination: 'Unterminated' }));
    lichess.games.set('zzzzzzz3', lichessPgn('zzzzzzz3', '', { Result: '*', Termination: 'Unterminated' }));
    const look = (position: string) => anna.types('/board', { position }).replyThat(isDone, 'it is drawn');
    const [running, begun, moves] = [
      await look(`https://lichess.org/${ID}/black`),
      await look('https://lichess.org/zzzzzzz3'),
      await look('d4 d5 c4 e6'),
    ];
    for (const { content } of [running, begun]) expect(content).toBe(`${say('watch.behind')} ${say('watch.fair')}`);
    expect(moves.content).toBe('');
    expect(running.attachments[0]?.bytes.toString('base64')).toBe(
      await drawing(anna)({ position: 'd4 d5 c4 e6', flip: true }),
    );
    expect(service.asked).toEqual([]);
  });

  it.each([
    ['a game that is being played', `https://lichess.org/${ID}`, /^position: this game is still being played; /],
    ['a game that is not there', 'https://lichess.org/zzzzzzzz', /^position: there is no game at /],
    ['another address', 'https://evil.example/abcdefgh', /^position: "evil.example" is not Lichess; /],
    ['a variant', 'https://lichess.org/zzzzzzz2', /^position: "Atomic" is not standard chess; /],
    ['a puzzle that is not there', 'https://lichess.org/training/abcde', /^position: there is no puzzle at /],
    ['a player who is not there', 'https://lichess.org/@/ghost', /^position: nobody on Lichess is called ghost; /],
    [
      'a study that is private',
      'https://lichess.org/study/zzzzzzz1/zzzzzzz2',
      /^position: the study at .* is private; /,
    ],
  ])('is not %s, which is told to the asker alone', async (_, position, sentence) => {
    const { anna, ben, lichess, service, logged } = await club();
    lichess.games.set(ID, lichessPgn(ID, '1. e4 e5', { Result: '*', Termination: 'Unterminated' }));
    lichess.games.set('zzzzzzz2', lichessPgn('zzzzzzz2', '1. e4 e5', { Variant: 'Atomic' }));
    if (position.includes('/study/')) lichess.mishaps.push(answer(403));
    const told = await anna.types('/eval', { position }).followUp();
    expect(shown(told.content)).toMatch(sentence);
    expect([ben.sees(told), service.asked, logged]).toEqual([false, [], []]);
  });
});

describe('a game', () => {
  const pgn = (text: string | Buffer, rest: object = {}) => ({ name: 'a.pgn', bytes: Buffer.from(text), ...rest });

  it('is a link, moves, or a file, old ones too', async () => {
    const { anna } = await club();
    const answer = async (given: object) =>
      (await anna.types('/game', given as never).replyThat(isDone, 'it is done')).content;
    expect(await answer({ game: `lichess.org/${ID}` })).toBe('Anna: 7');
    expect(await answer({ game: 'e4 e5 Nf3' })).toBe('undefined: 3');
    expect(await answer({ file: pgn(lichessPgn(ID, MOVES)) })).toBe('Anna: 7');
    expect(await answer({ file: pgn(Buffer.from('[White "Jürgen"]\n\n1. e4 *', 'latin1')) })).toBe('Jürgen: 1');
    expect(await answer({})).toBe('nothing');
  });

  it.each([
    ['two things at once', { game: 'e4', file: pgn('1. e4 *') }, say('file.or-game')],
    ['a position', { game: AFTER_E4 }, /^game: this is a position; /],
    [
      'a puzzle',
      { game: 'lichess.org/training/K69di' },
      /^game: this is a puzzle; give the game that it is from instead, http\S+\./,
    ],
    ['a large file', { file: pgn(Buffer.alloc(1_000_001, 'x')) }, say('file.size', { megabytes: 1 })],
    ['a file from elsewhere', { file: pgn('1. e4', { url: 'http://evil.example/a.pgn' }) }, say('file.source')],
    ['no text', { file: pgn(Buffer.from([0x89, 0x50, 0, 1, 2])) }, say('file.kind')],
    ['a file without a game', { file: pgn('hello') }, /^file: this looks like words/],
    [
      'a game that is being played',
      { game: lichessPgn('zzzzzzz3', '1. e4') },
      /^game: this game is still being played/,
    ],
    ['a file of one', { file: pgn(lichessPgn('zzzzzzz3', '1. e4')) }, /^file: this game is still being played/],
  ])('is not %s', async (_, given, sentence) => {
    const { anna, lichess, logged } = await club();
    lichess.games.set('zzzzzzz3', lichessPgn('zzzzzzz3', '1. e4', { Result: '*', Termination: 'Unterminated' }));
    const told = await anna.types('/game', given as never).followUp();
    expect(shown(told.content)).toMatch(sentence);
    expect(logged).toEqual([]);
  });
});

describe('Analyze with Kibitz', () => {
  const MENU = 'Analyze with Kibitz';

  it('takes what is in a message to the handler for it', async () => {
    const { anna, ben } = await club([echo('analyze'), echo('review')]);
    const position = await anna.uses(MENU, ben.says(`what about ${AFTER_E4}?`)).replyThat(isDone, 'it is done');
    expect(position.content).toBe(`analyze ${AFTER_E4}`);
    const about = async (text: string) =>
      (await anna.uses(MENU, ben.says(text)).replyThat(isDone, 'it is done')).content;
    expect(await about(`my game: https://lichess.org/${ID}`)).toMatch(/^review r1bqkb1r\/pppp1Qpp\//);
    expect(await about(`this: https://lichess.org/${ID}#1`)).toBe(`analyze ${AFTER_E4}`);
    // Its start and its end are no places that anybody asks about.
    for (const hash of ['#0', '#7', '#99']) expect(await about(`https://lichess.org/${ID}${hash}`)).toMatch(/^review /);
    expect(await about('https://lichess.org/@/ben')).toMatch(/^review /);
    expect(await about('https://lichess.org/training/K69di')).toMatch(/^analyze rnbqkbnr\/pppp1ppp\//);
    expect(ben.sees(position)).toBe(true);
  });

  it('evaluates where there is no handler', async () => {
    const { anna, ben, service } = await club();
    const asked = anna.uses(MENU, ben.says('1. e4'));
    const { options, resolve } = await service.job();
    expect(options.owner).toBe(`discord:${anna.id}`);
    resolve(EVALUATED);
    expect((await asked.replyThat(isDone, 'it is done')).content).toContain('White +0.4');
  });

  it.each([
    ['nothing', 'hello there', /^message: there is nothing to analyse in it; /],
    [
      'only a game that is being played',
      lichessPgn('zzzzzzz3', '1. e4'),
      /^message: this game is still being played; /,
    ],
  ])('tells the asker alone that there is %s', async (_, text, sentence) => {
    const { anna, ben, lichess } = await club();
    lichess.games.set('zzzzzzz3', lichessPgn('zzzzzzz3', '1. e4', { Result: '*', Termination: 'Unterminated' }));
    const told = await anna.uses(MENU, ben.says(text)).followUp();
    expect(shown(told.content)).toMatch(sentence);
    expect(ben.sees(told)).toBe(false);
  });
});
