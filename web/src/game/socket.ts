// A connection that reconnects when it is lost.
import type { ClientMessage, ServerMessage } from "../wire.gen";

export type Connection = "connecting" | "open" | "lost";

export interface SocketEvents {
  onMessage: (message: ServerMessage) => void;
  onConnection: (connection: Connection) => void;
}

const minBackoff = 400;
const maxBackoff = 15_000;
/** The number of retries before the delay grows. Another node takes over within a second or two. */
const fastRetries = 4;
/** The close code of a node that is shutting down. Another node takes over immediately. */
const serviceRestart = 1012;
/** The maximum random delay, in milliseconds, so that clients do not all reconnect at once. */
const maxJitter = 250;
/** The timeout, in milliseconds, for opening a connection, and for a response. */
const openTimeout = 8_000;
const responseTimeout = 3_000;
/** The silence, in milliseconds, after which the user is shown that the connection is lost. It may still recover. */
const silence = 1_300;

/** Returns the delay before the next attempt: doubled each time after the first few, with jitter. */
export function backoff(attempt: number, chance = Math.random()): number {
  const most = Math.min(maxBackoff, minBackoff * 2 ** Math.max(0, attempt - fastRetries + 1));
  return most / 2 + (most / 2) * chance;
}

/**
 * The socket of one game. It reconnects when the connection is lost, and immediately when the page becomes
 * visible or the network returns.
 */
export class GameSocket {
  private socket: WebSocket | undefined;
  private connection: Connection = "connecting";
  private attempt = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private responseTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly events: SocketEvents,
    private readonly ping: () => ClientMessage,
    /** Returns the time until the next ping, in milliseconds. */
    private readonly pause: () => number,
  ) {
    this.nextHeartbeat();
    addEventListener("online", this.reconnect);
    addEventListener("pageshow", this.onVisible);
    document.addEventListener("visibilitychange", this.onVisible);
    this.connect();
  }

  /**
   * Sends a message if connected. The server responds to every message, so silence means a lost connection.
   */
  send(message: ClientMessage): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    if (this.responseTimer === undefined) this.expectResponse();
  }

  /**
   * Reconnects after a seat is assigned or the network returns: the old connection may be dead without a
   * close event.
   */
  readonly reconnect = (): void => {
    this.attempt = 0;
    this.disconnect();
    this.connect();
  };

  close(): void {
    this.closed = true;
    clearTimeout(this.heartbeatTimer);
    removeEventListener("online", this.reconnect);
    removeEventListener("pageshow", this.onVisible);
    document.removeEventListener("visibilitychange", this.onVisible);
    this.disconnect();
  }

  private readonly onVisible = (): void => {
    if (this.closed || document.visibilityState === "hidden") return;
    if (this.socket?.readyState === WebSocket.OPEN) this.heartbeat();
    else if (this.connection === "lost") this.reconnect();
  };

  private connect(): void {
    clearTimeout(this.retryTimer);
    const url = new URL(this.address, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    this.setConnection("connecting");
    // A connection that neither opens nor fails is abandoned.
    this.expectResponse(openTimeout);
    socket.onopen = () => {
      this.clearResponseTimer();
      this.setConnection("open");
      this.heartbeat();
      this.nextHeartbeat(); // the pause differs once a seat is assigned
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      this.attempt = 0;
      this.clearResponseTimer();
      this.setConnection("open");
      if (typeof event.data !== "string") return;
      this.events.onMessage(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => this.onLost(socket, event?.code === serviceRestart);
  }

  private nextHeartbeat(): void {
    clearTimeout(this.heartbeatTimer);
    this.heartbeatTimer = setTimeout(() => {
      this.heartbeat();
      this.nextHeartbeat();
    }, this.pause());
  }

  /** Sends a ping. */
  private heartbeat(): void {
    this.send(this.ping());
  }

  private expectResponse(timeout = responseTimeout): void {
    const socket = this.socket;
    this.clearResponseTimer();
    this.responseTimer = setTimeout(() => socket && this.onLost(socket), timeout);
    if (this.connection === "open") this.silenceTimer = setTimeout(() => this.setConnection("lost"), silence);
  }

  private clearResponseTimer(): void {
    clearTimeout(this.responseTimer);
    clearTimeout(this.silenceTimer);
    this.responseTimer = undefined;
  }

  private onLost(socket: WebSocket, elsewhere = false): void {
    if (socket !== this.socket || this.closed) return;
    this.disconnect();
    this.setConnection("lost");
    const wait = elsewhere && this.attempt === 0 ? Math.random() * maxJitter : backoff(this.attempt);
    this.attempt++;
    this.retryTimer = setTimeout(() => this.connect(), wait);
  }

  private disconnect(): void {
    clearTimeout(this.retryTimer);
    this.clearResponseTimer();
    const socket = this.socket;
    this.socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private setConnection(connection: Connection): void {
    if (connection === this.connection) return;
    this.connection = connection;
    this.events.onConnection(connection);
  }
}
