/** The right to do what only one of several processes may do at a time. */
export interface Leadership {
  /** Resolves when this process has become the leader. */
  readonly begun: Promise<void>;
  /** Rejects when it no longer is, with the reason. */
  readonly lost: Promise<never>;
  /** Whether it is the leader now: asked before each thing that must not be done twice. */
  readonly isHeld: boolean;
  /** Hands leadership to the next process. What it was used for has to have ended. */
  close(): Promise<void>;
}

/** Where there is no other process. */
export const ALWAYS_LEADER: Leadership = {
  begun: Promise.resolve(),
  lost: new Promise<never>(() => undefined),
  isHeld: true,
  close: async () => undefined,
};
