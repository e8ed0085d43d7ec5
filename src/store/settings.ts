import type { Logger } from 'pino';
import { z } from 'zod';
import { DISCORD_DEPTH } from '../analysis/expected/params.ts';
import type { Bounds } from '../base/bounds.ts';
import { parseJson } from '../base/json.ts';
import { no, ok, type Result } from '../base/result.ts';
import type { Sqlite } from '../base/sqlite.ts';
import { RATING, USUAL_RATING } from '../chess/rating.ts';
import { THEMES } from '../render/theme.ts';

/** The settings that a server may have. */

interface Setting<T> {
  schema: z.ZodType<T>;
  fallback: T;
  /** What a value must be, for the sentence that refuses one. */
  what: string;
}

export const MAX_CHANNELS = 50;

const whole = ({ min, max }: Bounds, fallback: number): Setting<number> => ({
  schema: z.number().int().min(min).max(max),
  fallback,
  what: `a whole number from ${min} to ${max}`,
});

// https://discord.com/developers/docs/reference#snowflakes
const snowflake = z.string().regex(/^\d{17,20}$/);

const SETTINGS = {
  /** The default rating of analyses. */
  rating: whole(RATING, USUAL_RATING),
  theme: { schema: z.enum(THEMES), fallback: 'brown', what: `one of ${THEMES.join(', ')}` },
  depth: whole(DISCORD_DEPTH, DISCORD_DEPTH.usual),
  /** Whether a posted link to a game gets a reply. */
  linkReplies: { schema: z.boolean(), fallback: true, what: 'true or false' },
  /** The channels in which Kibitz answers. */
  channels: {
    schema: z.union([z.literal('all'), z.array(snowflake).min(1).max(MAX_CHANNELS)]),
    fallback: 'all',
    what: `"all", or the ids of 1 to ${MAX_CHANNELS} channels`,
  },
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type ServerSettings = { readonly [K in SettingName]: z.infer<(typeof SETTINGS)[K]['schema']> };
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** The settings in private conversations, and on servers without settings of their own. */
export const DEFAULT_SETTINGS = Object.freeze(
  Object.fromEntries(SETTING_NAMES.map(name => [name, SETTINGS[name].fallback])) as unknown as ServerSettings,
);

export class Settings {
  readonly #sql: Sqlite;
  readonly #log: Logger;
  readonly #complained = new Set<string>();

  constructor(sql: Sqlite, log: Logger) {
    this.#sql = sql;
    this.#log = log;
  }

  of(server: string): ServerSettings {
    const rows = this.#sql.all<{ name: string; value: string }>(
      'SELECT name, value FROM settings WHERE server = ?',
      server,
    );
    const given = rows.flatMap(({ name, value }) => {
      if (!isSetting(name)) return []; // a setting of an older or a newer version
      const checked = SETTINGS[name].schema.safeParse(parseJson(value));
      if (!checked.success) this.#complain(server, name, value);
      return checked.success ? [[name, checked.data]] : [];
    });
    return { ...DEFAULT_SETTINGS, ...Object.fromEntries(given) };
  }

  set<K extends SettingName>(server: string, name: K, value: ServerSettings[K]): Result<ServerSettings[K]> {
    const checked = SETTINGS[name].schema.safeParse(value);
    if (!checked.success) return no(`${name}: this has to be ${SETTINGS[name].what}.`);
    this.#sql.run(
      'INSERT INTO settings VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      ...[server, name, JSON.stringify(value)],
    );
    return ok(value);
  }

  reset(server: string, name: SettingName): void {
    this.#sql.run('DELETE FROM settings WHERE server = ? AND name = ?', server, name);
  }

  /** Deletes the settings of a server that is gone or that resets them. */
  forget(server: string): void {
    this.#sql.run('DELETE FROM settings WHERE server = ?', server);
  }

  #complain(server: string, name: SettingName, value: string): void {
    const key = `${server} ${name}`;
    if (this.#complained.has(key)) return;
    this.#complained.add(key);
    this.#log.warn({ server, name, value }, `the stored ${name} of server ${server} does not fit; the default is used`);
  }
}

const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);
