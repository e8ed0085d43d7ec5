import {
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIAttachment,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from 'discord.js';
/**
 * What a user types after a slash, checked as Discord's client checks it against the commands that are registered.
 */

export interface GivenFile {
  name: string;
  bytes: Buffer;
  contentType?: string;
  /** Another address than Discord's own, for those who try. */
  url?: string;
  /** What is said about its size, if that is not so. */
  size?: number;
  /** Where Discord sends those who want it. */
  leadsTo?: string;
}

/** What Discord knows of commands and files. */
export interface CommandHost {
  findCommand(name: string, type: ApplicationCommandType): APIApplicationCommand | undefined;
  attach(channelId: string, file: GivenFile): APIAttachment;
}

export type Given = Record<string, string | number | boolean | GivenFile>;

const refuse = (what: string): never => {
  throw new Error(`Discord's client would not send this: ${what}`);
};

interface Sent {
  name: string;
  type: ApplicationCommandOptionType;
  value?: unknown;
  focused?: boolean;
  options?: Sent[];
}

export function resolveCommand(
  discord: CommandHost,
  channelId: string,
  typed: string,
  given: Given,
  cursor?: string,
): object {
  const [name = '', ...path] = typed.replace(/^\//, '').split(' ');
  const command =
    discord.findCommand(name, ApplicationCommandType.ChatInput) ?? refuse(`there is no command "/${name}"`);
  const files: Record<string, APIAttachment> = {};
  const attach = (file: GivenFile): string => {
    const attached = discord.attach(channelId, file);
    files[attached.id] = attached;
    return attached.id;
  };
  const options = within(command.options ?? [], path, known => sentOptions(known, given, cursor, attach));
  return {
    id: command.id,
    name,
    type: ApplicationCommandType.ChatInput,
    options,
    ...(Object.keys(files).length > 0 && { resolved: { attachments: files } }),
  };
}

type Known = APIApplicationCommandBasicOption;

/** Down into groups and subcommands. */
function within(
  options: readonly APIApplicationCommandOption[],
  path: readonly string[],
  fill: (known: Known[]) => Sent[],
): Sent[] {
  const [name, ...rest] = path;
  if (name === undefined) return fill(options as Known[]);
  const found = options.find(option => option.name === name) ?? refuse(`there is no subcommand "${name}"`);
  if (!isFolder(found)) return refuse(`"${name}" is an option, not a subcommand`);
  return [{ name, type: found.type, options: within(found.options ?? [], rest, fill) }];
}

const isFolder = (option: APIApplicationCommandOption) =>
  option.type === ApplicationCommandOptionType.Subcommand ||
  option.type === ApplicationCommandOptionType.SubcommandGroup;

function sentOptions(
  known: readonly Known[],
  given: Given,
  cursor: string | undefined,
  attach: (file: GivenFile) => string,
): Sent[] {
  const unknown = Object.keys(given).find(name => !known.some(option => option.name === name));
  if (unknown !== undefined) return refuse(`there is no option "${unknown}"`);
  const missing = known.find(({ name, required }) => required && given[name] === undefined);
  if (missing && cursor === undefined) return refuse(`"${missing.name}" is required`);
  return Object.entries(given).map(([name, value]) => {
    const option = known.find(one => one.name === name) as Known;
    if (name === cursor) return { name, type: option.type, value, focused: true };
    if (typeof value === 'object') {
      if (option.type !== ApplicationCommandOptionType.Attachment) return refuse(`"${name}" is no file`);
      return { name, type: option.type, value: attach(value) };
    }
    checkValue(option, value);
    return { name, type: option.type, value };
  });
}

const MAX_TEXT = 6000;

function checkValue(option: Known, value: string | number | boolean): void {
  const bad = (why: string) => refuse(`"${option.name}": ${why}`);
  switch (option.type) {
    case ApplicationCommandOptionType.String:
      if (typeof value !== 'string' || value === '') return bad('a text is wanted');
      if ('choices' in option && option.choices && !option.choices.some(choice => choice.value === value))
        return bad('it is not one of the choices');
      if (value.length > (option.max_length ?? MAX_TEXT) || value.length < (option.min_length ?? 0))
        return bad('too long or too short');
      break;
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number: {
      const { min_value: min = Number.NEGATIVE_INFINITY, max_value: max = Number.POSITIVE_INFINITY } = option;
      if (typeof value !== 'number' || value < min || value > max)
        return bad(`a number from ${min} to ${max} is wanted`);
      if (option.type === ApplicationCommandOptionType.Integer && !Number.isInteger(value)) return bad('not whole');
      if ('choices' in option && option.choices && !option.choices.some(choice => choice.value === value))
        return bad('it is not one of the choices');
      break;
    }
    case ApplicationCommandOptionType.Boolean:
      if (typeof value !== 'boolean') return bad('yes or no is wanted');
      break;
    default:
      if (typeof value !== 'string') return bad('an id is wanted');
  }
}
