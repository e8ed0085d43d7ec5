import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { limitComplaints } from './limits.ts';
import type { Request } from './request.ts';

/** Requests held against Discord's published description of its API, and against the limits it does not write down there. */

export type Complaints = (request: Request) => string[];

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: object;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> };
}

type PathItem = Record<string, Operation> & { parameters?: Parameter[] };

interface OpenApi {
  paths: Record<string, PathItem>;
}

interface Template {
  template: string;
  pattern: RegExp;
  names: string[];
  item: PathItem;
}

export interface Contract {
  complaints: Complaints;
}

const JSON_TYPE = 'application/json';
const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
/** A part of a JSON pointer within a URI. */
const pointer = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

export function readContract(folder: string): Contract {
  const api = JSON.parse(readFileSync(join(folder, 'discord-openapi.json'), 'utf8')) as OpenApi;
  // It knows formats that JSON schema does not, and keywords of its own.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true });
  ajv.addSchema(api, 'discord');
  const compiled = new Map<string, ValidateFunction>();
  /** Compiled when first needed: few of them are. */
  const validator = (...path: string[]): ValidateFunction => {
    const ref = `discord#/${path.map(pointer).join('/')}`;
    const known = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, known);
    return known;
  };
  const ofParameters = new Map<Parameter, ValidateFunction>();
  const parameterValidator = (parameter: Parameter): ValidateFunction => {
    const known = ofParameters.get(parameter) ?? ajv.compile(withRefs(parameter.schema));
    ofParameters.set(parameter, known);
    return known;
  };
  const templates = Object.entries(api.paths)
    .map(([template, item]): Template => {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      return { template, pattern: new RegExp(`^${escaped(template).replace(/\{\w+\}/g, '([^/]+)')}$`), names, item };
    })
    // `@original` before `{message_id}`
    .sort((a, b) => a.names.length - b.names.length);

  const complaints = (request: Request): string[] => {
    const method = request.method.toLowerCase();
    const found = templates.find(({ pattern, item }) => pattern.test(request.path) && item[method]);
    if (!found) return ['is not in the description'];
    const { template, pattern, names, item } = found;
    const operation = item[method] as Operation;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    const values = pattern.exec(request.path)?.slice(1) ?? [];
    const check = (parameter: Parameter, value: unknown): string[] =>
      parameterValidator(parameter)(value) ? [] : [`${parameter.name} cannot be "${String(value)}"`];
    const named = (where: Parameter['in'], name: string) =>
      parameters.find(parameter => parameter.in === where && parameter.name === name);
    const inPath = names.flatMap((name, index) => {
      const parameter = named('path', name);
      return parameter ? check(parameter, values[index]) : [`${name} is not described`];
    });
    const inQuery = [...request.query].flatMap(([name, value]) => {
      const parameter = named('query', name);
      return parameter ? check(parameter, plain(value)) : [`${name} is not a query parameter`];
    });
    return [
      ...inPath,
      ...inQuery,
      ...bodyComplaints(request, operation, () =>
        validator('paths', template, method, 'requestBody', 'content', JSON_TYPE, 'schema'),
      ),
    ];
  };
  return { complaints };
}

const withRefs = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"discord#/')) as object;

const plain = (text: string): unknown => (/^(true|false|\d{1,15})$/.test(text) ? JSON.parse(text) : text);

function bodyComplaints(
  { kind, body }: Request,
  { requestBody }: Operation,
  validator: () => ValidateFunction,
): string[] {
  if (!requestBody) return kind === 'empty' ? [] : ['has a body, where none is wanted'];
  if (kind === 'empty') return requestBody.required ? ['has no body'] : [];
  if (kind === 'other') return ['has a body of a type that Discord does not take'];
  if (kind === 'multipart' && !requestBody.content['multipart/form-data']) return ['may not carry files'];
  const validate = validator();
  if (validate(body)) return [];
  return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`);
}

const folder = process.env.KIBITZ_CONTRACTS;
let contract: Contract | undefined;
let told = false;

/** What is wrong with a request; nothing, if all is well. */
export function complaintsOf(request: Request): string[] {
  if (folder) contract ??= readContract(folder);
  else if (!told) console.log("KIBITZ_CONTRACTS is not set: requests are not held against Discord's description.");
  told = true;
  return [...(contract?.complaints(request) ?? []), ...limitComplaints(request)].map(
    complaint => `${request.method} ${request.path}: ${complaint}`,
  );
}
