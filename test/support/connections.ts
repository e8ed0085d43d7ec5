import { Socket, type TcpSocketConnectOpts } from 'node:net';
import { afterEach, vi } from 'vitest';
import { servedHere } from './port.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Where this process connects to from now on, each as `host:port`, until the test is over; the Discord and Lichess of the
 * tests are left out.
 */
export function watchConnections(): Set<string> {
  const seen = new Set<string>();
  const { connect } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    // `net.connect` hands its arguments on as one list.
    const [options] = (Array.isArray(args[0]) ? args[0] : args) as [TcpSocketConnectOpts];
    const host = `${options.host}:${options.port}`;
    if (!servedHere().has(host)) seen.add(host);
    return (connect as (...given: unknown[]) => Socket).apply(this, args);
  });
  return seen;
}
