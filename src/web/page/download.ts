import { h } from './dom.ts';

/** Hands a file to whoever asked for it. It is made here: nobody else is asked. */
export function download(name: string, type: string, content: string | Uint8Array): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  h('a', { href: url, download: name }).click();
  // The browser has it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
