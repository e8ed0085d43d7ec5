import type { Quota } from '../service/quota.ts';
import { address, type Key, networks, text, whole } from './config-keys.ts';

/** What is set for reports in a browser. */

export interface WebConfig {
  /** Where people reach the pages, with a slash at its end; undefined: on this machine only. */
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Whose word on where a visitor comes from is taken. */
  readonly proxies: readonly string[];
  /** What may be run from one address. */
  readonly quota: Quota;
}

export const WEB_KEYS = {
  PUBLIC_URL: address('https://kibitz.example.org/'),
  KIBITZ_WEB_HOST: text,
  KIBITZ_WEB_PORT: whole(1, 65_535),
  KIBITZ_WEB_PROXIES: networks,
  KIBITZ_WEB_RUNNING: whole(1, 1000),
  KIBITZ_WEB_HOURLY: whole(1, 100_000),
  KIBITZ_WEB_ENGINE_SECONDS: whole(1, 100_000_000),
};
type KeyName = keyof typeof WEB_KEYS;
type Values = { [K in KeyName]: (typeof WEB_KEYS)[K] extends Key<infer T> ? T : never };

export const makeWebConfig = (values: Values): WebConfig =>
  Object.freeze({
    publicUrl: values.PUBLIC_URL?.replace(/\/*$/, '/'),
    host: values.KIBITZ_WEB_HOST ?? '127.0.0.1',
    port: values.KIBITZ_WEB_PORT ?? 8080,
    proxies: values.KIBITZ_WEB_PROXIES ?? [],
    quota: {
      running: values.KIBITZ_WEB_RUNNING ?? 2,
      hourly: values.KIBITZ_WEB_HOURLY ?? 20,
      engineSeconds: values.KIBITZ_WEB_ENGINE_SECONDS ?? 900,
    },
  });

/** How people on Discord get to the page of a report: by a link, as a file, not at all. */
export const PAGES = ['link', 'file', 'off'] as const;
export type PagesMode = (typeof PAGES)[number];
