import { Fault } from '../../base/fault.ts';
import type { Kit } from './commands/command.ts';
import type { Who } from './errand.ts';
import { sayFetchLimit } from './strings/sentences.ts';

/** What is asked of Lichess for somebody is counted, and waits its turn among what is asked for others. */
export function kitFor<K extends Pick<Kit, 'lichess' | 'fetches' | 'now'>>(kit: K, { user, server, voice }: Who): K {
  const admit = () => {
    const admission = kit.fetches.admit({ user, server: server ?? undefined });
    // It is counted whatever comes of it: Lichess has been asked.
    if (admission.kind === 'admitted') return () => admission.end();
    throw new Fault('bad-input', sayFetchLimit(voice, admission, kit.now()));
  };
  return { ...kit, lichess: kit.lichess.onBehalfOf({ name: `discord:${user}`, admit }) };
}
