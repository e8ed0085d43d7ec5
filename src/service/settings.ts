import type { LogSettings } from '../base/log.ts';

/**
 * The settings of the analysis process, as plain data that is sent to it when it starts. There are no secrets in it.
 */
export interface AnalysisSettings {
  stockfishPath: string | undefined;
  engines: number;
  hashMb: number;
  modelDir: string;
  model: string;
  maiaWorkers: number;
  /** The niceness of Stockfish; that of Maia is half of it. */
  nice: number;
  dataDir: string;
  cacheMb: number;
  log: LogSettings;
}

/** Copies only these fields, since the whole configuration has tokens. */
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
