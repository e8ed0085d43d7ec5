import { Fault } from '../../../base/fault.ts';
import type { BotContext } from './context.ts';
import type { Requester } from './handler.ts';
import { sayFetchLimit } from './sentences.ts';

/** What is asked of Lichess for somebody is counted, and waits its turn among what is asked for others. */
export function contextFor<K extends Pick<BotContext, 'lichess' | 'fetches' | 'now'>>(
  context: K,
  { user, server, voice }: Requester,
): K {
  const admit = () => {
    const admission = context.fetches.admit({ user, server: server ?? undefined });
    // It is counted whatever comes of it: Lichess has been asked.
    if (admission.kind === 'admitted') return () => admission.end();
    throw new Fault('bad-input', sayFetchLimit(voice, admission, context.now()));
  };
  return { ...context, lichess: context.lichess.onBehalfOf({ name: `discord:${user}`, admit }) };
}
