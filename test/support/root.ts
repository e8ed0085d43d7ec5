import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where all temporary folders of one test run lie; a run is known by its main process, the parent of the workers. */
export const testRoot = (mainPid: number): string => join(tmpdir(), `kibitz-test-${mainPid}`);
