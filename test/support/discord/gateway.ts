import type { Server } from 'node:http';
import { GatewayCloseCodes, type GatewayIdentifyData, GatewayOpcodes, type GatewaySendPayload } from 'discord.js';
import { type WebSocket, WebSocketServer } from 'ws';
import { Watched } from '../watched.ts';

/** Discord's side of the socket: https://discord.com/developers/docs/events/gateway */

interface GatewayOptions {
  token: string;
  heartbeatMs: number;
  /** Bits of intents that the application may ask for. */
  allowedIntents: number;
  /** What READY says to a shard besides the session, and the guilds that come after it. */
  ready: (hears: (guildId: string) => boolean) => { ready: object; guilds: object[] };
}

/** One of several parts of a bot, each of which hears of some servers. */
type ShardOf = readonly [id: number, count: number];

/** https://discord.com/developers/docs/events/gateway#sharding; what is private comes to the first. */
const hears = ([id, count]: ShardOf, guildId: string | undefined): boolean =>
  id === (guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count)));

interface Session {
  id: string;
  shard: ShardOf;
  intents: number;
  sequence: number;
  /** For those who resume. */
  sent: Dispatch[];
  socket: WebSocket | undefined;
}

interface Dispatch {
  op: GatewayOpcodes.Dispatch;
  s: number;
  t: string;
  d: unknown;
}

/** Discord forgets too. */
const KEPT_DISPATCHES = 1000;
/** After these there is nothing left to resume. */
const ENDS_SESSION: readonly number[] = [
  GatewayCloseCodes.NotAuthenticated,
  GatewayCloseCodes.AlreadyAuthenticated,
  GatewayCloseCodes.InvalidSeq,
  GatewayCloseCodes.RateLimited,
  GatewayCloseCodes.SessionTimedOut,
];

export class Gateway extends Watched {
  readonly #options: GatewayOptions;
  readonly #server: WebSocketServer;
  readonly #sessions = new Map<string, Session>();
  readonly #sockets = new Map<WebSocket, Session | undefined>();
  /** Whether heartbeats are answered. */
  acks = true;
  identifies = 0;
  resumes = 0;
  heartbeats = 0;
  /** What the client closed its side with. */
  readonly closes: number[] = [];
  readonly violations: string[] = [];

  constructor(server: Server, options: GatewayOptions) {
    super();
    this.#options = options;
    this.#server = new WebSocketServer({ server });
    this.#server.on('connection', (socket, { url = '' }) => this.#connected(socket, url));
  }

  /** Sessions with a socket that is open. */
  get live(): number {
    return [...this.#sessions.values()].filter(({ socket }) => socket).length;
  }

  connected(): Promise<true> {
    return this.until(() => (this.live > 0 ? true : undefined), 'a client is connected');
  }

  #connected(socket: WebSocket, url: string): void {
    const query = new URL(url, 'ws://127.0.0.1').searchParams;
    if (query.get('encoding') !== 'json' || query.get('v') !== '10' || query.has('compress'))
      this.violations.push(`gateway: ${url} asks for something else than uncompressed JSON, version 10`);
    this.#sockets.set(socket, undefined);
    socket.on('message', data => this.#receive(socket, JSON.parse(String(data)) as GatewaySendPayload));
    socket.on('close', code => {
      this.closes.push(code);
      const session = this.#sockets.get(socket);
      if (session?.socket === socket) session.socket = undefined;
      this.#sockets.delete(socket);
      this.changed();
    });
    this.#tell(socket, GatewayOpcodes.Hello, { heartbeat_interval: this.#options.heartbeatMs });
  }

  #tell(socket: WebSocket, op: GatewayOpcodes, d: unknown = null): void {
    socket.send(JSON.stringify({ op, d, s: null, t: null }));
  }

  #receive(socket: WebSocket, message: GatewaySendPayload): void {
    switch (message.op) {
      case GatewayOpcodes.Heartbeat:
        this.heartbeats++;
        if (this.acks) this.#tell(socket, GatewayOpcodes.HeartbeatAck);
        break;
      case GatewayOpcodes.Identify:
        this.#identify(socket, message.d);
        break;
      case GatewayOpcodes.Resume:
        this.#resume(socket, message.d.session_id, message.d.seq);
        break;
      case GatewayOpcodes.PresenceUpdate:
        break;
      default:
        this.violations.push(`gateway: op ${message.op} is nothing Kibitz has to ask`);
    }
    this.changed();
  }

  #identify(socket: WebSocket, { token, intents, shard = [0, 1] }: GatewayIdentifyData): void {
    this.identifies++;
    if (token !== this.#options.token) return socket.close(GatewayCloseCodes.AuthenticationFailed);
    if (intents & ~this.#options.allowedIntents) return socket.close(GatewayCloseCodes.DisallowedIntents);
    const id = `session-${this.identifies}`;
    const session: Session = { id, shard, intents, sequence: 0, sent: [], socket };
    // Who identifies again has given up the session before.
    for (const [other, { shard: its }] of this.#sessions)
      if (its[0] === shard[0] || its[1] !== shard[1]) this.#sessions.delete(other);
    this.#sessions.set(id, session);
    this.#sockets.set(socket, session);
    const { ready, guilds } = this.#options.ready(guildId => hears(shard, guildId));
    const { port } = this.#server.address() as { port: number };
    this.#dispatch(session, 'READY', {
      ...ready,
      v: 10,
      session_id: id,
      session_type: 'normal',
      resume_gateway_url: `ws://127.0.0.1:${port}`,
    });
    for (const guild of guilds) this.#dispatch(session, 'GUILD_CREATE', guild);
  }

  #resume(socket: WebSocket, id: string, sequence: number): void {
    this.resumes++;
    const session = this.#sessions.get(id);
    if (!session) return this.#tell(socket, GatewayOpcodes.InvalidSession, false);
    session.socket = socket;
    this.#sockets.set(socket, session);
    for (const dispatch of session.sent) if (dispatch.s > sequence) socket.send(JSON.stringify(dispatch));
    this.#dispatch(session, 'RESUMED', {});
  }

  #dispatch(session: Session, t: string, d: unknown): void {
    const dispatch: Dispatch = { op: GatewayOpcodes.Dispatch, s: ++session.sequence, t, d };
    session.sent.push(dispatch);
    if (session.sent.length > KEPT_DISPATCHES) session.sent.shift();
    session.socket?.send(JSON.stringify(dispatch));
  }

  /**
   * To the shard of that server, as far as it asked for these intents; one whose socket is gone hears it when resuming.
   */
  dispatch(t: string, guildId: string | undefined, d: (intents: number) => unknown): void {
    for (const session of this.#sessions.values()) {
      if (!hears(session.shard, guildId)) continue;
      const event = d(session.intents);
      if (event !== undefined) this.#dispatch(session, t, event);
    }
  }

  closeAll(code: number): void {
    if (ENDS_SESSION.includes(code)) this.#sessions.clear();
    for (const socket of this.#sockets.keys()) socket.close(code);
  }

  /** Without a word: the client sees 1006. */
  drop(): void {
    for (const socket of this.#sockets.keys()) socket.terminate();
  }

  askToReconnect(): void {
    this.#leave(socket => this.#tell(socket, GatewayOpcodes.Reconnect));
  }

  invalidate(resumable: boolean): void {
    if (!resumable) this.#sessions.clear();
    this.#leave(socket => this.#tell(socket, GatewayOpcodes.InvalidSession, resumable));
  }

  /** The last words on each socket: what happens afterwards waits for the one who resumes. */
  #leave(say: (socket: WebSocket) => void): void {
    for (const [socket, session] of this.#sockets) {
      if (session) session.socket = undefined;
      say(socket);
    }
  }

  /** The last event once more, as it may happen when a session is resumed. */
  repeat(): void {
    for (const { socket, sent } of this.#sessions.values()) socket?.send(JSON.stringify(sent.at(-1)));
  }

  /** What was sent so far need not be replayed to anybody. */
  forget(): void {
    for (const session of this.#sessions.values()) session.sent.length = 0;
    this.closes.length = 0;
  }

  end(): void {
    this.drop();
    this.#server.close();
  }
}
