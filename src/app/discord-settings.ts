import { Fault } from '../base/fault.ts';
import type { Config } from './config.ts';

export function discordSettings({ discord }: Config): Config['discord'] & { token: string } {
  const { token } = discord;
  if (token) return { ...discord, token };
  throw new Fault('bad-input', 'DISCORD_TOKEN: not set; the README says, under "On Discord", how to get a token.');
}
