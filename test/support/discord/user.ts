import {
  type APIModalInteractionResponseCallbackData,
  type APIUser,
  ApplicationCommandType,
  ComponentType,
  InteractionType,
} from 'discord.js';
import type { Asked } from './asked.ts';
import { type CommandHost, type Given, type GivenFile, resolveCommand } from './command-line.ts';
import { type Component, every, type Message } from './message.ts';
import type { Person, Place, Places } from './places.ts';

/** A user: types, waits, presses, reads. What the client would not let them do is an error here. */

export interface UserOptions {
  locale?: string;
  /** Bits, as Discord writes them. */
  permissions?: bigint;
  place?: Place;
}

/** What a client asks Discord for. */
interface Host extends CommandHost {
  readonly places: Pick<Places, 'dm'>;
  channelOf(user: User): string;
  ask(user: User, type: InteractionType, data: object, source?: Message): Asked;
  say(user: User, content: string, file?: GivenFile): Message;
}

const refuse = (what: string): never => {
  throw new Error(`Discord's client would not let anybody do this: ${what}`);
};

export class User implements Person {
  readonly #discord: Host;
  readonly account: APIUser;
  readonly locale: string;
  readonly permissions: bigint;
  readonly place: Place;

  constructor(discord: Host, account: APIUser, { locale = 'en-GB', permissions = 0n, place = 'server' }: UserOptions) {
    this.#discord = discord;
    this.account = account;
    this.locale = locale;
    this.permissions = permissions;
    this.place = place;
  }

  get id(): string {
    return this.account.id;
  }

  get channelId(): string {
    return this.#discord.channelOf(this);
  }

  /** `/eval`, or `/settings show`, with its options by name. */
  types(command: string, given: Given = {}): Asked {
    const data = resolveCommand(this.#discord, this.channelId, command, given);
    return this.#discord.ask(this, InteractionType.ApplicationCommand, data);
  }

  /** Still typing: the last option has the cursor. */
  autocompletes(command: string, given: Given): Asked {
    const data = resolveCommand(this.#discord, this.channelId, command, given, Object.keys(given).at(-1));
    return this.#discord.ask(this, InteractionType.ApplicationCommandAutocomplete, data);
  }

  /** A command of a message's menu. */
  uses(name: string, message: Message): Asked {
    this.#mustSee(message);
    const command =
      this.#discord.findCommand(name, ApplicationCommandType.Message) ?? refuse(`there is no "${name}" for messages`);
    return this.#discord.ask(this, InteractionType.ApplicationCommand, {
      id: command.id,
      name,
      type: ApplicationCommandType.Message,
      target_id: message.id,
      resolved: { messages: { [message.id]: message.toJSON() } },
    });
  }

  presses(message: Message, label: string): Asked {
    this.#mustSee(message);
    const button = message.buttons.find(one => 'label' in one && one.label === label);
    if (!button) return refuse(`there is no button "${label}", only ${message.labels.join(', ') || 'none'}`);
    if (button.disabled) return refuse(`the button "${label}" is disabled`);
    if (!('custom_id' in button)) return refuse(`"${label}" is a link`);
    return this.#discord.ask(
      this,
      InteractionType.MessageComponent,
      { custom_id: button.custom_id, component_type: ComponentType.Button, id: 0 },
      message,
    );
  }

  /** From the menu that has these options. */
  picks(message: Message, ...labels: string[]): Asked {
    this.#mustSee(message);
    const menu = message.menus.find(({ options }) => labels.every(label => options.some(one => one.label === label)));
    if (!menu) return refuse(`there is no menu with ${labels.join(', ')}`);
    if (menu.disabled) return refuse('the menu is disabled');
    const { min_values: least = 1, max_values: most = 1 } = menu;
    if (labels.length < least || labels.length > most) return refuse(`${least} to ${most} can be picked`);
    const values = labels.map(label => menu.options.find(one => one.label === label)?.value);
    return this.#discord.ask(
      this,
      InteractionType.MessageComponent,
      { custom_id: menu.custom_id, component_type: ComponentType.StringSelect, values, id: 0 },
      message,
    );
  }

  /** Fills in the form that an answer has shown; fields by their labels. */
  async submits(asked: Asked, texts: Record<string, string>): Promise<Asked> {
    const modal = await asked.shownModal();
    const fields = fieldsOf(modal);
    const unknown = Object.keys(texts).find(label => !fields.some(field => field.label === label));
    if (unknown !== undefined) return refuse(`there is no field "${unknown}"`);
    const components = fields.map(({ label, input }) => {
      const value = texts[label] ?? input.value ?? '';
      if (value === '' && input.required !== false) return refuse(`"${label}" has to be filled in`);
      if (value.length > (input.max_length ?? 4000) || (value && value.length < (input.min_length ?? 0)))
        return refuse(`"${label}" takes ${input.min_length ?? 0} to ${input.max_length ?? 4000} characters`);
      return {
        type: ComponentType.ActionRow,
        components: [{ type: ComponentType.TextInput, custom_id: input.custom_id, value, id: 0 }],
      };
    });
    const data = { custom_id: modal.custom_id, components };
    return this.#discord.ask(this, InteractionType.ModalSubmit, data, asked.source);
  }

  says(content: string, file?: GivenFile): Message {
    return this.#discord.say(this, content, file);
  }

  sees(message: Message): boolean {
    const private_ = message.ephemeral && message.asked?.user !== this;
    const dm = this.#discord.places.dm(this.account).id;
    return !message.deleted && !private_ && [this.channelId, dm].includes(message.channelId);
  }

  #mustSee(message: Message): void {
    if (!this.sees(message)) refuse('they do not see this message');
  }
}

interface TextInput extends Component {
  custom_id: string;
  value?: string;
  required?: boolean;
  min_length?: number;
  max_length?: number;
}

/** The label stands in the field itself, or around it. */
function fieldsOf({ components }: APIModalInteractionResponseCallbackData): { label: string; input: TextInput }[] {
  const all = components as unknown as Component[];
  return all.flatMap(row => {
    const input = [...every([row])].find(({ type }) => type === ComponentType.TextInput) as TextInput | undefined;
    return input ? [{ label: input.label ?? row.label ?? '', input }] : [];
  });
}
