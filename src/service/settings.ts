import type { LogSettings } from '../log.ts';

/** What the analysis process has to know. Plain data: it is sent to the child when it starts. */
export interface AnalysisSettings {
  stockfishPath: string | undefined;
  engines: number;
  hashMb: number;
  modelDir: string;
  model: string;
  maiaWorkers: number;
  dataDir: string;
  cacheMb: number;
  log: LogSettings;
}
