import { join } from 'node:path';
import { Description, type Operation } from '../openapi.ts';
import { limitComplaints } from './limits.ts';
import type { Request } from './request.ts';

/**
 * Requests held against Discord's published description of its API, and against the limits it does not write down
 * there.
 */

export type Complaints = (request: Request) => string[];

const JSON_TYPE = 'application/json';

function readContract(folder: string): Complaints {
  const api = new Description(join(folder, 'discord-openapi.json'));
  return request => {
    const found = api.find(request.method, request.path);
    if (!found) return ['is not in the description'];
    return [
      ...api.parameters(found, 'path', found.values),
      ...api.parameters(found, 'query', [...request.query]),
      ...bodyComplaints(request, found.operation, () => api.body(found, JSON_TYPE, request.body)),
    ];
  };
}

function bodyComplaints({ kind }: Request, { requestBody }: Operation, held: () => string[]): string[] {
  if (!requestBody) return kind === 'empty' ? [] : ['has a body, where none is wanted'];
  if (kind === 'empty') return requestBody.required ? ['has no body'] : [];
  if (kind === 'other') return ['has a body of a type that Discord does not take'];
  if (kind === 'multipart' && !requestBody.content['multipart/form-data']) return ['may not carry files'];
  return held();
}

const folder = process.env.KIBITZ_CONTRACTS;
let contract: Complaints | undefined;
let told = false;

/** What is wrong with a request; nothing, if all is well. */
export function complaintsOf(request: Request): string[] {
  if (folder) contract ??= readContract(folder);
  else if (!told) console.log("KIBITZ_CONTRACTS is not set: requests are not held against Discord's description.");
  told = true;
  return [...(contract?.(request) ?? []), ...limitComplaints(request)].map(
    complaint => `${request.method} ${request.path}: ${complaint}`,
  );
}
