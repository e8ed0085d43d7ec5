import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEADERS } from './answers.ts';
import type { Run, RunEvent } from './run.ts';

/** After which a browser comes back by itself. */
const RETRY_MS = 1_000;

/**
 * What a run says, as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. Whoever reads too
 * slowly hears less, and nothing piles up.
 */
export function streamRun(run: Run, request: IncomingMessage, response: ServerResponse, heartbeatMs: number): void {
  response.writeHead(200, {
    ...HEADERS,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx would wait until it has a few kilobytes.
    'x-accel-buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  // Who has not read the last words by the next beat is not there.
  const beat = setInterval(() => {
    if (response.writableNeedDrain) response.destroy();
    else response.write(':\n\n');
  }, heartbeatMs).unref();
  const heard = Number(request.headers['last-event-id'] ?? 0) || 0;
  const leave = run.listen(
    {
      hear: event => {
        if (event.name !== 'progress' || !response.writableNeedDrain) response.write(textOf(event));
      },
      end: () => response.end(),
    },
    heard,
  );
  response.on('close', () => {
    clearInterval(beat);
    leave();
  });
}

const textOf = ({ id, name, data }: RunEvent): string => `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
