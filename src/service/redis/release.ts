import { version } from '../../base/version.ts';

/** Which bots and workers understand each other. */
export interface Release {
  /** Kibitz's version. */
  kibitz: string;
  protocol: number;
}

/**
 * Raised with every change of what bots and workers leave for each other in Redis: jobs, results, progress, cards, and how
 * turns are taken. It tells apart what is installed from the repository between two versions. The first protocol had no
 * number; `elders.ts` knows it.
 */
const PROTOCOL = 3;

export const RELEASE: Release = { kibitz: version(), protocol: PROTOCOL };

export const isOurs = ({ kibitz, protocol }: Release): boolean =>
  kibitz === RELEASE.kibitz && protocol === RELEASE.protocol;

export const releaseName = ({ kibitz, protocol }: Release): string => `Kibitz ${kibitz}, protocol ${protocol}`;
