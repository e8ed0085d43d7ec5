const RETRY_MS = 2_000;

/**
 * Nobody wants a run any more: the server is told until it has heard, or `over` says that it need not be. The first word
 * gets there also when the page is left.
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
