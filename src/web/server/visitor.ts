import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Addresses are neither kept nor told to anybody: this tells visitors apart for as long as the process lives. */
const SALT = randomBytes(16);

/** Who asks, as far as limits and turns go. */
export const visitorOf = (address: string): string =>
  `web:${createHmac('sha256', SALT).update(networkOf(address)).digest('base64url').slice(0, 16)}`;

/** With IPv6 whoever has one address has a whole /64 of them. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare;
  const [before = '', after] = bare.toLowerCase().split('::');
  const groups = (text: string): string[] => text.split(':').filter(Boolean);
  const zeros = after === undefined ? 0 : 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...groups(after ?? '')];
  return all
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
