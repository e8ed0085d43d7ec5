import { readFileSync } from 'node:fs';

interface Package {
  version: string;
  repository: { url: string };
}

/** Of Kibitz, as package.json has it. */
export const version = (): string => readPackage().version;

/** Where the source of Kibitz is, as package.json has it, for a browser. */
export const repository = (): string => readPackage().repository.url.replace(/^git\+|\.git$/g, '');

function readPackage(): Package {
  const url = new URL('../../package.json', import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Package;
}
