import { readFileSync } from 'node:fs';
import type { Seen } from './lichess.ts';

/** Requests held against a description of the API, as far as Kibitz' requests go. */

interface Parameter {
  $ref?: string;
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: { type?: string; enum?: string[]; minLength?: number; maxLength?: number };
}

interface Operation {
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter>; examples: Record<string, { value?: unknown }> };
}

export const readOpenApi = (folder: string): OpenApi =>
  JSON.parse(readFileSync(`${folder}/lichess-openapi.json`, 'utf8')) as OpenApi;

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/** What the description does not allow about a request; nothing, if all is well. */
export function complaints(api: OpenApi, { method, path, query, headers }: Seen): string[] {
  for (const [template, operations] of Object.entries(api.paths)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const values = new RegExp(`^${escaped(template).replace(/\{\w+\}/g, '([^/]+?)')}$`).exec(path)?.slice(1);
    const operation = operations[method.toLowerCase()];
    if (!values || !operation) continue;
    const parameters = (operation.parameters ?? []).map(one =>
      one.$ref ? (api.components.parameters[one.$ref.replace(/^.*\//, '')] as Parameter) : one,
    );
    const given: Record<Parameter['in'], [string, string][]> = {
      path: names.map((name, index) => [name ?? '', values[index] ?? '']),
      query: [...query],
      header: [['Accept', headers.accept ?? '']],
    };
    return [
      ...undeclared(given, parameters),
      ...misfits(given, parameters),
      ...badAccept(given, parameters, operation),
    ];
  }
  return [`${method} ${path} is not in the description`];
}

type Given = Record<Parameter['in'], [string, string][]>;

const undeclared = ({ query }: Given, parameters: readonly Parameter[]): string[] =>
  query
    .filter(([name]) => !parameters.some(one => one.in === 'query' && one.name === name))
    .map(([name]) => `${name} is not a query parameter`);

const misfits = (given: Given, parameters: readonly Parameter[]): string[] =>
  parameters.flatMap(({ in: where, name, required, schema }) => {
    const [, value] = given[where].find(([one]) => one === name) ?? [];
    if (value === undefined) return required ? [`${name} is missing`] : [];
    const { type, enum: choices, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
    const fits =
      (type !== 'boolean' || ['true', 'false'].includes(value)) &&
      (choices?.includes(value) ?? true) &&
      value.length >= minLength &&
      value.length <= maxLength;
    return fits ? [] : [`${name} may not be "${value}"`];
  });

/** Where no parameter says what may be accepted, it is what there is. */
function badAccept({ header }: Given, parameters: readonly Parameter[], { responses }: Operation): string[] {
  if (parameters.some(({ name }) => name === 'Accept')) return [];
  const [[, accept = ''] = []] = header;
  return Object.hasOwn(responses[200]?.content ?? {}, accept) ? [] : [`Accept may not be "${accept}"`];
}
