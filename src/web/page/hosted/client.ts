import type { ErrorAnswer, RunDone, RunEvent, RunProgress } from '../../protocol.ts';

/** Out of reach, or something on the way has answered instead. */
const AWAY: ErrorAnswer = { message: 'The server cannot be reached at the moment; try again in a minute.' };

/** What the server says, or the sentence in which it refuses. */
export async function ask<T extends object>(url: string, wishes?: object): Promise<T | ErrorAnswer> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...(wishes && { 'content-type': 'application/json' }) },
      ...(wishes && { method: 'POST', body: JSON.stringify(wishes) }),
    });
    return (await response.json()) as T | ErrorAnswer;
  } catch {
    return AWAY;
  }
}

export const isRefusal = (said: object): said is ErrorAnswer => 'message' in said;

const RETRY_MS = 2_000;

/**
 * Cancels a run: the request is repeated until the server has answered it or `over` is aborted. The first one arrives
 * also when the page is left.
 */
export async function cancelRun(url: string, over?: AbortSignal): Promise<void> {
  while (!over?.aborted) {
    const heard = await fetch(url, { method: 'DELETE', keepalive: true }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (heard) return;
    await new Promise(resolve => setTimeout(resolve, RETRY_MS));
  }
}

interface Watcher {
  progress(progress: RunProgress): void;
  done(done: RunDone): void;
  failed(refusal: ErrorAnswer): void;
  /** Nothing can be heard; it is tried again. */
  lost(): void;
}

type DataOf<N extends RunEvent['name']> = Extract<RunEvent, { name: N }>['data'];

const GONE = { message: 'This run was interrupted; run it again.' };

/**
 * Listens to a run until that ends. A browser finds back by itself when a line breaks, but not when something on the
 * way answers in the server's place: that is seen to here.
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
  const open = () => {
    const opened = new EventSource(url);
    source = opened;
    const on = <N extends RunEvent['name']>(name: N, tell: (data: DataOf<N>) => void) =>
      opened.addEventListener(name, ({ data }) => tell(JSON.parse(data) as DataOf<N>));
    on('progress', progress => watcher.progress(progress));
    on('done', done => last(() => watcher.done(done)));
    on('failed', refusal => last(() => watcher.failed(refusal)));
    opened.addEventListener('error', () => {
      if (isOver) return;
      watcher.lost();
      if (opened.readyState === EventSource.CLOSED) timer = window.setTimeout(retry, RETRY_MS);
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
