import { expect, it, vi } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { builtUrl } from '../support/built.ts';
import { evalJob, makeService } from '../support/service.ts';
import { silent, testSettings } from '../support/settings.ts';

/** All that the analysis process was told. */
const sent = vi.hoisted(() => [] as string[]);
vi.mock('../../src/base/process.ts', async importOriginal => {
  const entry = await importOriginal<typeof import('../../src/base/process.ts')>();
  return {
    ...entry,
    startProcess: (...[name, base, options]: Parameters<typeof entry.startProcess>) => {
      const child = entry.startProcess(name, builtUrl(base), options);
      const send = child.send.bind(child) as (...message: unknown[]) => boolean;
      child.send = (message: object, ...rest: unknown[]) => {
        sent.push(JSON.stringify(message));
        return send(message, ...rest);
      };
      return child;
    },
  };
});

it('are all that the analysis process is told, of a configuration with tokens', async () => {
  const secrets = { DISCORD_TOKEN: 'discord-token', LICHESS_TOKEN: 'lip_token', REDIS_URL: 'redis://:hush@127.0.0.1' };
  const config = readConfig(secrets);
  if (!config.ok) throw new Error(config.message);
  const settings = { ...config.value, ...testSettings({ engines: 1 }) };
  const service = makeService({ ...config.value, settings, log: silent });
  await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
  expect(sent.join()).toContain('"engines":1');
  for (const secret of ['discord-token', 'lip_token', 'hush']) expect(sent.join()).not.toContain(secret);
});
