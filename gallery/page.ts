import type { Shown, ShownSection } from './exhibit.ts';

const PHONE_WIDTH = 400;

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --quiet: #626262; }
@media (prefers-color-scheme: dark) { :root { --quiet: #a6a6a6; } }
body { margin: 0 auto; max-width: 1500px; padding: 1.5rem; font: 15px/1.45 system-ui, sans-serif; }
h1 { margin: 0 0 .5rem; }
h2 { margin: 3rem 0 .25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
p { margin: 0 0 1rem; color: var(--quiet); max-width: 70ch; }
nav a { margin-right: 1rem; }
.wall { display: grid; grid-template-columns: repeat(auto-fill, minmax(330px, 1fr)); gap: 1.5rem; align-items: start; }
.phone { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
.phone figure { width: ${PHONE_WIDTH}px; }
.phone img { width: ${PHONE_WIDTH}px; }
figure { margin: 0; min-width: 0; }
img { display: block; max-width: 100%; height: auto; outline: 1px solid var(--line); }
figcaption { margin-top: .4rem; font-size: 13px; overflow-wrap: anywhere; }
figcaption b { display: block; }
figcaption small { display: block; color: var(--quiet); }
`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, sign => ESCAPES[sign] as string);

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en-US')} KB`;

const figure = ({ name, file, width, height, bytes, alt }: Shown): string => {
  const [source, words] = [encodeURIComponent(file), escapeHtml(alt)];
  return `<figure>
<a href="${source}"><img src="${source}" width="${width}" height="${height}" alt="${words}" loading="lazy"></a>
<figcaption><b>${escapeHtml(name)}</b>${width} × ${height}, ${kilobytes(bytes)}<small dir="auto">${words}</small></figcaption>
</figure>`;
};

const section = (id: string, title: string, about: string, kind: string, shown: readonly Shown[]): string =>
  `<section id="${id}">
<h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(about)}</p>
<div class="${kind}">
${shown.map(figure).join('\n')}
</div>
</section>`;

/** Everything on one page, which needs no network and no script. */
export function page(sections: readonly ShownSection[], phone: readonly Shown[]): string {
  const count = sections.reduce((sum, { shown }) => sum + shown.length, 0);
  const links = [...sections, { name: 'phone', title: 'On a phone' }].map(
    ({ name, title }) => `<a href="#${name}">${escapeHtml(title)}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kibitz: gallery</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Gallery</h1>
<p>${count} pictures, as <code>npm run gallery</code> draws them. Below each: its size, and the words for those who cannot see it.</p>
<nav>${links.join('\n')}</nav>
${sections.map(({ name, title, about, shown }) => section(name, title, about, 'wall', shown)).join('\n')}
${section('phone', 'On a phone', `The same pictures, ${PHONE_WIDTH} pixels wide: most people see no more.`, 'phone', phone)}
</body>
</html>
`;
}
