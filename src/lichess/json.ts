/** Undefined where it is none: errors come with JSON, with plain text or with nothing. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
