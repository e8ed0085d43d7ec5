import { escaped } from './escaped.ts';

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
