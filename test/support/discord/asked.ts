import type {
  APIApplicationCommandOptionChoice,
  APIModalInteractionResponseCallbackData,
  InteractionResponseType,
  InteractionType,
} from 'discord.js';
import { Watched } from '../watched.ts';
import type { Message } from './message.ts';
import type { Person } from './places.ts';

/** An interaction that a user has started, and what has become of it. */
export class Asked extends Watched {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly user: Person;
  readonly channelId: string;
  /** The message whose button was pressed. */
  readonly source: Message | undefined;
  /** How far Discord's clock had been put forward. */
  readonly ahead: number;
  readonly #sent = performance.now();
  answer: InteractionResponseType | undefined;
  /** How long it took; undefined as long as nothing has come. */
  acknowledgedMs: number | undefined;
  /** The answer was done but told as failed: that it is given again is no mistake. */
  hidden = false;
  original: Message | undefined;
  readonly followUps: Message[] = [];
  modal: APIModalInteractionResponseCallbackData | undefined;
  choices: APIApplicationCommandOptionChoice[] | undefined;

  constructor(start: Pick<Asked, 'id' | 'token' | 'type' | 'user' | 'channelId' | 'source' | 'ahead'>) {
    super();
    this.id = start.id;
    this.token = start.token;
    this.type = start.type;
    this.user = start.user;
    this.channelId = start.channelId;
    this.source = start.source;
    this.ahead = start.ahead;
  }

  acknowledge(answer: InteractionResponseType): void {
    this.answer = answer;
    this.acknowledgedMs = performance.now() - this.#sent;
  }

  acknowledged(ms?: number): Promise<number> {
    return this.until(() => this.acknowledgedMs, 'it is acknowledged', ms);
  }

  /** The answer, once it says something. */
  reply(ms?: number): Promise<Message> {
    return this.until(() => (this.original?.thinking ? undefined : this.original), 'there is a reply', ms);
  }

  /** The answer, once it is as wanted. */
  replyThat(holds: (message: Message) => boolean, what: string, ms?: number): Promise<Message> {
    const find = () => (this.original && !this.original.thinking && holds(this.original) ? this.original : undefined);
    return this.until(find, what, ms);
  }

  followUp(ms?: number): Promise<Message> {
    return this.until(() => this.followUps[0], 'there is a second message', ms);
  }

  shownModal(ms?: number): Promise<APIModalInteractionResponseCallbackData> {
    return this.until(() => this.modal, 'a form is shown', ms);
  }

  suggestions(ms?: number): Promise<APIApplicationCommandOptionChoice[]> {
    return this.until(() => this.choices, 'there are suggestions', ms);
  }
}
