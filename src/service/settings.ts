import type { LogSettings } from '../base/log.ts';

/** What the analysis process has to know. Plain data: it is sent to the child when it starts, and holds no secret. */
export interface AnalysisSettings {
  stockfishPath: string | undefined;
  engines: number;
  hashMb: number;
  modelDir: string;
  model: string;
  maiaWorkers: number;
  /** Of the engines towards other programs; Maia is half as nice. */
  nice: number;
  dataDir: string;
  cacheMb: number;
  log: LogSettings;
}

/** These alone, of an object that may have more: the whole configuration has tokens. */
export const analysisSettings = (settings: AnalysisSettings): AnalysisSettings => ({
  stockfishPath: settings.stockfishPath,
  engines: settings.engines,
  hashMb: settings.hashMb,
  modelDir: settings.modelDir,
  model: settings.model,
  maiaWorkers: settings.maiaWorkers,
  nice: settings.nice,
  dataDir: settings.dataDir,
  cacheMb: settings.cacheMb,
  log: settings.log,
});
