/** Lets others be served before one goes on. */
export { setImmediate as turn } from 'node:timers/promises';
