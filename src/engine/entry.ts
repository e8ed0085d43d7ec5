import { fileURLToPath } from 'node:url';

/** Started as TypeScript (development, tests) or as built JavaScript: threads and processes of ours follow suit. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** The file of a thread or process of ours, named without its extension and relative to the caller's module. */
export const entryPath = (name: string, base: string): string => fileURLToPath(new URL(name + extension, base));

export const entryArgs = (): string[] => (extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : []);
