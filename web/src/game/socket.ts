// A connection that mends itself.
import type { ClientMessage, ServerMessage } from "./types";

export type Connection = "connecting" | "open" | "lost";

export interface SocketEvents {
  onMessage: (message: ServerMessage) => void;
  onConnection: (connection: Connection) => void;
}

const shortestWait = 400;
const longestWait = 15_000;
const beat = 20_000;
const patience = 6_000;

/** How long to wait before the next try: twice as long each time, and never all at the same moment. */
export function waitBefore(attempt: number, chance = Math.random()): number {
  const most = Math.min(longestWait, shortestWait * 2 ** attempt);
  return most / 2 + (most / 2) * chance;
}

/**
 * A socket of one game. It connects again by itself when the connection is
 * lost, and at once when the page is shown again or the network comes back.
 */
export class GameSocket {
  private socket: WebSocket | undefined;
  private connection: Connection = "connecting";
  private attempt = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private readonly pulse: ReturnType<typeof setInterval>;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly events: SocketEvents,
    private readonly ping: () => ClientMessage,
  ) {
    this.pulse = setInterval(() => this.feel(), beat);
    addEventListener("online", this.renew);
    addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  /** Sends if there is a connection. The server answers everything, so one that stays silent is lost. */
  send(message: ClientMessage): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    if (this.silence === undefined) this.listen();
  }

  /**
   * Connects anew: for somebody who has just been given a seat, and when the
   * network comes back, since the old connection may be dead without knowing.
   */
  readonly renew = (): void => {
    this.attempt = 0;
    this.drop();
    this.connect();
  };

  close(): void {
    this.closed = true;
    clearInterval(this.pulse);
    removeEventListener("online", this.renew);
    removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
  }

  private readonly wake = (): void => {
    if (this.closed || document.visibilityState === "hidden") return;
    if (this.socket?.readyState === WebSocket.OPEN) this.feel();
    else if (this.connection === "lost") this.renew();
  };

  private connect(): void {
    clearTimeout(this.again);
    const url = new URL(this.address, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    this.tell("connecting");
    // A connection that neither opens nor fails is given up.
    this.listen();
    socket.onopen = () => {
      this.heard();
      this.tell("open");
      this.feel();
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      this.attempt = 0;
      this.heard();
      if (typeof event.data !== "string") return;
      this.events.onMessage(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => this.lose(socket);
  }

  /** Asks for a sign of life. */
  private feel(): void {
    this.send(this.ping());
  }

  private listen(): void {
    const socket = this.socket;
    this.heard();
    this.silence = setTimeout(() => socket && this.lose(socket), patience);
  }

  private heard(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  private lose(socket: WebSocket): void {
    if (socket !== this.socket || this.closed) return;
    this.drop();
    this.tell("lost");
    this.again = setTimeout(() => this.connect(), waitBefore(this.attempt++));
  }

  private drop(): void {
    clearTimeout(this.again);
    this.heard();
    const socket = this.socket;
    this.socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private tell(connection: Connection): void {
    if (connection === this.connection) return;
    this.connection = connection;
    this.events.onConnection(connection);
  }
}
