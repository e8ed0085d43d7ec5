/** Where pages are. */

/** The path under which they are reached, with a slash at both ends. */
export const basePath = (publicUrl: string): string => `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/`;

/** A secret: it is all that is needed to see the report. */
export const reportUrl = (publicUrl: string, id: string): string =>
  new URL(`${basePath(publicUrl)}r/${id}`, publicUrl).href;
