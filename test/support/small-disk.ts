import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './settings.ts';

/**
 * A disk of a few hundred kilobytes that can be filled; undefined, with the reason printed, where none can be mounted.
 */
export function smallDisk(kilobytes: number) {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    console.info(`No small disk can be mounted here, so this is not tried: ${(error as Error).message.trim()}`);
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
    },
    makeRoom: () => rmSync(ballast),
    /** The same disk where nothing can be written, not even by those who may do anything. */
    readOnly: () => {
      const same = temporaryFolder();
      execFileSync('mount', ['--bind', folder, same], { stdio: 'pipe' });
      onTestFinished(() => void execFileSync('umount', ['--lazy', same], { stdio: 'pipe' }));
      execFileSync('mount', ['-o', 'remount,bind,ro', same], { stdio: 'pipe' });
      return same;
    },
  };
}
