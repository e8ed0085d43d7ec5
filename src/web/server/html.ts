import type { PageAssets } from '../build.ts';
import { escaped } from '../escaped.ts';
import type { Hosted } from '../events.ts';
import { jsonIn, TITLES } from '../html.ts';
import { licences } from '../licences.ts';
import type { PageData } from '../report.ts';

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
