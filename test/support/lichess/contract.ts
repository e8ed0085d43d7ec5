import { join } from 'node:path';
import { type Described, Description } from '../openapi.ts';
import type { Seen } from './request.ts';

/** Requests held against Lichess' description of its API. */

const FORM = 'application/x-www-form-urlencoded';

/** What the description does not say right: several of these may be given at once, with commas between them. */
const LISTS = ['rules'];

export function readContract(folder: string): (request: Seen) => string[] {
  const api = new Description(join(folder, 'lichess-openapi.json'));
  return request => {
    const found = api.find(request.method, request.path);
    if (!found) return ['is not in the description'];
    return [
      ...api.parameters(found, 'path', found.values),
      ...api.parameters(found, 'query', [...request.query]),
      ...acceptComplaints(api, found, request.headers.accept ?? '*/*'),
      ...bodyComplaints(api, found, request),
    ];
  };
}

/** Where no parameter says what may be accepted, it is what there is. */
function acceptComplaints(api: Description, found: Described, accept: string): string[] {
  if (accept === '*/*') return [];
  if (found.parameters.some(({ name }) => name === 'Accept'))
    return api.parameters(found, 'header', [['Accept', accept]]);
  const types = Object.values(found.operation.responses ?? {}).flatMap(({ content = {} }) => Object.keys(content));
  return types.includes(accept) ? [] : [`Accept cannot be "${accept}"`];
}

function bodyComplaints(api: Description, found: Described, { headers, body }: Seen): string[] {
  const { requestBody } = found.operation;
  const type = headers['content-type']?.split(';')[0] ?? '';
  if (body === '') return requestBody?.required ? ['has no body'] : [];
  if (!requestBody) return ['has a body, where none is wanted'];
  const content = requestBody.content[type];
  if (!content) return [`has a body of the type "${type}", which is not taken`];
  if (type !== FORM) return api.body(found, type, body);
  const fields = [...new URLSearchParams(body)].filter(([name]) => !LISTS.includes(name));
  const known = fieldsOf(content.schema);
  const unknown = fields.filter(([name]) => !known.has(name)).map(([name]) => `${name} is not a field of the form`);
  return [...unknown, ...api.body(found, type, Object.fromEntries(fields))];
}

/** The description forbids no field that it does not know; we do. */
function fieldsOf(schema: object): Set<string> {
  const { properties = {}, ...rest } = schema as { properties?: object };
  const parts = Object.values(rest).flatMap(value => (Array.isArray(value) ? value : []));
  const nested = parts.filter(part => typeof part === 'object').flatMap(part => [...fieldsOf(part as object)]);
  return new Set([...Object.keys(properties), ...nested]);
}

const folder = process.env.KIBITZ_CONTRACTS;
let contract: ((request: Seen) => string[]) | undefined;
let told = false;

/** What is wrong with a request; nothing, if all is well. */
export function complaintsOf(request: Seen): string[] {
  if (folder) contract ??= readContract(folder);
  else if (!told) console.log("KIBITZ_CONTRACTS is not set: requests are not held against Lichess' description.");
  told = true;
  return contract?.(request) ?? [];
}
