import { it } from 'vitest';
import { SERVICES } from '../support/service.ts';
import { askWhileHeld } from './held-engines.ts';

for (const [name, make, skipped] of SERVICES)
  it.skipIf(skipped)(
    `a quick question is answered by ${name} while six of two owners hold its only engine`,
    async () => {
      await askWhileHeld(make, 1);
    },
  );
