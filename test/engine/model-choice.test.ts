import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadNet, netId } from '../../src/engine/maia-net.ts';
import { askedRating, chooseModel, knowsAllRatings, modelIdentity, modelName } from '../../src/engine/model-choice.ts';
import { randomNet, SMALL_SHAPE } from '../support/lc0.ts';
import { temporaryFolder } from '../support/settings.ts';

describe('a model by its name', () => {
  it('is one of the list, "auto", or a file', () => {
    expect(chooseModel('maia3-5m')).toMatchObject({ kind: 'known', model: { id: 'maia3-5m' } });
    expect(chooseModel('maia1-1500')).toMatchObject({ kind: 'known', model: { family: 'maia1' } });
    const auto = chooseModel('auto');
    expect(auto.kind === 'auto' && auto.models).toHaveLength(9);
    expect(chooseModel('nets/own.pb.gz')).toEqual({ kind: 'file', path: join(process.cwd(), 'nets/own.pb.gz') });
  });

  it('is refused with the names there are', () => {
    expect(() => chooseModel('maia2')).toThrow(
      /^model: there is no "maia2"; known: maia3-5m, maia1-1100, .*maia1-1900, auto, or a \.pb\.gz file\.$/,
    );
  });
});

describe('"auto"', () => {
  it.each([
    [600, 'maia1-1100'],
    [1100, 'maia1-1100'],
    [1149, 'maia1-1100'],
    [1150, 'maia1-1100'],
    [1151, 'maia1-1200'],
    [1540, 'maia1-1500'],
    [1900, 'maia1-1900'],
    [2600, 'maia1-1900'],
  ])('asks the net nearest to %s', (rating, id) => {
    const auto = chooseModel('auto');
    expect(netId(auto, rating)).toBe(id);
    expect(`maia1-${askedRating(auto, rating)}`).toBe(id);
  });

  it('is called by the nets that are asked', () => {
    const auto = chooseModel('auto');
    expect(modelName(auto, [1500])).toBe('maia1-1500');
    expect(modelName(auto, [1540, 1480])).toBe('maia1-1500');
    expect(modelName(auto, [1500, 2300])).toBe('maia1-1500 and maia1-1900');
    expect(modelName(auto, [])).toBe('auto');
    expect(modelIdentity(auto)).toBe('auto');
  });
});

describe('the ratings of a model', () => {
  it('are all for Maia-3, and one for a net of Maia-1', () => {
    expect([600, 1543, 2600].map(rating => askedRating(chooseModel('maia3-5m'), rating))).toEqual([600, 1543, 2600]);
    expect([600, 1543, 2600].map(rating => askedRating(chooseModel('maia1-1200'), rating))).toEqual([1200, 1200, 1200]);
    expect(['maia3-5m', 'maia1-1200', 'auto', 'x.pb.gz'].map(name => knowsAllRatings(chooseModel(name)))).toEqual([
      ...[true, false, false, false],
    ]);
    expect(modelName(chooseModel('maia1-1200'), [1800])).toBe('maia1-1200');
  });
});

describe('a file of one’s own', () => {
  it('is taken for what is in it, and known again by when it was written', async () => {
    const path = join(temporaryFolder(), 'maia-2200.pb.gz');
    writeFileSync(path, randomNet(SMALL_SHAPE, 1).file);
    const choice = chooseModel(path);
    const net = await loadNet(choice, 1500, '/nowhere');
    expect(net).toMatchObject({ family: 'maia1', id: netId(choice, 800) });
    expect(modelName(choice, [1500])).toBe('maia-2200');
    expect(askedRating(choice, 2345)).toBe(2345);
    const before = modelIdentity(choice);
    writeFileSync(path, randomNet({ ...SMALL_SHAPE, blocks: 3 }, 2).file);
    expect(modelIdentity(choice)).not.toBe(before);
  });

  it('that cannot be used gets one sentence', async () => {
    const folder = temporaryFolder();
    const load = (name: string) => loadNet(chooseModel(join(folder, name)), 1500, '/nowhere');
    writeFileSync(join(folder, 'page.pb.gz'), '<html>');
    await expect(load('page.pb.gz')).rejects.toMatchObject({
      code: 'model-broken',
      message: `model: ${join(folder, 'page.pb.gz')} cannot be used: it is not a .pb.gz file.`,
    });
    await expect(load('none.pb.gz')).rejects.toMatchObject({
      code: 'model-missing',
      message: `model: ${join(folder, 'none.pb.gz')} cannot be read: there is no such file.`,
    });
  });
});
