import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readConfig } from '../src/app/config.ts';
import { repository } from '../src/base/package-info.ts';
import { HEAP_MB, DEADLINE_MS as TASK_MS } from '../src/base/process-pool.ts';
import { MAX_BYTES as FILE_BYTES } from '../src/bot/discord/core/input.ts';
import { MAX_LINE } from '../src/bot/lichess/chat-replies.ts';
import { MAX_WAITING } from '../src/bot/lichess/game-chat.ts';
import { MAX_PLIES } from '../src/chess/game.ts';
import { MAX_FEN_LENGTH } from '../src/chess/position.ts';
import { MAX_MESSAGE_BYTES as TEXT_BYTES } from '../src/input/find-chess.ts';
import { MAX_PGN_LENGTH } from '../src/input/pgn.ts';
import { DEADLINE_MS as LICHESS_MS } from '../src/lichess/client.ts';
import { MAX_LINE_BYTES } from '../src/lichess/ndjson.ts';
import { MAX_BYTES as ANSWER_BYTES } from '../src/lichess/response.ts';
import { DAY_MS, ID_BYTES, REPORT_LIFE_MS, VISITORS_SHARE } from '../src/store/reports.ts';
import { MAX_CHANNELS } from '../src/store/settings.ts';
import { WATCH_BOUNDS } from '../src/store/watches.ts';
import { MAX_PAGE_BYTES, MAX_BYTES as PAGES_BYTES } from '../src/web/server/page-cache.ts';
import { MAX_STREAMS } from '../src/web/server/routes.ts';
import { DEADLINE_MS as RUN_MS } from '../src/web/server/runs.ts';
import { MAX_BODY, MAX_HEADERS } from '../src/web/server/server.ts';
import { MAX_CONNECTIONS, REQUESTS_EACH, VISIT_LIMITS } from '../src/web/server/visits.ts';

/** The threat model, held to the limits that there are. */

const SECURITY = readFileSync(fileURLToPath(new URL('../SECURITY.md', import.meta.url)), 'utf8');

/** What bounds them. */
function rowOf(who: string): string {
  const row = SECURITY.split('\n').find(line => line.startsWith(`| ${who} |`));
  expect(row, `SECURITY.md says nothing of ${who}`).toBeDefined();
  return row?.split(' | ').at(-1) ?? '';
}

const config = readConfig({});
if (!config.ok) throw new Error(config.message);
const { limits, fetches, web } = config.value;
const { settings } = config.value.lichess;
const MB = 1024 ** 2;
const perHour = ({ hourly, engineSeconds }: { hourly: number; engineSeconds?: number }) =>
  `${hourly} an hour, ${engineSeconds} s of the engines an hour`;

const ROWS: [who: string, bounds: string[]][] = [
  [
    'a user of Discord',
    [
      `${limits.user.running} questions at a time, ${perHour(limits.user)}, ${fetches.user.hourly} requests to Lichess an hour`,
      `Text of ${TEXT_BYTES / 1000} kB, files of ${FILE_BYTES / 1e6} MB`,
      `a FEN of ${MAX_FEN_LENGTH} characters, ${MAX_PLIES} half-moves`,
      `ends after ${TASK_MS / 1000} s or with ${HEAP_MB} MB of objects`,
      `by ${ID_BYTES * 8} random bits; ${WATCH_BOUNDS.owner} watches`,
    ],
  ],
  [
    'who manages a server of Discord',
    [
      `${MAX_CHANNELS} channels`,
      `${limits.server.running} questions at a time, ${perHour(limits.server)}`,
      `${fetches.server.hourly} requests to Lichess an hour`,
      `${WATCH_BOUNDS.server} watches, ${WATCH_BOUNDS.all} with all other servers`,
    ],
  ],
  [
    'an opponent on Lichess',
    [
      `${settings.gamesPerOpponent} game at a time with each, ${settings.games} on a clock`,
      `${settings.correspondenceGames} by correspondence`,
      `${settings.queue} challenges wait, for ${settings.queueMs / 1000} s`,
      `${MAX_WAITING} answers wait, of ${MAX_LINE} characters; ${settings.takebacks} takebacks`,
      `the first move within ${settings.abortMs / 1000} s`,
    ],
  ],
  [
    'Lichess, or what answers in its place',
    [`${LICHESS_MS / 1000} s and ${ANSWER_BYTES / 1e6} MB each`, `a line of a stream has ${MAX_LINE_BYTES / 1e6} MB`],
  ],
  [
    'a visitor of hosted pages',
    [
      `${web.quota.running} runs at a time, ${perHour(web.quota)}`,
      `${RUN_MS / 60_000} minutes each`,
      `${VISIT_LIMITS.connections} connections, ${VISIT_LIMITS.atOnce} requests at a time`,
      `${VISIT_LIMITS.perMinute} a minute, ${REQUESTS_EACH} on one connection, ${MAX_CONNECTIONS} connections of all`,
      `${VISIT_LIMITS.requestMs / 1000} s to send a request of ${MAX_HEADERS / 1024} kB and ${MAX_BODY} bytes of body`,
      `${VISIT_LIMITS.responseMs / 1000} s to read an answer, ${VISIT_LIMITS.silenceMs / 1000} s of silence`,
      `${MAX_STREAMS} lines that look on`,
      `${PAGES_BYTES / MB} MB of memory, one of them ${MAX_PAGE_BYTES / MB} MB`,
      { [1 / 8]: 'an eighth' }[VISITORS_SHARE] ?? 'another share',
    ],
  ],
  ['whoever has the address of a report', [`${ID_BYTES * 8} random bits, ${REPORT_LIFE_MS / DAY_MS} days`]],
  ['whoever wrote a PGN, a FEN or a name that somebody else hands over', [`${MAX_PGN_LENGTH / 1e6} MB`]],
];

it.each(ROWS)('what is said to bound %s is what does', (who, bounds) => {
  const said = rowOf(who);
  for (const bound of bounds) expect(said).toContain(bound);
  // Nor is there a number that was not looked at.
  const numbers = (text: string): string[] => text.match(/\d+/g) ?? [];
  const known = numbers(bounds.join(' '));
  expect(numbers(said.replace('IPv6 /64', '')).filter(number => !known.includes(number))).toEqual([]);
});

it('is reported where the source is', () => {
  expect(SECURITY).toContain(`(${repository()}/security/advisories/new)`);
});
