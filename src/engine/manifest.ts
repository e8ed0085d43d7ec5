import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Fault } from '../base/fault.ts';

/** The models Kibitz knows: what their files are, where they come from, and under which licence. */

/** The kinds of human models: one network for all ratings, and nine of an earlier kind for one each. */
const FAMILIES = ['maia3', 'maia1'] as const;
export type ModelFamily = (typeof FAMILIES)[number];

const SourceSchema = z.discriminatedUnion('kind', [
  /** A tarball of the npm registry, fetched with the user's own npm settings; `bytes` is its packed size. */
  z.object({ kind: z.literal('npm'), package: z.string(), folder: z.string(), bytes: z.number() }),
  /** Any host that serves the files below one address: Hugging Face, GitHub, a mirror. */
  z.object({ kind: z.literal('url'), folder: z.url() }),
  /** The file itself, or a folder with it, on this machine. */
  z.object({ kind: z.literal('local'), path: z.string() }),
]);

const ModelSchema = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  family: z.enum(FAMILIES),
  license: z.string(),
  credit: z.string(),
  /** The lowest and the highest that it knows. */
  ratings: z.tuple([z.number(), z.number()]),
  files: z.array(
    z.object({
      name: z.string().regex(/^[\w.-]+$/),
      bytes: z.number(),
      /** The size is not known to the byte; the checksum decides. */
      about: z.literal(true).optional(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  sources: z.array(SourceSchema).min(1),
});

const ManifestSchema = z.object({ models: z.array(ModelSchema) });

export type ModelSource = z.infer<typeof SourceSchema>;
export type ModelEntry = z.infer<typeof ModelSchema>;

export const DEFAULT_MODEL = 'maia3-5m';

const MANIFEST_URL = new URL('../../assets/models.json', import.meta.url);

let manifest: readonly ModelEntry[] | undefined;

/** Read once: every job asks which model it is for. */
export function readManifest(): readonly ModelEntry[] {
  manifest ??= ManifestSchema.parse(JSON.parse(readFileSync(MANIFEST_URL, 'utf8'))).models;
  return manifest;
}

export function findModel(id: string, models: readonly ModelEntry[] = readManifest()): ModelEntry {
  const model = models.find(model => model.id === id);
  if (model) return model;
  throw new Fault('bad-input', `model: there is no "${id}"; known: ${models.map(({ id }) => id).join(', ')}.`);
}
