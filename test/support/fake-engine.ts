import { fileURLToPath } from 'node:url';
import type { StockfishBuild } from '../../src/engine/locate.ts';

export type Misbehaviour =
  | 'chatter'
  | 'pieces'
  | 'silent'
  | 'dies'
  | 'complains'
  | 'nonsense'
  | 'mute'
  | 'deaf'
  | 'floods';

const path = fileURLToPath(new URL('./fake-engine.mjs', import.meta.url));

export const fakeBuild = (mode: Misbehaviour, pidFile = ''): StockfishBuild => ({
  source: 'configured',
  path,
  fingerprint: mode,
  executable: { command: process.execPath, args: [path, mode, pidFile] },
});
