// Another process on the same file: writes reports and notes as fast as it can until it is killed.

import { setImmediate as breathe } from 'node:timers/promises';
import { Store } from '../../src/store/store.ts';
import { silent } from '../support/settings.ts';

const [folder = ''] = process.argv.slice(2);
const store = new Store({ folder, log: silent });
const about = { owner: 'me', kind: 'test', question: { what: 'this' } };
process.stdout.write('writing\n');
for (let index = 0; ; index++) {
  store.notes.set('latest', String(index));
  store.reports.put({ index, text: 'x'.repeat(index % 5000) }, about);
  store.links.put(`user${index % 100}`, { name: `Name${index}`, ratings: {} });
  await breathe();
}
