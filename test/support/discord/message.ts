import {
  type APIAllowedMentions,
  type APIAttachment,
  type APIButtonComponent,
  type APIEmbed,
  type APIMessage,
  type APIStringSelectComponent,
  type APIUser,
  ComponentType,
  MessageFlags,
  MessageType,
} from 'discord.js';
import { Watched } from '../watched.ts';

/** A message with everything it ever said. */

/** As components come, of whatever kind: only these parts are looked at. */
export interface Component {
  type: number;
  custom_id?: string;
  label?: string;
  disabled?: boolean;
  content?: string;
  components?: Component[];
  component?: Component;
  accessory?: Component;
}

export interface Attached extends APIAttachment {
  bytes: Buffer;
  /** Where Discord sends those who want it. */
  leadsTo?: string;
}

export interface Version {
  at: number;
  content: string;
  embeds: APIEmbed[];
  components: Component[];
  attachments: Attached[];
}

/** The interaction that a message answers. */
interface Answered {
  readonly user: object;
  changed(): void;
}

interface MessageStart {
  id: string;
  channelId: string;
  author: APIUser;
  at: number;
  flags?: number;
  asked?: Answered;
  nonce?: string;
}

/** All components, those within others too. */
export function* every(components: readonly Component[]): Generator<Component> {
  for (const component of components) {
    yield component;
    yield* every([component.component, component.accessory, ...(component.components ?? [])].filter(one => !!one));
  }
}

export class Message extends Watched {
  readonly id: string;
  readonly channelId: string;
  readonly author: APIUser;
  readonly asked: Answered | undefined;
  readonly nonce: string | undefined;
  readonly versions: Version[] = [];
  readonly createdAt: number;
  flags: number;
  deleted = false;
  /** Whom it has called, by id, or `everyone`. */
  readonly pings = new Set<string>();

  constructor({ id, channelId, author, at, flags = 0, asked, nonce }: MessageStart) {
    super();
    this.id = id;
    this.channelId = channelId;
    this.author = author;
    this.createdAt = at;
    this.flags = flags;
    this.asked = asked;
    this.nonce = nonce;
  }

  get latest(): Version {
    return this.versions.at(-1) ?? { at: this.createdAt, content: '', embeds: [], components: [], attachments: [] };
  }
  get content(): string {
    return this.latest.content;
  }
  get embeds(): APIEmbed[] {
    return this.latest.embeds;
  }
  get components(): Component[] {
    return this.latest.components;
  }
  get attachments(): Attached[] {
    return this.latest.attachments;
  }
  /** "… is thinking": acknowledged, nothing said yet. */
  get thinking(): boolean {
    return this.versions.length === 0;
  }
  /** Only the one who asked sees it. */
  get ephemeral(): boolean {
    return (this.flags & MessageFlags.Ephemeral) !== 0;
  }

  get buttons(): APIButtonComponent[] {
    const all = [...every(this.components)].filter(({ type }) => type === ComponentType.Button);
    return all as unknown as APIButtonComponent[];
  }

  get menus(): APIStringSelectComponent[] {
    const all = [...every(this.components)].filter(({ type }) => type === ComponentType.StringSelect);
    return all as unknown as APIStringSelectComponent[];
  }

  get labels(): string[] {
    return this.buttons.map(button => ('label' in button && button.label) || '');
  }

  /** All that can be read in it. */
  get text(): string {
    const embeds = this.embeds.flatMap(({ author, title, description, fields = [], footer }) => [
      author?.name,
      title,
      description,
      ...fields.flatMap(({ name, value }) => [name, value]),
      footer?.text,
    ]);
    const texts = [...every(this.components)].map(({ type, content }) => type === ComponentType.TextDisplay && content);
    return [this.content, ...embeds, ...texts].filter(Boolean).join('\n');
  }

  edit(version: Version, mentions: APIAllowedMentions | undefined): void {
    this.versions.push(version);
    for (const id of pingsOf(version.content, mentions)) this.pings.add(id);
    this.changed();
    this.asked?.changed();
  }

  toJSON(): APIMessage {
    const { content, embeds, components, attachments, at } = this.latest;
    return {
      id: this.id,
      channel_id: this.channelId,
      author: this.author,
      content,
      timestamp: new Date(this.createdAt).toISOString(),
      edited_timestamp: this.versions.length > 1 ? new Date(at).toISOString() : null,
      tts: false,
      mention_everyone: this.pings.has('everyone'),
      mentions: [],
      mention_roles: [],
      attachments: attachments.map(({ bytes: _, ...rest }) => rest),
      embeds,
      components: components as unknown as NonNullable<APIMessage['components']>,
      pinned: false,
      type: MessageType.Default,
      flags: this.flags | (this.thinking ? MessageFlags.Loading : 0),
    };
  }
}

/**
 * https://discord.com/developers/docs/resources/message#allowed-mentions-object: without one, everything written calls.
 */
function pingsOf(content: string, mentions: APIAllowedMentions | undefined): string[] {
  const allows = (kind: 'everyone' | 'users' | 'roles') => !mentions || mentions.parse?.some(one => one === kind);
  const called = (pattern: RegExp) => [...content.matchAll(pattern)].map(([, id = 'everyone']) => id);
  return [
    ...(allows('everyone') ? called(/@(?:everyone|here)/g) : []),
    ...called(/<@!?(\d+)>/g).filter(id => allows('users') || mentions?.users?.includes(id)),
    ...called(/<@&(\d+)>/g).filter(id => allows('roles') || mentions?.roles?.includes(id)),
  ];
}
