import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LichessClient } from '../../src/lichess/client.ts';
import { fetchLink, find } from '../../src/lichess/find.ts';
import { parseLink } from '../../src/lichess/link.ts';
import { watchConnections } from '../support/connections.ts';
import { type Evil, startEvil } from '../support/evil.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { startLichess } from '../support/lichess/start.ts';

/** Whatever somebody writes, nobody but the Lichess of the settings is asked, and that only for what is known. */

let lichess: Loopback;
let client: LichessClient;
let evil: Evil;
beforeEach(async () => {
  [lichess, evil] = [await startLichess(), await startEvil()];
  client = new LichessClient({ url: lichess.url, userAgent: 'test' });
});
afterEach(() => client.close());

/** All that Kibitz asks for because of a link. */
const ASKED =
  /^\/(?:game\/export\/[A-Za-z0-9]{8}|api\/study\/[A-Za-z0-9]{8}\/[A-Za-z0-9]{8}\.pgn|api\/puzzle\/[A-Za-z0-9]{5}|api\/(?:games\/)?user\/[A-Za-z0-9][\w-]{1,29})$/;

const GOOD = [
  'https://lichess.org/TaHSAsYD',
  'lichess.org/TaHSAsYD/black#34',
  'https://lichess.org/TaHSAsYDx9Zk',
  'https://lichess.org/study/8c8bmUfy/qwnXMwVC',
  'https://lichess.org/training/K69di',
  'https://lichess.org/@/thibault',
  'https://lichess.org/game/export/TaHSAsYD.pgn',
  'https://lichess.org/analysis/8/8/8/8/8/4k3/8/4K3_w_-_-_0_1',
];

type Change = (text: string) => string;

/** What somebody does to an address who wants Kibitz to go elsewhere. */
const changes = (host: string): fc.Arbitrary<Change> => {
  const place = fc.nat(60);
  const piece = fc.constantFrom(
    ...[host, `http://${host}`, `//${host}/`, `@${host}`, `@${host}/`, `.${host}`, `\\${host}`, `?${host}`, `#${host}`],
    ...['/', '//', '\\', '@', ':', '.', '..', '../', '/../../', '%2f', '%2e', '%40', '%5c', '%00', '%0d%0a', ';', '&'],
    ...['\t', '\n', '\u200b', '\u202e', '\uff0e', '\uff0f', '\uff20', '\u0456', ' ', '<', '>', '[', ']', '(', ')', '|'],
    ...['api/account', '.pgn', '?fen=', '#5', '/black', 'javascript:', 'data:', 'https://', 'lichess.org', '{gameId}'],
  );
  return fc.oneof(
    fc.tuple(place, piece).map(
      ([at, what]): Change =>
        text =>
          text.slice(0, at) + what + text.slice(at),
    ),
    fc.tuple(place, piece).map(
      ([at, what]): Change =>
        text =>
          text.slice(0, at) + what + text.slice(at + what.length),
    ),
    fc.tuple(place, fc.nat(8)).map(
      ([at, many]): Change =>
        text =>
          text.slice(0, at) + text.slice(at + many),
    ),
    fc.constant<Change>(text => text.replace('lichess.org', host)),
    fc.constant<Change>(text => text.replace('lichess.org', `lichess.org@${host}`)),
    fc.constant<Change>(text => text.replace('lichess.org', `${host}/lichess.org`)),
    fc.constant<Change>(text => `[${text}](http://${host}/)`),
    fc.constant<Change>(text => `http://${host}/${text}`),
    fc.constant<Change>(text => encodeURI(text)),
    fc.constant<Change>(text => encodeURIComponent(text)),
    fc.constant<Change>(text => text.toUpperCase()),
    fc.constant<Change>(text => `${text} ${text}`),
  );
};

/** People's mistakes and games that are not there; nothing else may go wrong. */
async function ask(asking: () => Promise<unknown>): Promise<void> {
  try {
    await asking();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'bad-input') throw error;
  }
}

describe('an address that was tampered with', () => {
  it('leads to the Lichess of the settings, or nowhere', async () => {
    const connections = watchConnections();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...GOOD),
        fc.array(changes(evil.host), { minLength: 1, maxLength: 4 }),
        async (good, tampered) => {
          const text = tampered.reduce((now, change) => change(now), good);
          // As in a chat, where a link stands among other words, and as on the command line, where it stands alone.
          await ask(() => find(text, { lichess: client }));
          const link = parseLink(text, client.url);
          if (link.ok) await ask(() => fetchLink(link.value, { lichess: client }));
        },
      ),
      { numRuns: 200 },
    );
    expect(evil.visits).toBe(0);
    expect([...connections]).toEqual([]);
    expect(lichess.seen.length).toBeGreaterThan(20);
    for (const { method, path, headers } of lichess.seen) {
      expect([method, headers.host]).toEqual(['GET', lichess.host]);
      expect(path).toMatch(ASKED);
    }
  });
});

describe('the watch over connections', () => {
  it('notices whoever goes elsewhere', async () => {
    const connections = watchConnections();
    expect((await fetch(`http://${evil.host}/TaHSAsYD`)).ok).toBe(true);
    expect([...connections]).toEqual([evil.host]);
    expect(evil.visits).toBe(1);
  });
});
