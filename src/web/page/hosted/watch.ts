import { EVENTS, type Refusal, type RunDone, type RunProgress } from '../../events.ts';

interface Watcher {
  progress(progress: RunProgress): void;
  done(done: RunDone): void;
  failed(refusal: Refusal): void;
  /** Nothing can be heard; it is tried again. */
  lost(): void;
}

const RETRY_MS = 2_000;
const GONE = { message: 'This run was interrupted; run it again.' };

/**
 * Listens to a run until that ends. A browser finds back by itself when a line breaks, but not when something on the way
 * answers in the server's place: that is seen to here.
 */
export function watchRun(url: string, watcher: Watcher): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    source?.close();
    clearTimeout(timer);
  };
  const last = (tell: () => void) => {
    end();
    tell();
  };
  const read = <T>(event: Event): T => JSON.parse((event as MessageEvent<string>).data) as T;
  const open = () => {
    source = new EventSource(url);
    source.addEventListener(EVENTS.progress, event => watcher.progress(read(event)));
    source.addEventListener(EVENTS.done, event => last(() => watcher.done(read(event))));
    source.addEventListener(EVENTS.failed, event => last(() => watcher.failed(read(event))));
    source.addEventListener('error', () => {
      if (isOver) return;
      watcher.lost();
      if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(retry, RETRY_MS);
    });
  };
  const retry = async () => {
    const status = await fetch(url, { method: 'HEAD' }).then(
      response => response.status,
      () => undefined,
    );
    if (isOver) return;
    if (status === 404) last(() => watcher.failed(GONE));
    else open();
  };
  open();
  return end;
}
