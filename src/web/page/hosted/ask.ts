import type { Refusal } from '../../events.ts';

/** Out of reach, or something on the way has answered instead. */
const AWAY: Refusal = { message: 'The server cannot be reached at the moment; try again in a minute.' };

/** What the server says, or the sentence in which it refuses. */
export async function ask<T extends object>(url: string, wishes?: object): Promise<T | Refusal> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...(wishes && { 'content-type': 'application/json' }) },
      ...(wishes && { method: 'POST', body: JSON.stringify(wishes) }),
    });
    return (await response.json()) as T | Refusal;
  } catch {
    return AWAY;
  }
}

export const isRefusal = (said: object): said is Refusal => 'message' in said;
