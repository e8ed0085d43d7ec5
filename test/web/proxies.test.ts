import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { host, QUESTION } from './host.ts';

/** Whose word is taken on where a visitor comes from: only that of proxies that are named, from the nearest one on. */

const ONE_RUN = { quota: { running: 1, hourly: 1 } };

interface Way {
  /** The address from which the server is asked. */
  via?: string;
  /** X-Forwarded-For. */
  forwarded?: string;
}

/** Asks for a run; what the server says to it. */
function run(page: string, { via = '127.0.0.1', forwarded }: Way): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${page}/run`, { method: 'POST', localAddress: via, headers }, answer => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject).end(JSON.stringify({ rating: QUESTION.params.rating }));
  });
}

/** One after the other. */
async function runs(page: string, ways: readonly Way[]): Promise<number[]> {
  const said: number[] = [];
  for (const way of ways) said.push(await run(page, way));
  return said;
}

const [TAKEN, REFUSED] = [202, 429];

// Other addresses of this machine than 127.0.0.1 are Linux's.
describe.skipIf(process.platform !== 'linux')('visitors', () => {
  it('who come through one proxy have a quota each', async () => {
    const { page } = await host({ ...ONE_RUN, proxies: ['127.0.0.1'] });
    const ways = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.1'].map(forwarded => ({ forwarded }));
    expect(await runs(page, ways)).toEqual([TAKEN, TAKEN, TAKEN, REFUSED]);
  });

  it('share the proxy’s where that is not named, as all do behind a gateway', async () => {
    const { page } = await host(ONE_RUN);
    expect(await runs(page, [{ forwarded: '192.0.2.1' }, { forwarded: '192.0.2.2' }])).toEqual([TAKEN, REFUSED]);
  });

  it('who come past the proxy are who they are, whatever they write', async () => {
    const { page } = await host({ ...ONE_RUN, proxies: ['127.0.0.1'] });
    const stranger = (forwarded: string) => ({ via: '127.0.0.9', forwarded });
    const forged = ['192.0.2.1', '192.0.2.2', '127.0.0.1', '192.0.2.3, 127.0.0.1'].map(stranger);
    expect(await runs(page, forged)).toEqual([TAKEN, REFUSED, REFUSED, REFUSED]);
    // Nor have they used up what is somebody else's.
    expect(await run(page, { forwarded: '192.0.2.1' })).toBe(TAKEN);
  });

  it('who write a header of their own are known by what the proxy has added', async () => {
    const { page } = await host({ ...ONE_RUN, proxies: ['127.0.0.1'] });
    const made = ['6.6.6.1, 192.0.2.7', '6.6.6.2, 192.0.2.7', 'nonsense, 192.0.2.7'].map(forwarded => ({ forwarded }));
    expect(await runs(page, made)).toEqual([TAKEN, REFUSED, REFUSED]);
  });

  it('behind two proxies are those whom the outer one has seen, if both are named', async () => {
    const through = (visitor: string) => ({ forwarded: `${visitor}, 127.0.0.2` });
    const both = await host({ ...ONE_RUN, proxies: ['127.0.0.1', '127.0.0.2'] });
    expect(await runs(both.page, ['192.0.2.1', '192.0.2.2', '192.0.2.1'].map(through))).toEqual([
      TAKEN,
      TAKEN,
      REFUSED,
    ]);
    expect(await run(both.page, through('6.6.6.6, 192.0.2.2'))).toBe(REFUSED);
    const inner = await host({ ...ONE_RUN, proxies: ['127.0.0.1'] });
    expect(await runs(inner.page, ['192.0.2.1', '192.0.2.2'].map(through))).toEqual([TAKEN, REFUSED]);
  });
});
