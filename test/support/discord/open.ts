import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { servedHere } from '../port.ts';
import { Discord, type DiscordOptions } from './discord.ts';
import { send } from './faults.ts';
import { readRequest } from './request.ts';
import { answerTo } from './routes.ts';

/** A Discord of our own on this machine, to be closed by its opener. */

const BASE = '/api/v10';

export async function openDiscord(options: DiscordOptions = {}): Promise<Discord> {
  const server = createServer((message, response) => {
    serve(discord, message, response).catch(error => {
      discord.violated(`the loopback itself failed: ${error instanceof Error ? error.stack : error}`);
      response.destroy();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  servedHere().add(`127.0.0.1:${port}`);
  const discord = new Discord(server, port, options);
  return discord;
}

/** Hangs up on everybody. */
export function closeDiscord({ gateway, server }: Discord): void {
  gateway.end();
  server.close();
  server.closeAllConnections();
}

async function serve(discord: Discord, message: IncomingMessage, response: ServerResponse): Promise<void> {
  if (message.url?.startsWith('/attachments/')) {
    const file = discord.files.get(message.url);
    if (!file) return send(response, { status: 404 });
    const { leadsTo, content_type: type = '', bytes } = file;
    if (leadsTo !== undefined) return send(response, { status: 302, headers: { location: leadsTo } });
    // Without its length: what was said about it need not be so.
    response.writeHead(200, { 'content-type': type }).end(bytes);
    return;
  }
  const request = await readRequest(message, BASE);
  discord.requests.push(request);
  const fault = discord.takeFault(request);
  if (fault?.done) hide(discord, request.path);
  const answer = !fault || fault.done ? answerTo(discord, request) : undefined;
  const said = fault ? fault.answer : answer;
  if (!said) {
    response.destroy();
    return;
  }
  request.status = said.status;
  send(response, said);
}

/** An acknowledgement that is done but told as failed will be sent again; that is no mistake of the bot's. */
function hide(discord: Discord, path: string): void {
  const token = /^\/interactions\/\d+\/([\w-]+)\/callback$/.exec(path)?.[1];
  const asked = token === undefined ? undefined : discord.asked.get(token);
  if (asked) asked.hidden = true;
}
