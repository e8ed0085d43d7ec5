import {
  type APIApplicationCommand,
  type APIInteractionResponse,
  ApplicationCommandType,
  InteractionResponseType,
  MessageFlags,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import type { Asked } from './asked.ts';
import { ACKNOWLEDGE_MS, type Discord, TOKEN_MS } from './discord.ts';
import {
  ACKNOWLEDGED,
  type Answer,
  EMPTY,
  fine,
  MISSING_ACCESS,
  NO_CONTENT,
  NOT_YOURS,
  TOKEN_EXPIRED,
  UNAUTHORIZED,
  UNKNOWN_CHANNEL,
  UNKNOWN_INTERACTION,
  UNKNOWN_MESSAGE,
  UNKNOWN_USER,
} from './faults.ts';
import { snowflake } from './ids.ts';
import { Message } from './message.ts';
import { channelPayload } from './places.ts';
import type { Request } from './request.ts';
import { says, versionOf, type Written } from './written.ts';

type Route = (discord: Discord, request: Request, ...ids: string[]) => Answer;

/**
 * What can be asked over HTTP. Those above the line need no token of the bot: that of the interaction is in the path.
 */
const OPEN: [method: string, path: RegExp, route: Route][] = [
  ['POST', /^\/interactions\/(\d+)\/([\w-]+)\/callback$/, callback],
  ['POST', /^\/webhooks\/(\d+)\/([\w-]+)$/, followUp],
  ['GET', /^\/webhooks\/\d+\/([\w-]+)\/messages\/(@original|\d+)$/, withReply((_, __, message) => fine(message))],
  ['PATCH', /^\/webhooks\/\d+\/([\w-]+)\/messages\/(@original|\d+)$/, withReply(edit)],
  ['DELETE', /^\/webhooks\/\d+\/([\w-]+)\/messages\/(@original|\d+)$/, withReply(remove)],
];

const GUARDED: [method: string, path: RegExp, route: Route][] = [
  ['GET', /^\/gateway\/bot$/, gatewayBot],
  ['GET', /^\/users\/@me$/, ({ bot }) => fine(bot)],
  ['GET', /^\/applications\/@me$/, ({ bot }) => fine({ id: bot.id, name: bot.username, flags: 0 })],
  ['GET', /^\/applications\/\d+\/(?:guilds\/(\d+)\/)?commands$/, getCommands],
  ['POST', /^\/users\/@me\/channels$/, openDm],
  ['PUT', /^\/applications\/(\d+)\/(?:guilds\/(\d+)\/)?commands$/, putCommands],
  ['GET', /^\/channels\/(\d+)$/, getChannel],
  ['POST', /^\/channels\/(\d+)\/messages$/, post],
  ['PATCH', /^\/channels\/(\d+)\/messages\/(\d+)$/, editOwn],
];

export function answerTo(discord: Discord, request: Request): Answer {
  for (const [table, guarded] of [
    [OPEN, false],
    [GUARDED, true],
  ] as const)
    for (const [method, path, route] of table) {
      const ids = method === request.method ? path.exec(request.path)?.slice(1) : undefined;
      if (!ids) continue;
      if (guarded && request.headers.authorization !== `Bot ${discord.token}`) return UNAUTHORIZED;
      return route(discord, request, ...ids);
    }
  discord.violated(`${request.method} ${request.path} is nothing this Discord knows`);
  return { status: 404, body: { message: '404: Not Found', code: 0 } };
}

function gatewayBot({ origin, shards, atOnce }: Discord): Answer {
  const limit = { total: 1000, remaining: 999, reset_after: 1000, max_concurrency: atOnce };
  return fine({ url: origin.replace('http', 'ws'), shards, session_start_limit: limit });
}

function getCommands({ commands, places }: Discord, _: Request, at = 'global'): Answer {
  return at === 'global' || at === places.guild.id ? fine(commands.get(at) ?? []) : MISSING_ACCESS;
}

function putCommands(discord: Discord, { body }: Request, application: string, at = 'global'): Answer {
  const { commands, places } = discord;
  if (at !== 'global' && at !== places.guild.id) return MISSING_ACCESS;
  const known = commands.get(at) ?? [];
  const given = body as Partial<APIApplicationCommand>[];
  // As Discord hands them back: with what was left out filled in.
  const registered = given.map(command => ({
    type: ApplicationCommandType.ChatInput,
    description: '',
    default_member_permissions: null,
    nsfw: false,
    integration_types: [0],
    contexts: null,
    ...command,
    id: known.find(({ name, type }) => name === command.name && type === (command.type ?? 1))?.id ?? snowflake(),
    application_id: application,
    version: snowflake(),
    ...(at !== 'global' && { guild_id: at }),
  })) as APIApplicationCommand[];
  commands.set(at, registered);
  return fine(registered);
}

function openDm({ places, bot, accountOf }: Discord, { body }: Request): Answer {
  const user = accountOf((body as { recipient_id: string }).recipient_id);
  if (!user) return UNKNOWN_USER;
  return fine({ ...channelPayload(places.dm(user)), recipients: [user, bot] });
}

function getChannel({ places, bot }: Discord, _: Request, id: string): Answer {
  const channel = places.find(id);
  if (!channel || channel.deleted) return UNKNOWN_CHANNEL;
  if (channel === places.elsewhere) return MISSING_ACCESS;
  return fine({ ...channelPayload(channel), ...(channel.recipient && { recipients: [channel.recipient, bot] }) });
}

/** A message of the bot, with what the body says. */
function write(
  discord: Discord,
  request: Request,
  channelId: string,
  rest: { asked?: Asked; flags?: number; nonce?: string },
): Message {
  const message = new Message({
    id: snowflake(discord.now()),
    channelId,
    author: discord.bot,
    at: discord.now(),
    ...rest,
  });
  discord.messages.set(message.id, message);
  const body = request.body as Written | undefined;
  if (body) message.edit(versionOf(discord, message, body, request.files), body.allowed_mentions);
  return message;
}

/** What a callback carries stands one level deeper than in every other request. */
const inner = (request: Request, body: unknown): Request => ({ ...request, body });

function callback(discord: Discord, request: Request, id: string, token: string): Answer {
  const asked = discord.asked.get(token);
  if (!asked || asked.id !== id) return UNKNOWN_INTERACTION;
  if (asked.answer !== undefined) {
    if (!asked.hidden) discord.violated(`interaction ${id} was acknowledged twice`);
    asked.hidden = false;
    return ACKNOWLEDGED;
  }
  if (discord.ageOf(asked) > ACKNOWLEDGE_MS) return UNKNOWN_INTERACTION;
  const response = request.body as APIInteractionResponse;
  const problem = respond(discord, request, asked, response);
  if (problem) return problem;
  asked.acknowledge(response.type);
  asked.changed();
  if (request.query.get('with_response') !== 'true') return NO_CONTENT;
  return fine({
    interaction: { id, type: asked.type, response_message_id: asked.original?.id },
    resource: { type: response.type, ...(asked.original && { message: asked.original }) },
  });
}

function respond(
  discord: Discord,
  request: Request,
  asked: Asked,
  response: APIInteractionResponse,
): Answer | undefined {
  switch (response.type) {
    case InteractionResponseType.ChannelMessageWithSource: {
      if (!says(response.data, request.files)) return EMPTY;
      const flags = response.data.flags ?? 0;
      asked.original = write(discord, inner(request, response.data), asked.channelId, { asked, flags });
      return undefined;
    }
    case InteractionResponseType.DeferredChannelMessageWithSource:
      asked.original = write(discord, inner(request, undefined), asked.channelId, {
        asked,
        flags: response.data?.flags ?? 0,
      });
      return undefined;
    case InteractionResponseType.DeferredMessageUpdate:
      asked.original = asked.source;
      return undefined;
    case InteractionResponseType.UpdateMessage:
      if (!asked.source) discord.violated(`interaction ${asked.id} updates a message that it did not come from`);
      asked.original = asked.source;
      if (asked.source && response.data) edit(discord, inner(request, response.data), asked.source);
      return undefined;
    case InteractionResponseType.ApplicationCommandAutocompleteResult:
      asked.choices = response.data.choices ?? [];
      return undefined;
    case InteractionResponseType.Modal:
      asked.modal = response.data;
      return undefined;
    default:
      discord.violated(`interaction ${asked.id} is answered with a response of type ${response.type}`);
      return undefined;
  }
}

/** The interaction of a token that is still good. */
function holderOf(discord: Discord, token: string): Asked | Answer {
  const asked = discord.asked.get(token);
  if (!asked) return UNKNOWN_INTERACTION;
  if (discord.ageOf(asked) <= TOKEN_MS) return asked;
  discord.violated(`interaction ${asked.id} is used after its 15 minutes`);
  return TOKEN_EXPIRED;
}

function withReply(act: (discord: Discord, request: Request, message: Message) => Answer): Route {
  return (discord, request, token = '', id = '') => {
    const asked = holderOf(discord, token);
    if ('status' in asked) return asked;
    const message = id === '@original' ? asked.original : discord.messages.get(id);
    if (message && discord.closedTo(discord.places.find(message.channelId)) === UNKNOWN_CHANNEL) return UNKNOWN_CHANNEL;
    if (message && !message.deleted) return act(discord, request, message);
    discord.violated(`${request.method} of a message that is not there, by interaction ${asked.id}`);
    return UNKNOWN_MESSAGE;
  };
}

function edit(discord: Discord, { body, files }: Request, message: Message): Answer {
  const written = body as Written;
  message.edit(versionOf(discord, message, written, files), written.allowed_mentions);
  return fine(message);
}

function remove(_: Discord, __: Request, message: Message): Answer {
  message.deleted = true;
  message.changed();
  return NO_CONTENT;
}

function followUp(discord: Discord, request: Request, _: string, token: string): Answer {
  const asked = holderOf(discord, token);
  if ('status' in asked) return asked;
  if (asked.answer === undefined) {
    discord.violated(`interaction ${asked.id} is followed up before it is acknowledged`);
    return UNKNOWN_INTERACTION;
  }
  const body = request.body as Written;
  if (!says(body, request.files)) return EMPTY;
  // The first one after "… is thinking" takes its place.
  if (asked.original?.thinking && !asked.original.deleted) return edit(discord, request, asked.original);
  const flags = (body.flags ?? 0) & MessageFlags.Ephemeral;
  const message = write(discord, request, asked.channelId, { asked, flags });
  asked.followUps.push(message);
  asked.changed();
  return fine(message);
}

function post(discord: Discord, request: Request, id: string): Answer {
  const channel = discord.places.find(id);
  if (channel && channel === discord.places.elsewhere) return MISSING_ACCESS;
  const closed = discord.closedTo(channel);
  if (closed) return closed;
  const body = request.body as RESTPostAPIChannelMessageJSONBody & Written;
  if (!says(body, request.files)) return EMPTY;
  const nonce = body.nonce === undefined ? undefined : String(body.nonce);
  const twin = [...discord.messages.values()].find(one => nonce !== undefined && one.nonce === nonce);
  if (twin && body.enforce_nonce) return fine(twin);
  return fine(write(discord, request, id, nonce === undefined ? {} : { nonce }));
}

function editOwn(discord: Discord, request: Request, channel: string, id: string): Answer {
  const closed = discord.closedTo(discord.places.find(channel));
  if (closed) return closed;
  const message = discord.messages.get(id);
  // A moderator may have deleted it meanwhile.
  if (message?.deleted) return UNKNOWN_MESSAGE;
  if (message) return message.author.id === discord.bot.id ? edit(discord, request, message) : NOT_YOURS;
  discord.violated(`PATCH of a message that is not there: ${id}`);
  return UNKNOWN_MESSAGE;
}
