import { rmSync } from 'node:fs';
import { readConfig } from '../../src/app/config.ts';
import { DEFAULT_MODEL, findModel } from '../../src/engine/manifest.ts';
import { pullModel } from '../../src/engine/model-store.ts';
import { buildAll } from './build.ts';
import { testRoot } from './root.ts';

/**
 * The tests use the real model: it is fetched once, before they start, into the user's own cache folder. Processes that
 * they start run what is built here.
 */
export default async function setup(): Promise<() => void> {
  const config = readConfig(process.env);
  if (!config.ok) throw new Error(config.message);
  let told = false;
  await pullModel(config.value.modelDir, findModel(DEFAULT_MODEL), {
    onProgress: ({ model, total }) => {
      if (!told) console.log(`Fetching ${model} (${Math.round(total / 1e6)} MB) for the tests, once.`);
      told = true;
    },
  });
  await buildAll();
  return () => rmSync(testRoot(process.pid), { recursive: true, force: true });
}
