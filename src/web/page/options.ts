export interface PageOptions {
  /** When another page takes its place: nothing of it listens any more. */
  signal?: AbortSignal;
  /** Where there are engines: in place of the fixed parameters. */
  params?: HTMLElement;
}
