import { createHash } from 'node:crypto';
import type { PageAssets } from './build.ts';
import { licences } from './licences.ts';
import type { PageData } from './report.ts';

/** Names are for the page itself, where they are text. */
export const TITLES: Record<PageData['kind'], string> = {
  expected: 'Kibitz: the best moves for people',
  review: 'Kibitz: a game, move by move',
};

/**
 * A report as one file that needs nothing else: no network, no other file. What is in the report is data, and stays so:
 * it is read as JSON, and the browser runs and shows nothing but the script and the styles whose hashes are named.
 */
export function htmlFile(data: PageData, { script, style }: PageAssets, sourceUrl: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    // The men on the board are part of the styles.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${TITLES[data.kind]}</title>
<style>${style}</style>
</head>
<body>
<noscript>This report needs JavaScript to be walked through. It asks nobody for anything.</noscript>
<script type="application/json" id="data">${jsonIn(data)}</script>
<script>${script}</script>
${licences(sourceUrl)}
</body>
</html>
`;
}

/** No name can end the element that it is in. */
export const jsonIn = (data: unknown): string =>
  JSON.stringify(data).replace(/[<\u2028\u2029]/g, found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
