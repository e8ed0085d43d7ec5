import { createHash } from 'node:crypto';
import type { PageAssets } from './assets.ts';
import type { Hosted, PageData } from './protocol.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** As text between tags, or the value of an attribute in quotation marks. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => ENTITIES[sign] ?? sign);

/** What a page says of its licences: its own, and those of what it carries. */

const AGPL = '<a href="https://www.gnu.org/licenses/agpl-3.0.html">AGPL-3.0-or-later</a>';

/** By their names on npm. A test keeps them to what is built into pages. */
export const CARRIED: Readonly<Record<string, string>> = {
  '@lichess-org/chessground': 'chessground, by Lichess, with pieces by Colin M.L. Burnett (GPL-3.0-or-later)',
  chessops: 'chessops, by Niklas Fiekas (GPL-3.0-or-later)',
  gifenc: 'gifenc, by Matt DesLauriers (MIT)',
  '@badrap/result': '@badrap/result, by Badrap Oy (MIT)',
};

/** At the end of every page; its script puts the report before it. */
export const licences = (sourceUrl: string): string => `<footer class="licences">
<p>Kibitz is free software under ${AGPL}, without any warranty: <a href="${escaped(sourceUrl)}">its source code</a>.</p>
<p>This page carries ${Object.values(CARRIED).map(escaped).join('; ')}.</p>
</footer>`;

/** Names are for the page itself, where they are text. */
const TITLES: Record<PageData['kind'], string> = {
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
const jsonIn = (data: unknown): string =>
  JSON.stringify(data).replace(/[<\u2028\u2029]/g, found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Pages whose script and styles lie beside them, so that a browser fetches these once. */

/** What every page refers to. */
export interface PageLinks {
  /** By their contents: what has one name never changes. */
  readonly assets: Readonly<Record<keyof PageAssets, string>>;
  /** Where the source of Kibitz is. */
  readonly source: string;
}

/** What stands before and after a report's JSON. */
export function aroundReport(kind: PageData['kind'], hosted: Hosted, links: PageLinks): [string, string] {
  const body = `<noscript><main class="message"><h1>A report to walk through</h1><p>It needs JavaScript. It asks nobody but this server for anything.</p></main></noscript>
<script type="application/json" id="data">${HERE}</script>
<script type="application/json" id="hosted">${jsonIn(hosted)}</script>`;
  const page = shell(TITLES[kind], body, links, `<script defer src="${links.assets.script}"></script>\n`);
  return page.split(HERE) as [string, string];
}

/** Where the report goes: what no page has in it, as nothing is written like this in HTML. */
const HERE = '\0';

/** What is wrong, and what to do. */
export const messagePage = (title: string, text: string, links: PageLinks): string =>
  shell(
    `Kibitz: ${title}`,
    `<main class="message">\n<h1>${escaped(title)}</h1>\n<p>${escaped(text)}</p>\n</main>`,
    links,
  );

const shell = (title: string, body: string, { assets, source }: PageLinks, script = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.style}">
${script}</head>
<body>
${body}
${licences(source)}
</body>
</html>
`;
