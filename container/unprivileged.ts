import { spawnSync } from 'node:child_process';

/** Whoever runs things in the stand-in: somebody with no rights, where this is run by somebody who has all of them. */
export interface User {
  uid: number;
  gid: number;
  /** What to put before a command. */
  prefix: string[];
}

/** Where programs are, without those of this project, which npm puts before them. */
export const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter(folder => !folder.includes('node_modules'))
  .join(':');

/** https://wiki.debian.org/SystemGroups: nobody and nogroup. */
const NOBODY = 65_534;

export function unprivileged(): User {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  const limits = ['--no-new-privs'];
  const can = (words: string[]) => spawnSync('setpriv', [...words, 'true']).status === 0;
  if (uid !== 0) return { uid, gid, prefix: can(limits) ? ['setpriv', ...limits] : [] };
  const drop = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', '--inh-caps=-all', ...limits];
  if (!can(drop)) throw new Error('setpriv (of util-linux) is needed to become nobody.');
  return { uid: NOBODY, gid: NOBODY, prefix: ['setpriv', ...drop] };
}
