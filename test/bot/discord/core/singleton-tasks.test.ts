import { describe, expect, it } from 'vitest';
import { deferred } from '../../../../src/base/deferred.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { ALWAYS_LEADER, type Leadership } from '../../../../src/base/leadership.ts';
import { type SingletonTask, SingletonTasks } from '../../../../src/bot/discord/core/singleton-tasks.ts';
import { until } from '../../../support/processes.ts';
import { silent } from '../../../support/settings.ts';

/** A turn that comes and goes when a test says so. */
function turn() {
  const [begun, lost] = [deferred<void>(), deferred<never>()];
  const leadership = {
    begun: begun.promise,
    lost: lost.promise,
    isHeld: false,
    closed: false,
    close: async () => undefined,
  };
  leadership.close = async () => {
    leadership.closed = true;
    return undefined;
  };
  return {
    leadership,
    begin: () => {
      leadership.isHeld = true;
      begun.resolve();
    },
    lose: () => {
      leadership.isHeld = false;
      lost.reject(new Fault('busy', 'Gone.'));
    },
  };
}

function makeTasks(...leaderships: Leadership[]) {
  const did: string[] = [];
  let isOurs = () => false;
  const task: SingletonTask = {
    begin: ask => {
      isOurs = ask;
      did.push('begin');
    },
    look: () => void did.push('look'),
    leave: async () => void did.push('leave'),
  };
  let next = 0;
  const never = turn().leadership;
  const tasks = new SingletonTasks({ tasks: [task], leadership: () => leaderships[next++] ?? never, log: silent });
  return { tasks, did, isOurs: () => isOurs() };
}

const count = (did: readonly string[], what: string) => did.filter(one => one === what).length;

describe('what goes on by itself', () => {
  it('begins at once where there is no other process, looks around, and ends with the bot', async () => {
    const { tasks, did, isOurs } = makeTasks(ALWAYS_LEADER);
    tasks.start();
    await until(() => count(did, 'look') > 0, 'it looks around');
    expect([did[0], isOurs()]).toEqual(['begin', true]);
    await tasks.close();
    expect(did.at(-1)).toBe('leave');
  });

  it('waits for its turn, leaves when that is over, and comes back', async () => {
    const [first, second] = [turn(), turn()];
    const { tasks, did, isOurs } = makeTasks(first.leadership, second.leadership);
    tasks.start();
    expect(did).toEqual([]);
    first.begin();
    await until(() => count(did, 'begin') === 1, 'it begins');
    first.lose();
    await until(() => first.leadership.closed, 'it leaves');
    expect([count(did, 'leave'), isOurs()]).toEqual([1, false]);
    second.begin();
    await until(() => count(did, 'begin') === 2, 'it begins again');
    await tasks.close();
    expect([count(did, 'leave'), second.leadership.closed]).toEqual([2, true]);
  });

  it('ends while it waits', async () => {
    const { leadership } = turn();
    const { tasks, did } = makeTasks(leadership);
    tasks.start();
    await tasks.close();
    expect([count(did, 'begin'), leadership.closed]).toEqual([0, true]);
  });
});
