import type { DefaultRestOptions } from 'discord.js';

type Init = Parameters<typeof DefaultRestOptions.makeRequest>[1];

/**
 * A request whose form, if it has one, is plain bytes. discord.js brings an undici of its own, but all of them share the
 * connections of the one that was loaded first, and the one with which Lichess is asked cannot read the other's forms.
 */
export async function withBytes(init: Init): Promise<Init> {
  if (!(init.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const headers = new Headers({ ...(init.headers as Record<string, string>) });
  headers.set('content-type', form.headers.get('content-type') ?? '');
  return { ...init, headers: Object.fromEntries(headers), body: new Uint8Array(await form.arrayBuffer()) };
}
