import { describe, expect, it } from 'vitest';
import { isAlive, until } from '../support/processes.ts';
import { evalJob, makeService, occupy, quickSettings, status } from '../support/service.ts';

/** What every service has to do is in contract.test.ts. */

describe('the analysis process', () => {
  it('is not started for what cannot be done', async () => {
    const service = makeService({ settings: quickSettings() });
    await expect(service.run(evalJob(0, 99))).rejects.toMatchObject({ code: 'bad-input' });
    expect(service.pid).toBeUndefined();
  });

  it('is gone when the service is closed', async () => {
    const service = makeService({ settings: quickSettings() });
    const { pid } = await status(service);
    await service.close();
    expect(isAlive(pid)).toBe(false);
  });

  it('takes its engines along when told twice', async () => {
    const service = makeService({ settings: quickSettings() });
    await occupy(service);
    const { stockfish } = await status(service);
    void service.close();
    await service.close();
    await until(() => stockfish.pids.filter(isAlive).length === 0, 'the engines are gone');
  });
});
