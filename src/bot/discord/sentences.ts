import type { Fault, FaultCode } from '../../engine/fault.ts';

/** What people are told, besides what commands say themselves. */
export const SENTENCES = {
  working: 'Working on it …',
  later: 'This takes longer than Discord lets me keep this reply; the answer will come as a new message.',
  cancelled: 'Cancelled.',
  interrupted: 'Interrupted: Kibitz is shutting down. Please ask again in a minute.',
  closing: 'Kibitz is shutting down; please ask again in a minute.',
  notYours: 'Only the one who asked can cancel this.',
  over: 'This is over already.',
  unknownCommand: 'This command is not known here any more; please reload Discord (Ctrl+R) and try again.',
  unknownButton: 'This button is not known here any more; please ask again with the command.',
  forbidden: 'Kibitz may not answer here; it needs the permissions "Send Messages", "Embed Links" and "Attach Files".',
  notShown: 'The answer is there, but it could not be shown. This has been noted.',
};

const BROKEN = 'Something is wrong with Kibitz at the moment. This has been noted; please try again later.';

/** Where the message is about people's own doing it is told as it is; what is broken here is nobody else's business. */
const TOLD: Record<FaultCode, (fault: Fault) => string> = {
  'bad-input': ({ message }) => message,
  'engine-missing': () => BROKEN,
  'engine-failed': () => BROKEN,
  'model-missing': () => BROKEN,
  'model-broken': () => BROKEN,
  'lichess-failed': ({ message }) => message,
  'rate-limited': ({ message }) => message,
  'discord-failed': () => BROKEN,
  'store-failed': () => BROKEN,
  cancelled: () => SENTENCES.cancelled,
  deadline: ({ message }) => message,
  busy: ({ message }) => message,
  closing: () => SENTENCES.interrupted,
  crashed: () => BROKEN,
  internal: () => BROKEN,
};

export const sentenceFor = (fault: Fault): string => TOLD[fault.code](fault);

/** Whether the owner has to hear of it. */
export const isBroken = (fault: Fault): boolean => sentenceFor(fault) === BROKEN;
