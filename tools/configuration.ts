import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../src/app/config.ts';
import { wrap } from './wrap.ts';

/** docs/configuration.md, made from the schema of the settings and from the comments of .env.example. */

export const PAGE = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../.env.example', import.meta.url));

const INTRO = `# Settings

Kibitz reads its settings from the environment, or from a file \`.env\` in the folder from which it is started; what is
not set has its default. A \`KIBITZ_…\` setting that does not exist, and any value that cannot be used, is refused by
name. This page is made by \`npm run configuration\`.
`;

export function configuration(): string {
  const blocks = readFileSync(EXAMPLE, 'utf8').matchAll(/((?:^# .*\n)+)((?:^[A-Z_]+=.*\n)+)/gm);
  const sections = Array.from(blocks, ([, comment = '', keys = '']) => {
    const text = comment.replace(/^# /gm, '').trim().replaceAll('\n', ' ');
    const names = Array.from(keys.matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name);
    const described = names.map(name => `**\`${name}\`** (${SETTINGS[name]?.what ?? 'text'})`);
    return wrap(`- ${described.join(', ')}: ${text}`, '  ');
  });
  return `${[INTRO, ...sections].join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, configuration());
