/** What only one process may do at a time, of all that could. */
export interface Leadership {
  /** Done when it is this one's turn. */
  readonly begun: Promise<void>;
  /** Rejects when it no longer is, with what there is to say about it. */
  readonly lost: Promise<never>;
  /** Whether it is now: to be asked before something is done that must not be done twice. */
  readonly isHeld: boolean;
  /** Hands it to the next one. Whatever was done has to have ended. */
  close(): Promise<void>;
}

/** Where there is no other process. */
export const ALWAYS_LEADER: Leadership = {
  begun: Promise.resolve(),
  lost: new Promise<never>(() => undefined),
  isHeld: true,
  close: async () => undefined,
};
