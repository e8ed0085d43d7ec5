/** The right to do what only one of several processes may do at a time. */
export interface Leadership {
  /** Resolves when this process has become the leader. */
  readonly begun: Promise<void>;
  /** Rejects when it no longer is, with the reason. */
  readonly lost: Promise<never>;
  /** Whether it is the leader now; checked before each action that must not be done twice. */
  readonly isHeld: boolean;
  /** Hands leadership to the next process. All work of the leader has to have ended before. */
  close(): Promise<void>;
}

/** For a process that is the only one. */
export const ALWAYS_LEADER: Leadership = {
  begun: Promise.resolve(),
  lost: new Promise<never>(() => undefined),
  isHeld: true,
  close: async () => undefined,
};
