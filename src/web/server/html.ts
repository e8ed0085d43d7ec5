import type { PageAssets } from '../build.ts';
import type { Hosted } from '../events.ts';
import { jsonIn, TITLES } from '../html.ts';
import type { PageData } from '../report.ts';

/** Pages whose script and styles lie beside them, so that a browser fetches these once. */

/** By their contents: what has one name never changes. */
export type AssetPaths = Readonly<Record<keyof PageAssets, string>>;

/** What stands before and after a report's JSON. */
export function aroundReport(kind: PageData['kind'], hosted: Hosted, assets: AssetPaths): [string, string] {
  const body = `<noscript><main class="message"><h1>A report to walk through</h1><p>It needs JavaScript. It asks nobody but this server for anything.</p></main></noscript>
<script type="application/json" id="data">${HERE}</script>
<script type="application/json" id="hosted">${jsonIn(hosted)}</script>`;
  const page = shell(TITLES[kind], body, assets, `<script defer src="${assets.script}"></script>\n`);
  return page.split(HERE) as [string, string];
}

/** Where the report goes: what no page has in it, as nothing is written like this in HTML. */
const HERE = '\0';

/** What is wrong, and what to do. */
export const messagePage = (title: string, text: string, assets: AssetPaths): string =>
  shell(
    `Kibitz: ${title}`,
    `<main class="message">\n<h1>${escaped(title)}</h1>\n<p>${escaped(text)}</p>\n</main>`,
    assets,
  );

const shell = (title: string, body: string, { style }: AssetPaths, script = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${script}</head>
<body>
${body}
</body>
</html>
`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => ENTITIES[sign] ?? sign);
