/** What people typed, turned into a value, or into one sentence that says what to do about it. */
export type Result<T> = { ok: true; value: T } | { ok: false; message: string };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const no = (message: string): Result<never> => ({ ok: false, message });
