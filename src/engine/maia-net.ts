import { readFile } from 'node:fs/promises';
import { Fault, systemReason } from '../base/fault.ts';
import { readLc0 } from './lc0-net.ts';
import type { MaiaNet } from './maia-pool.ts';
import { buildMaia1 } from './maia1-graph.ts';
import { rewriteMaia3 } from './maia3-graph.ts';
import type { ModelEntry, ModelFamily } from './manifest.ts';
import { type ModelChoice, modelFor, modelIdentity } from './model-choice.ts';
import { ensureModel, type PullOptions } from './model-store.ts';

/** Models made ready for the workers: what lies on disk stays as it was published. */

const NOTHING = Buffer.alloc(0);

const GRAPHS: Record<ModelFamily, (files: readonly Buffer[]) => Uint8Array> = {
  maia3: ([graph = NOTHING, weights = NOTHING]) => rewriteMaia3(graph, weights),
  maia1: ([file = NOTHING]) => buildMaia1(readLc0(file)),
};

/** The id of the net that is asked about people of a rating; by it one is loaded once. */
export const netId = (choice: ModelChoice, rating: number): string =>
  choice.kind === 'file' ? modelIdentity(choice) : modelFor(choice, rating).id;

/** The net for people of a rating, fetched first if need be. */
export async function loadNet(
  choice: ModelChoice,
  rating: number,
  root: string,
  options: PullOptions = {},
): Promise<MaiaNet> {
  return choice.kind === 'file' ? readNet(choice) : pullNet(root, modelFor(choice, rating), options);
}

/** A published model. */
export async function pullNet(root: string, model: ModelEntry, options: PullOptions = {}): Promise<MaiaNet> {
  const files = await ensureModel(root, model, options);
  const graph = GRAPHS[model.family](model.files.map(({ name }) => files.get(name) ?? NOTHING));
  return { id: model.id, family: model.family, graph };
}

/** A file of the user's: it has no known checksum, so it is judged by what is in it. */
async function readNet(choice: Extract<ModelChoice, { kind: 'file' }>): Promise<MaiaNet> {
  const { path } = choice;
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Fault('model-missing', `model: ${path} cannot be read: ${systemReason(error)}.`);
  });
  try {
    return { id: modelIdentity(choice), family: 'maia1', graph: GRAPHS.maia1([file]) };
  } catch (error) {
    throw new Fault('model-broken', `model: ${path} cannot be used: ${(error as Error).message}.`);
  }
}
