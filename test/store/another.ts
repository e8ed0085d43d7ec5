// Another process on the same file: begins an interaction, says so, and goes on until it is killed.

import { Store } from '../../src/store/store.ts';
import { silent } from '../support/settings.ts';
import { interaction } from './interaction.ts';

const [folder = '', id = ''] = process.argv.slice(2);
const store = new Store({ folder, log: silent });
store.running.begin(interaction(id));
store.notes.set(id, 'here');
process.stdout.write(`${store.reports.put({ by: id }, { owner: id, kind: 'test', question: { id } })}\n`);
setInterval(() => undefined, 60_000);
