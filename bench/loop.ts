import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { COLORS } from 'chessops/types';
import { ComponentType, InteractionType } from 'discord-api-types/v10';
import { makeLog } from '../src/base/log.ts';
import { uciMoves } from '../src/chess/game.ts';
import { mainLine, makeTree } from '../src/chess/pgn/make.ts';
import { fenOf, sanLine, startPosition } from '../src/chess/position.ts';
import { EXPECTED } from '../src/questions/expected.ts';
import { REVIEW } from '../src/questions/review.ts';
import { Store } from '../src/store/store.ts';
import { review } from '../test/present/reviews.ts';
import type { Asked } from '../test/support/discord/asked.ts';
import type { Discord } from '../test/support/discord/discord.ts';
import type { Message } from '../test/support/discord/message.ts';
import { closeDiscord, openDiscord } from '../test/support/discord/open.ts';
import { withProgram } from '../test/support/discord/program.ts';
import { HOSTILE } from '../test/support/hostile.ts';
import { freePort } from '../test/support/port.ts';
import { randomGame, seeded } from '../test/support/positions.ts';
import { largeReport } from './hosted.ts';
import { percentile, progress, type Report, ROOT, type Row, withFolder } from './support.ts';

/** The event loop of the process that talks to Discord may not be blocked for longer. */
const MOST_MS = 50;
const FILE_BYTES = 1_000_000;
const TEXT_BYTES = 99_000;
const HELP_MS = 500;
const HELP_MOST_MS = 1_000;
const DONE_MS = 120_000;
/** As many half-moves as a game may have. */
const PLIES = 600;
/** Of the kinds of hostile texts every so manieth at a short setting. */
const SHORT_STEP = 7;

const ROOM = {
  KIBITZ_USER_HOURLY: '1000',
  KIBITZ_SERVER_HOURLY: '1000',
  KIBITZ_SERVER_RUNNING: '100',
  KIBITZ_ENGINES: '1',
};

interface Block {
  at: number;
  ms: number;
  processor: number;
}

/** How long the event loop of `kibitz bot` stands still at worst, with each of what is large or hostile. */
export const loopBench = (isShort: boolean): Promise<Report> =>
  withFolder(async folder => {
    const discord = await openDiscord();
    const [file, port, ids] = [join(folder, 'blocks'), await freePort(), keep(folder)];
    writeFileSync(file, '');
    const env = {
      ...ROOM,
      DISCORD_PAGES: 'link',
      KIBITZ_WEB_PORT: `${port}`,
      PUBLIC_URL: `http://127.0.0.1:${port}/`,
      BENCH_BLOCKS: file,
      NODE_OPTIONS: `--import=${join(ROOT, 'bench/blocks.mjs')}`,
    };
    try {
      return await withProgram(discord, folder, env, () => measure(discord, { file, port, ...ids }, isShort));
    } finally {
      closeDiscord(discord);
    }
  });

interface Place {
  file: string;
  port: number;
  game: string;
  tree: string;
}

/** A review of a game of 600 half-moves, and an analysis of 58,000 positions. */
function keep(folder: string): Pick<Place, 'game' | 'tree'> {
  const store = new Store({ folder, log: makeLog({ level: 'silent', format: 'text' }) });
  const { moves, sans } = longGame();
  const pgn = makeTree({ headers: new Map(), moves: mainLine(startPosition(), moves) });
  const question = {
    pgn,
    side: COLORS[0],
    limit: { kind: 'nodes', nodes: 1000 },
    ratings: { white: 1500, black: 1500 },
  };
  const game = store.reports.put(review(sans.join(' ')), { owner: '1', kind: REVIEW, question });
  const report = largeReport();
  const asked = { fen: fenOf(startPosition()), moves: [], params: report.params, names: {} };
  const tree = store.reports.put(report, { owner: '1', kind: EXPECTED, question: asked });
  store.close();
  return { game, tree };
}

function longGame(): { moves: string[]; sans: string[] } {
  for (let seed = 1; ; seed++) {
    const moves = uciMoves(randomGame(PLIES, seeded(seed)));
    if (moves.length === PLIES) return { moves, sans: sanLine(startPosition(), moves) };
  }
}

/** Something that is asked of the bot, until it is over. */
type Deed = () => Promise<unknown>;

async function measure(discord: Discord, { file, port, game, tree }: Place, isShort: boolean): Promise<Report> {
  const help = await discord.user('early').types('/help').reply();
  const press = (custom_id: string, who: string) =>
    discord.ask(
      discord.user(who),
      InteractionType.MessageComponent,
      { custom_id, component_type: ComponentType.Button, id: 0 },
      help,
    );
  const shown = (id: string, state: string) => () => over(press(`k1:view:${id}:${state}`, `views ${id} ${state}`));
  const kinds = HOSTILE.filter((_, index) => !isShort || index % SHORT_STEP === 0);
  const given = (name: string, size: number, index: number) => {
    const bytes = Buffer.from((HOSTILE.find(one => one.name === name) as (typeof HOSTILE)[number]).of(size)).subarray(
      0,
      size,
    );
    return { name: 'game.pgn', bytes, contentType: 'text/plain', owner: `reader ${index}` };
  };
  const hostile: [string, Deed][] = kinds.flatMap(({ name }, index) => {
    const large = given(name, FILE_BYTES, index);
    const small = given(name, TEXT_BYTES, index);
    const user = discord.user(large.owner);
    return [
      [`1 MB as a PGN: ${name}`, () => over(user.types('/review', { file: large }))],
      [`99 kB in a message: ${name}`, () => over(user.uses('Analyze with Kibitz', user.says('', small)))],
    ] as [string, Deed][];
  });
  const page = `http://127.0.0.1:${port}/r/${tree}`;
  // Where Kibitz is not built, the script of all pages is made for the first that is asked for.
  await fetch(`http://127.0.0.1:${port}/r/${game}`).then(answer => answer.arrayBuffer());
  const cases: [string, Deed][] = [
    ...hostile,
    [`a review of ${PLIES} half-moves is shown`, shown(game, 'summary-white')],
    ['its GIF', shown(game, 'gif-white')],
    ['its page as a file', () => over(press(`k1:page:${game}`, 'page of a game'))],
    ['a report of 58,000 positions is shown', shown(tree, 'first')],
    ['its page as a file, unpacked', () => over(press(`k1:page:${tree}`, 'page of a tree'))],
    ['its page in a browser', () => fetch(page).then(answer => answer.arrayBuffer())],
    ['its page in a browser once more', () => fetch(page).then(answer => answer.arrayBuffer())],
  ];
  const helped: Promise<number>[] = [];
  const asking = setInterval(() => helped.push(discord.user('reader').types('/help').acknowledged()), HELP_MS);
  const rows: Row[] = [];
  for (const [name, deed] of cases) {
    progress(`loop: ${name}`);
    const from = Date.now();
    await deed().catch(error => rows.push({ case: name, 'never ended': `${error}`.slice(0, 100) }));
    await sleep(100);
    const blocks = blocksIn(file).filter(({ at }) => at >= from);
    const most = (of: (block: Block) => number) => Math.max(0, ...blocks.map(of));
    rows.push({
      case: name,
      'worst block ms': most(({ ms }) => ms),
      'of processor': most(({ processor }) => processor),
    });
  }
  clearInterval(asking);
  progress('');
  const slowest = percentile(await Promise.all(helped), 1);
  return {
    title: 'loop: how long the process that talks to Discord stands still at worst',
    rows,
    comparisons: [
      ...rows.flatMap(({ case: name, 'of processor': ms }) =>
        typeof ms === 'number'
          ? [{ name: `${MOST_MS} ms against: ${name}`, ratio: MOST_MS / Math.max(1, ms), target: 1 }]
          : [],
      ),
      {
        name: `${HELP_MOST_MS} ms against the slowest /help beside all this`,
        ratio: HELP_MOST_MS / slowest,
        target: 1,
      },
    ],
    notes: [
      'judged by the processor time of a block: beside other programs it lasts for longer, waiting for a core',
      `/help was asked ${helped.length} times beside all this; the slowest was acknowledged after ${Math.round(slowest)} ms`,
    ],
  };
}

/** Refused, answered, or begun: what engines do after that is no work of the process that talks. */
const over = (asked: Asked): Promise<unknown> =>
  Promise.race([asked.reply(DONE_MS), asked.followUp(DONE_MS)] as Promise<Message>[]);

const blocksIn = (file: string): Block[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [at = 0, ms = 0, processor = 0] = line.split(' ').map(Number);
      return { at, ms, processor };
    });
