import { readFileSync } from 'node:fs';

interface Package {
  version: string;
  repository: { url: string };
}

/** The version of Kibitz in package.json. */
export const version = (): string => readPackage().version;

/** The address of Kibitz's source in package.json, for a browser. */
export const repository = (): string => readPackage().repository.url.replace(/^git\+|\.git$/g, '');

function readPackage(): Package {
  const url = new URL('../../package.json', import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Package;
}
