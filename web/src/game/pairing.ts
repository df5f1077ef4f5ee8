// Waits for an opponent. The server keeps the request while the connection is open; a lost connection is
// re-established.
import type { Control, Pairing } from "../wire.gen";
import { backoff } from "./socket";
import { Store } from "./store";

export interface PairingRequest {
  variant: string;
  control: Control | null;
  /** Whether the game counts for the players' ratings, which needs an account. */
  rated?: boolean;
}

export type PairingView =
  | { state: "idle"; problem: string }
  /** connected: whether the server has the request. */
  | { state: "waiting"; request: PairingRequest; connected: boolean }
  | { state: "paired"; game: string };

/** Returns the address of a pairing request. */
export function pairingAddress({ variant, control, rated }: PairingRequest, name: string): string {
  const query = new URLSearchParams({ variant });
  for (const [part, value] of Object.entries(control ?? {})) if (value) query.set(part, String(value));
  if (name) query.set("name", name);
  if (rated) query.set("rated", "1");
  return `/api/v1/pairing/socket?${query}`;
}

export class PairingQueue extends Store<PairingView> {
  private socket: WebSocket | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;

  /** `why` returns the reason why the server rejects an address; empty if it gives none. */
  constructor(private readonly why: (address: string) => Promise<string>) {
    super({ state: "idle", problem: "" });
  }

  /** Requests a game, replacing any earlier request. */
  seek(request: PairingRequest, name: string): void {
    this.attempt = 0;
    this.connect(request, name);
  }

  readonly cancel = (): void => {
    this.disconnect();
    this.set({ state: "idle", problem: "" });
  };

  private connect(request: PairingRequest, name: string): void {
    this.disconnect();
    this.set({ state: "waiting", request, connected: false });
    const url = new URL(pairingAddress(request, name), location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    let responded = false;
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (typeof event.data !== "string") return;
      const message = JSON.parse(event.data) as Pairing;
      this.attempt = 0;
      responded = true;
      if (message.type === "waiting") {
        this.set({ state: "waiting", request, connected: true });
        return;
      }
      this.disconnect();
      this.set(
        message.game ? { state: "paired", game: message.game } : { state: "idle", problem: message.message ?? "" },
      );
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.set({ state: "waiting", request, connected: false });
      this.retry = setTimeout(() => this.connect(request, name), backoff(this.attempt++));
      if (!responded) void this.askWhy(url, socket);
    };
  }

  /** A rejected socket gives no reason, so the same request is sent over HTTP. */
  private async askWhy(url: URL, socket: WebSocket): Promise<void> {
    const problem = await this.why(url.pathname + url.search);
    if (!problem || socket !== this.socket) return;
    this.disconnect();
    this.set({ state: "idle", problem });
  }

  private disconnect(): void {
    clearTimeout(this.retry);
    const socket = this.socket;
    this.socket = undefined;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
