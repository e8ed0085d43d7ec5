import { pullNet } from '../../src/engine/maia-net.ts';
import type { MaiaNet } from '../../src/engine/maia-pool.ts';
import { findModel } from '../../src/engine/manifest.ts';
import { ensureModel } from '../../src/engine/model-store.ts';
import { modelDir } from './settings.ts';

export async function maiaFiles(): Promise<{ graph: Uint8Array; weights: Uint8Array }> {
  const files = await ensureModel(modelDir(), findModel('maia3-5m'));
  const graph = files.get('maia3-5m.onnx');
  const weights = files.get('maia3-5m.onnx.data');
  if (!graph || !weights) throw new Error('the model store gave no files');
  return { graph, weights };
}

export const maiaNet = (): Promise<MaiaNet> => pullNet(modelDir(), findModel('maia3-5m'));
