import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A line to a server that can be cut, and something in between that can answer in the server's place. */
export async function startCut(url: string) {
  const target = new URL(url);
  const lines = new Set<Socket>();
  let state: 'fine' | 'dead' | 'bad gateway' = 'fine';
  const server = createServer(near => {
    if (state !== 'fine') {
      if (state === 'dead') near.destroy();
      else near.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const line of [near, far]) {
      lines.add(line);
      line.on('close', () => lines.delete(line)).on('error', () => line.destroy());
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const hangUp = () => {
    for (const line of lines) line.destroy();
  };
  onTestFinished(() => {
    hangUp();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    become: (next: typeof state) => {
      state = next;
      if (next !== 'fine') hangUp();
    },
  };
}
