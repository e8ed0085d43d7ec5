import {
  type APIActionRowComponent,
  type APIButtonComponent,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type BaseInteraction,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Client,
  type ClientOptions,
  ComponentType,
  Events,
  GatewayIntentBits,
  MessageFlags,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
  TextInputStyle,
} from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { Discord, DiscordOptions } from '../../support/discord/discord.ts';
import {
  MISSING_PERMISSION,
  rateLimited,
  serverError,
  UNKNOWN_CHANNEL,
  UNKNOWN_INTERACTION,
} from '../../support/discord/faults.ts';
import { passFiveSeconds, startDiscord } from '../../support/discord/start.ts';
import { until } from '../../support/processes.ts';

/** The Discord of the tests, held against discord.js as it is. */

const COMMANDS: RESTPutAPIApplicationCommandsJSONBody = [
  {
    name: 'say',
    description: 'Says it.',
    options: [
      { name: 'what', description: 'What to say.', type: ApplicationCommandOptionType.String, max_length: 3000 },
      { name: 'file', description: 'A file.', type: ApplicationCommandOptionType.Attachment },
      {
        name: 'size',
        description: 'How large.',
        type: ApplicationCommandOptionType.Integer,
        min_value: 1,
        max_value: 9,
        autocomplete: true,
      },
    ],
  },
  { name: 'Look at it', type: ApplicationCommandType.Message },
];

const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map(client => client.destroy()));
});

type Answer = (interaction: BaseInteraction) => unknown;
type Typed = ChatInputCommandInteraction;

/** A client that does with every interaction what it is told; what fails is kept. */
async function connect(
  discord: Discord,
  answer: Answer = () => undefined,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; errors: Error[] }> {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.api }, ...options });
  clients.push(client);
  const errors: Error[] = [];
  client.on(Events.InteractionCreate, async interaction => {
    try {
      await answer(interaction);
    } catch (error) {
      errors.push(error as Error);
    }
  });
  const ready = new Promise(resolve => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  await ready;
  await client.rest.put(Routes.applicationCommands(discord.bot.id), { body: COMMANDS });
  return { client, errors };
}

async function both(answer?: Answer, options?: DiscordOptions, clientOptions?: Partial<ClientOptions>) {
  const discord = await startDiscord(options);
  return { discord, anna: discord.user('anna'), ...(await connect(discord, answer, clientOptions)) };
}

const reply = (i: BaseInteraction) => (i as Typed).reply({ content: (i as Typed).options.getString('what') ?? 'x' });
const row = (...labels: string[]): APIActionRowComponent<APIButtonComponent> => ({
  type: ComponentType.ActionRow,
  components: labels.map(label => ({
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    label,
    custom_id: label.toLowerCase(),
  })),
});

describe('a user', () => {
  it('types a command and reads the answer', async () => {
    const { discord, anna, client } = await both(reply);
    expect(client.guilds.cache.size).toBe(1);
    const asked = anna.types('/say', { what: 'hello' });
    expect((await asked.reply()).content).toBe('hello');
    expect(asked.acknowledgedMs).toBeGreaterThan(0);
    const [callback] = discord.requestsTo(/callback$/);
    expect(callback).toMatchObject({ method: 'POST', kind: 'json', status: 204 });
    expect(callback?.headers).not.toHaveProperty('authorization');
  });

  it('sees "is thinking", then the answer with its picture and the words for it, and every edit', async () => {
    const bytes = Buffer.from('not really a picture');
    const { discord, anna } = await both(async i => {
      const typed = i as Typed;
      await typed.deferReply();
      await typed.editReply({ content: 'wait', components: [row('Stop')] });
      const files = [{ attachment: bytes, name: 'board.png', description: 'a board' }];
      await typed.editReply({ content: 'done', files, components: [], embeds: [{ description: 'below' }] });
    });
    const asked = anna.types('/say');
    await asked.acknowledged();
    expect(asked.original?.thinking).toBe(true);
    const message = await asked.replyThat(({ content }) => content === 'done', 'it is done');
    expect(message.versions.map(({ content }) => content)).toEqual(['wait', 'done']);
    expect(message.labels).toEqual([]);
    expect(message.text).toBe('done\nbelow');
    expect(message.attachments).toMatchObject([{ filename: 'board.png', description: 'a board', bytes }]);
    const download = await fetch(message.attachments[0]?.url ?? '');
    expect(Buffer.from(await download.arrayBuffer())).toEqual(bytes);
    expect((await fetch(`${discord.origin}/attachments/1/2/x`)).status).toBe(404);
  });

  it('alone sees what is private', async () => {
    const { discord, anna } = await both(i => (i as Typed).reply({ content: 'psst', flags: MessageFlags.Ephemeral }));
    const message = await anna.types('/say').reply();
    expect([anna, discord.user('ben')].map(user => user.sees(message))).toEqual([true, false]);
    expect(() => discord.user('ben').presses(message, 'x')).toThrow('they do not see this message');
  });

  it('presses, picks, fills in a form', async () => {
    const { discord, anna } = await both(async i => {
      if (i.isChatInputCommand()) {
        const options = ['Nf3', 'e4'].map(label => ({ label, value: label.toLowerCase() }));
        const menu = { type: ComponentType.StringSelect as const, custom_id: 'move', options };
        await i.reply({
          content: '0',
          components: [row('More'), { type: ComponentType.ActionRow, components: [menu] }],
        });
      } else if (i.isButton()) {
        const input = {
          type: ComponentType.TextInput as const,
          custom_id: 'n',
          label: 'How much',
          style: TextInputStyle.Short as const,
          max_length: 2,
        };
        await i.showModal({
          custom_id: 'form',
          title: 'More',
          components: [{ type: ComponentType.ActionRow, components: [input] }],
        });
      } else if (i.isModalSubmit() && i.isFromMessage()) {
        await i.update({ content: i.fields.getTextInputValue('n') });
      } else if (i.isStringSelectMenu()) {
        await i.deferUpdate();
        await i.editReply(i.values.join());
        await i.followUp({ content: 'and you know it', flags: MessageFlags.Ephemeral });
      }
    });
    const message = await anna.types('/say').reply();
    const form = anna.presses(message, 'More');
    await expect(anna.submits(form, { 'How much': '123' })).rejects.toThrow('takes 0 to 2 characters');
    await expect(anna.submits(form, { Where: '1' })).rejects.toThrow('no field "Where"');
    await anna.submits(form, { 'How much': '7' });
    await message.until(() => message.content === '7' || undefined, 'the form has been used');
    const picked = anna.picks(message, 'Nf3');
    const second = await picked.followUp();
    expect([message.content, second.content, second.ephemeral]).toEqual(['nf3', 'and you know it', true]);
    expect(discord.shownTo(discord.user('ben'))).toEqual([message]);
    expect(() => anna.picks(message, 'd4')).toThrow('there is no menu with d4');
    expect(() => anna.presses(message, 'Less')).toThrow('there is no button "Less", only More');
  });

  it('uses a message’s menu, gets suggestions, attaches a file', async () => {
    const { discord, anna } = await both(async i => {
      if (i.isMessageContextMenuCommand()) await i.reply(i.targetMessage.content.toUpperCase());
      else if (i.isAutocomplete()) await i.respond([{ name: `${i.options.getFocused()}!`, value: 5 }]);
      else await (i as Typed).reply((i as Typed).options.getAttachment('file', true).url);
    });
    expect((await anna.uses('Look at it', anna.says('e4 e5')).reply()).content).toBe('E4 E5');
    expect(await anna.autocompletes('/say', { size: 4 }).suggestions()).toEqual([{ name: '4!', value: 5 }]);
    const file = { name: 'a game.pgn', bytes: Buffer.from('1. e4 *') };
    const url = (await anna.types('/say', { file }).reply()).content;
    expect(await (await fetch(url)).text()).toBe('1. e4 *');
    expect(url.startsWith(discord.origin)).toBe(true);
  });

  it('cannot send what Discord’s client would not', async () => {
    const { anna } = await both();
    expect(() => anna.types('/sing')).toThrow('there is no command "/sing"');
    expect(() => anna.types('/say', { where: 'x' })).toThrow('there is no option "where"');
    expect(() => anna.types('/say', { size: 10 })).toThrow('a number from 1 to 9');
    expect(() => anna.types('/say', { what: 'x'.repeat(3001) })).toThrow('too long');
    expect(() => anna.types('/say now')).toThrow('no subcommand "now"');
  });

  it('may be in the server, in private, or elsewhere with the app in their luggage', async () => {
    const seen: unknown[] = [];
    const { discord } = await both(async i => {
      seen.push([i.context, i.inGuild(), i.inCachedGuild(), i.locale, i.authorizingIntegrationOwners.userId !== null]);
      await reply(i);
    });
    for (const place of ['server', 'dm', 'elsewhere'] as const)
      await discord.user(place, { place, locale: 'de' }).types('/say').reply();
    expect(seen).toEqual([
      [0, true, true, 'de', false],
      [1, false, false, 'de', false],
      [0, true, false, 'de', true],
    ]);
  });

  it.each([
    ['nobody who did not ask for messages', [], []],
    ['hardly anybody who may not read them', [GatewayIntentBits.GuildMessages], ['', 'hello @']],
    ['whoever may', [GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent], ['hello there', 'hello @']],
  ])('is read by %s', async (_, intents, expected) => {
    const { discord, anna, client } = await both(reply, {}, { intents: [GatewayIntentBits.Guilds, ...intents] });
    const heard: string[] = [];
    client.on(Events.MessageCreate, ({ content }) => void heard.push(content.replace(/<@\d+>/, '@')));
    anna.says('hello there');
    anna.says(`hello <@${discord.bot.id}>`);
    // Events come in order: what was sent before has been heard when this is answered.
    await anna.types('/say').reply();
    expect(heard).toEqual(expected);
  });
});

describe('what no bot may do is noticed', () => {
  const refused = async (answer: (typed: Typed) => unknown) => {
    const world = await both(i => answer(i as Typed));
    world.anna.types('/say');
    await until(() => world.errors.length > 0, 'the client was told');
    return { ...world, message: world.errors[0]?.message, complaints: world.discord.takeComplaints() };
  };

  it('acknowledging twice', async () => {
    const { message, complaints } = await refused(async typed => {
      await typed.reply('one');
      await typed.client.rest.post(Routes.interactionCallback(typed.id, typed.token), {
        body: { type: 4, data: { content: 'two' } },
        auth: false,
      });
    });
    expect(message).toBe('Interaction has already been acknowledged.');
    expect(complaints).toEqual([expect.stringMatching(/interaction \d+ was acknowledged twice/)]);
  });

  it('using an interaction after its fifteen minutes', async () => {
    let pass = () => undefined as unknown;
    const world = await both(async i => {
      const typed = i as Typed;
      await typed.deferReply();
      pass();
      await typed.editReply('too late');
    });
    pass = () => world.discord.pass(15 * 60_000 + 1);
    world.anna.types('/say');
    await until(() => world.errors.length > 0, 'the client was told');
    expect(world.errors[0]?.message).toBe('Invalid Webhook Token');
    expect(world.discord.takeComplaints()).toEqual([expect.stringContaining('used after its 15 minutes')]);
  });

  it('editing what is not there', async () => {
    const { message, complaints } = await refused(async typed => {
      await typed.reply('one');
      await typed.deleteReply();
      await typed.editReply('two');
    });
    expect(message).toBe('Unknown Message');
    expect(complaints).toEqual([expect.stringContaining('PATCH of a message that is not there')]);
  });

  it('saying nothing', async () => {
    const { message } = await refused(typed => typed.reply({ content: '' }));
    expect(message).toBe('Cannot send an empty message');
  });

  it('calling people: who is called is kept', async () => {
    const { anna } = await both(async i => {
      const content = `@everyone <@${i.user.id}> <@&123>`;
      await (i as Typed).reply({ content, allowedMentions: { parse: [] } });
      await (i as Typed).followUp({ content, allowedMentions: { users: [i.user.id] } });
      await (i as Typed).followUp({ content });
    });
    const asked = anna.types('/say');
    const pings = await asked.until(
      () => (asked.followUps.length === 2 ? [asked.original, ...asked.followUps] : undefined),
      'all three are there',
    );
    expect(pings.map(message => [...(message?.pings ?? [])])).toEqual([[], [anna.id], ['everyone', anna.id, '123']]);
  });

  it.each<[string, (typed: Typed) => unknown, RegExp]>([
    ['a long text', typed => typed.reply('x'.repeat(2001)), /content: 2001, at most 2000/],
    [
      'much in many embeds',
      typed => typed.reply({ embeds: Array.from({ length: 3 }, () => ({ description: 'x'.repeat(2001) })) }),
      /letters in all embeds: 6003, at most 6000/,
    ],
    ['a long label', typed => typed.reply({ components: [row('x'.repeat(81))] }), /label: 81, at most 80/],
    ['six buttons', typed => typed.reply({ components: [row(...'abcdef')] }), /buttons in a row: 6, at most 5/],
    ['the same button twice', typed => typed.reply({ components: [row('a', 'A')] }), /same custom id/],
    [
      'too large a file',
      typed => typed.reply({ files: [{ attachment: Buffer.alloc(10 * 1024 * 1024 + 1), name: 'x' }] }),
      /bytes in all files: 10485761/,
    ],
    [
      'a file nobody described',
      typed =>
        typed.client.rest.post(Routes.interactionCallback(typed.id, typed.token), {
          body: { type: 4, data: { content: 'x', attachments: [{ id: '1' }] } },
          files: [{ data: 'x', name: 'x.txt' }],
          auth: false,
        }),
      /files\[0\] is in no attachment/,
    ],
  ])('%s', async (_, answer, complaint) => {
    const { discord, anna } = await both(i => answer(i as Typed));
    await anna.types('/say').acknowledged();
    expect(discord.takeComplaints().join('\n')).toMatch(complaint);
  });

  it.skipIf(!process.env.KIBITZ_CONTRACTS)('what Discord’s description does not allow', async () => {
    const { discord, client } = await both();
    const ask = (method: 'post' | 'patch' | 'get', path: `/${string}`, body?: unknown) =>
      client.rest[method](path, { body }).catch(() => undefined);
    const { id } = discord.places.channel;
    await ask('post', `/channels/${id}/messages`, { content: 5 });
    await ask('post', `/channels/${id}/messages`, { content: 'x', components: [{ type: 1 }] });
    await ask('patch', '/webhooks/abc/x/messages/@original', { content: 'x' });
    await ask('get', '/nowhere');
    await client.rest.get(`/channels/${id}`, { query: new URLSearchParams({ colour: 'red' }) });
    const complaints = discord.takeComplaints();
    for (const complaint of [
      /messages: \/content must be string,null/,
      /messages: \/components\/0 must have required property 'components'/,
      /webhook_id cannot be "abc"/,
      /GET \/nowhere: is not in the description/,
      /colour is not a query parameter/,
    ])
      expect(complaints).toContainEqual(expect.stringMatching(complaint));
  });
});

describe('Discord’s bad days over HTTP', () => {
  it.each([
    ['429', rateLimited()],
    ['429 for everybody', rateLimited({ global: true })],
    ['429 without headers', rateLimited({ headers: false })],
    ['500', serverError(500)],
    ['502', serverError(502)],
  ])('%s: discord.js asks again, and the answer is there once', async (_, fault) => {
    const { discord, anna, errors } = await both(reply);
    discord.fails(/callback$/, fault);
    expect((await anna.types('/say', { what: 'once' }).reply()).content).toBe('once');
    expect(errors).toEqual([]);
    expect(discord.requestsTo(/callback$/)).toHaveLength(2);
    expect(discord.shownTo(anna)).toHaveLength(1);
  });

  it('a line that is cut is left to the bot: discord.js does not ask again', async () => {
    const { discord, anna, errors } = await both(reply);
    discord.fails(/callback$/, null);
    anna.types('/say');
    await until(() => errors.length > 0, 'the client was told');
    expect(errors[0]?.message).toBe('other side closed');
    expect(discord.shownTo(anna)).toEqual([]);
  });

  it('an answer that is done but told as failed is refused when it comes again', async () => {
    const { discord, anna, errors } = await both(reply);
    discord.fails(/callback$/, serverError(), { done: true });
    await anna.types('/say', { what: 'once' }).reply();
    await until(() => errors.length > 0, 'the client was told');
    expect(errors[0]).toMatchObject({ code: 40060 });
    expect(discord.shownTo(anna)).toHaveLength(1);
  });

  it.each([
    ['unknown interaction', UNKNOWN_INTERACTION, 10062],
    ['missing permission', MISSING_PERMISSION, 50013],
    ['unknown channel', UNKNOWN_CHANNEL, 10003],
  ])('%s', async (_, fault, code) => {
    const { discord, anna, errors } = await both(reply);
    discord.fails(/callback$/, fault);
    anna.types('/say');
    await until(() => errors.length > 0, 'the client was told');
    expect(errors[0]).toMatchObject({ code });
    expect(discord.requestsTo(/callback$/)).toHaveLength(1);
  });

  it('a channel that is closed to the bot, or gone', async () => {
    const { discord, client } = await both();
    const { channel, elsewhere } = discord.places;
    const send = (id: string) =>
      client.rest.post(Routes.channelMessages(id), { body: { content: 'x' } }).catch(({ code }) => code as number);
    channel.forbidden = true;
    expect(await send(channel.id)).toBe(50013);
    channel.deleted = true;
    expect(await send(channel.id)).toBe(10003);
    expect(await send(elsewhere.id)).toBe(50001);
  });

  it('a message with a nonce is there once, however often it is sent', async () => {
    const { discord, client, anna } = await both();
    const body = { content: 'x', nonce: '1', enforce_nonce: true };
    for (let times = 0; times < 2; times++)
      await client.rest.post(Routes.channelMessages(discord.places.channel.id), { body });
    expect(discord.shownTo(anna)).toHaveLength(1);
  });

  it('an acknowledgement after three seconds is too late', async () => {
    const world = await both(i => {
      world.discord.pass(3_001);
      return reply(i);
    });
    world.anna.types('/say');
    await until(() => world.errors.length > 0, 'the client was told');
    expect(world.errors[0]).toMatchObject({ code: 10062 });
  });
});

describe('Discord’s bad days on the gateway', () => {
  const faults: [string, (discord: Discord) => void, 'resumes' | 'identifies'][] = [
    ['the socket is dropped (1006)', ({ gateway }) => gateway.drop(), 'resumes'],
    ['op 7', ({ gateway }) => gateway.askToReconnect(), 'resumes'],
    ['op 9, resumable', ({ gateway }) => gateway.invalidate(true), 'resumes'],
    ['op 9', ({ gateway }) => gateway.invalidate(false), 'identifies'],
    ['4000', ({ gateway }) => gateway.closeAll(4000), 'resumes'],
    ['4009', ({ gateway }) => gateway.closeAll(4009), 'identifies'],
  ];

  it('the client comes back, and hears what was said meanwhile where it can resume', async () => {
    const worlds = await Promise.all(faults.map(() => both(reply)));
    passFiveSeconds();
    await Promise.all(
      faults.map(async ([name, fault, way], index) => {
        const { discord, anna, errors } = worlds[index] as (typeof worlds)[number];
        const before = discord.gateway[way];
        fault(discord);
        if (way === 'resumes') expect((await anna.types('/say').reply()).content, name).toBe('x');
        await discord.gateway.until(() => (discord.gateway[way] > before ? true : undefined), `${name}: it is back`);
        expect((await anna.types('/say', { what: 'again' }).reply()).content, name).toBe('again');
        expect(errors).toEqual([]);
      }),
    );
  });

  it('an event may come twice', async () => {
    let heard = 0;
    const { discord, anna } = await both(() => heard++);
    anna.types('/say');
    discord.gateway.repeat();
    await until(() => heard === 2, 'it came twice');
  });

  it('heartbeats that are not answered: the client leaves the dead line and resumes', async () => {
    const { discord, anna } = await both(reply, { heartbeatMs: 200 });
    discord.gateway.acks = false;
    await discord.gateway.until(() => (discord.gateway.resumes > 0 ? true : undefined), 'it resumes');
    discord.gateway.acks = true;
    expect(discord.gateway.closes).toContain(4200);
    expect(discord.gateway.heartbeats).toBeGreaterThan(0);
    expect((await anna.types('/say').reply()).content).toBe('x');
  });

  it('a wrong token, and intents that the application may not have', async () => {
    const discord = await startDiscord({ allowedIntents: GatewayIntentBits.Guilds });
    const login = (token: string, intents: GatewayIntentBits[]) => {
      const client = new Client({ intents, rest: { api: discord.api } });
      clients.push(client);
      return client.login(token);
    };
    await expect(login('wrong', [])).rejects.toThrow('An invalid token was provided.');
    await expect(login(discord.token, [GatewayIntentBits.MessageContent])).rejects.toThrow('Used disallowed intents');
  });

  it('guilds that never come delay the client until it gives up on them', async () => {
    const { client } = await both(undefined, { sendsGuilds: false }, { waitGuildTimeout: 100 });
    expect(client.guilds.cache.map(({ available }) => available)).toEqual([false]);
  });
});

describe('it is cheap', () => {
  it('a hundred at once, twice, and nothing of them is kept that was not asked for', async () => {
    const discord = await startDiscord();
    const anna = discord.user('anna');
    const answer = async (i: BaseInteraction) => {
      await (i as Typed).deferReply();
      await (i as Typed).editReply('done');
    };
    const { errors } = await connect(discord, answer, { rest: { api: discord.api, globalRequestsPerSecond: 1e6 } });
    for (let round = 0; round < 2; round++) {
      const asked = Array.from({ length: 100 }, () => anna.types('/say'));
      const replies = await Promise.all(asked.map(one => one.reply()));
      expect(new Set(replies).size).toBe(100);
      expect(asked.every(({ acknowledgedMs }) => acknowledgedMs !== undefined)).toBe(true);
      expect(discord.forget()).toEqual([]);
      expect([discord.messages.size, discord.asked.size, discord.requests.length]).toEqual([0, 0, 0]);
    }
    expect(errors).toEqual([]);
  });
});
