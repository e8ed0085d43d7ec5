import { z } from 'zod';
import { parseJson } from '../base/json.ts';
import type { AskOptions, LichessClient } from './client.ts';

const line = z.object({ user: z.string(), text: z.string() });
export type SaidLine = z.output<typeof line>;

/** The description says lines, its example says a list: both are read. */
const lines = z.union([z.array(line), line.transform(one => [one])]);

/** What the players have said in a game of ours, oldest first: once it is over, its stream tells no more of it. */
export async function fetchChat(client: LichessClient, id: string, options: AskOptions = {}): Promise<SaidLine[]> {
  const text = await client.get(
    {
      route: '/api/bot/game/{gameId}/chat',
      params: { gameId: id },
      query: {},
      accept: 'application/x-ndjson',
      refusals: { 404: `game: there is no ${id} that this account plays.` },
    },
    options,
  );
  return text.split('\n').flatMap(one => lines.safeParse(parseJson(one)).data ?? []);
}
