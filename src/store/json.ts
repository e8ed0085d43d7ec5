/** Undefined where it is no JSON, as after somebody has edited the file by hand. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
