// A game on the server, as this page knows it: what the server said last, and
// what was sent and not yet answered.
import type { MoveInfo } from "../rules/types";
import { stopped } from "./clock";
import { GameSocket, type Connection } from "./socket";
import { Store } from "./store";
import type { At, ClientMessage, GameMove, GameSnapshot, OfferAction, ServerMessage } from "./types";
import { other } from "../rules/words";

type Command = Exclude<ClientMessage, { type: "sync" | "ping" }>;
type Wish = Command extends infer Each ? (Each extends Command ? Omit<Each, "n" | "game"> : never) : never;

interface Pending {
  command: Command;
  /** The move as the rules describe it, to be shown until the server has it. */
  move?: MoveInfo;
}

export interface LiveView {
  /** With the move that is on its way, if there is one. */
  game: GameSnapshot;
  connection: Connection;
  /** Commands that the server has not confirmed yet. */
  unconfirmed: number;
  /** The last refusal, for the player to read. */
  problem: string;
}

/** Puts a move on a snapshot as the server will, as far as the page can know. */
function played(game: GameSnapshot, move: GameMove, rest: Partial<GameSnapshot>): GameSnapshot {
  const { draw, rematch } = game.offers;
  return {
    ...game,
    moves: [...game.moves, move],
    ply: game.ply + 1,
    key: move.key,
    turn: other(game.turn),
    // A draw offer stands until the opponent moves, a wish to take back until anybody does.
    offers: { ...(draw && draw === game.turn ? { draw } : {}), ...(rematch ? { rematch } : {}) },
    barred: game.turn === game.seat ? undefined : game.barred,
    claim: undefined,
    thinking: undefined,
    ...rest,
  };
}

const same = (a: At, b: At): boolean => a.ply === b.ply && a.takebacks === b.takebacks;

/** Whether a command still means what it meant when it was given. */
export function stillValid(command: Command, game: GameSnapshot): boolean {
  switch (command.type) {
    case "move":
      return !game.result && same(game, command) && game.key === command.key;
    case "draw":
    case "claim":
    case "takeback":
      return !game.result && same(game, command);
    case "rematch":
      return game.result !== null && !game.next;
    case "resign":
    case "abort":
      return !game.result;
  }
}

export class LiveGame extends Store<LiveView> {
  private readonly socket: GameSocket;
  private pending: Pending[] = [];
  private n = 0;
  private readonly asked = new Map<number, number>();
  private offset = 0;
  private nearest = Infinity;
  /** What is pending goes out again with the first word of a new connection. */
  private resend = false;

  constructor(private game: GameSnapshot) {
    super({ game, connection: "connecting", unconfirmed: 0, problem: "" });
    // Until the server has been asked for its time, a running clock tells it well enough:
    // it was read then, or within a delay that was not used up yet.
    if (game.clocks?.running) {
      const { at } = game.clocks;
      const here = Date.now();
      this.offset = Math.min(at, Math.max(at - (game.control?.delay ?? 0), here)) - here;
    }
    this.socket = new GameSocket(
      `/api/v1/games/${encodeURIComponent(game.id)}/socket`,
      {
        onMessage: (message) => this.hear(message),
        onConnection: (connection) => {
          this.resend = connection === "open";
          this.set({ ...this.get(), connection });
        },
      },
      () => {
        const n = ++this.n;
        this.asked.set(n, Date.now());
        return { type: "ping", n };
      },
    );
  }

  /** The server's time. */
  readonly now = (): number => Date.now() + this.offset;

  private get at(): At {
    const { ply, takebacks } = this.game;
    return { ply, takebacks };
  }

  move(move: MoveInfo): void {
    if (this.pending.some((each) => each.command.type === "move")) return;
    this.ask({ type: "move", ...this.at, key: this.game.key, move: move.move }, move);
  }

  resign(): void {
    this.ask({ type: "resign" });
  }

  abort(): void {
    this.ask({ type: "abort" });
  }

  draw(action: OfferAction): void {
    this.ask({ type: "draw", ...this.at, do: action });
  }

  claim(): void {
    this.ask({ type: "claim", ...this.at });
  }

  takeback(action: OfferAction): void {
    this.ask({ type: "takeback", ...this.at, do: action });
  }

  rematch(action: OfferAction): void {
    this.ask({ type: "rematch", do: action });
  }

  /** Takes a seat that was just given. */
  seated(game: GameSnapshot): void {
    this.game = game;
    this.show();
    this.socket.renew();
  }

  readonly close = (): void => this.socket.close();

  private ask(wish: Wish, move?: MoveInfo): void {
    const command = { ...wish, n: ++this.n, game: this.game.id } as Command;
    this.pending.push({ command, move });
    this.socket.send(command);
    this.show("");
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "game":
        this.take(message.game);
        break;
      case "move":
        this.takeMove(message);
        break;
      case "here": {
        const { white, black } = this.game.players;
        this.game = {
          ...this.game,
          players: {
            white: white && { ...white, here: message.white },
            black: black && { ...black, here: message.black },
          },
          spectators: message.spectators,
        };
        this.show();
        break;
      }
      case "thinking":
        this.game = { ...this.game, thinking: { place: message.place } };
        this.show();
        break;
      case "done":
        this.settle(message.n);
        break;
      case "error":
        this.refused(message);
        break;
      case "pong":
        this.tune(message);
        break;
      case "bye":
        this.show(message.message);
        break;
    }
  }

  /**
   * The whole game. What was sent before is answered by it, or is sent again if
   * the connection was lost in between; a repeated command does no harm.
   */
  private take(game: GameSnapshot): void {
    this.game = game;
    const before = this.pending;
    this.pending = before.filter(({ command }) => stillValid(command, game));
    const lost = before.some(
      ({ command }) =>
        command.type === "move" && !stillValid(command, game) && !game.result && game.moves[command.ply]?.move !== command.move,
    );
    if (this.resend) for (const { command } of this.pending) this.socket.send(command);
    this.resend = false;
    this.show(lost ? "Your move came too late: the game had gone on." : undefined);
  }

  private takeMove(message: Extract<ServerMessage, { type: "move" }>): void {
    if (message.ply <= this.game.ply) return;
    if (message.ply !== this.game.ply + 1) {
      this.socket.send({ type: "sync", n: ++this.n, game: this.game.id });
      return;
    }
    const { move, position, clocks, claim } = message;
    this.game = played(this.game, move, { position, clocks, claim });
    this.pending = this.pending.filter(({ command }) => stillValid(command, this.game));
    this.show();
  }

  private settle(n: number): void {
    // A move stays until it comes back as a move of the game, so that it is never seen to vanish.
    this.pending = this.pending.filter(({ command }) => command.n !== n || command.type === "move");
    this.show();
  }

  private refused(message: Extract<ServerMessage, { type: "error" }>): void {
    this.pending = this.pending.filter(({ command }) => command.n !== message.n);
    if (message.code === "stale") this.socket.send({ type: "sync", n: ++this.n, game: this.game.id });
    this.show(message.message);
  }

  /** Learns the server's time; the quickest answer tells it best. */
  private tune(pong: Extract<ServerMessage, { type: "pong" }>): void {
    const sent = this.asked.get(pong.n);
    this.asked.delete(pong.n);
    if (sent === undefined) return;
    const took = Date.now() - sent;
    // A clock may have been set, or the machine have slept: old answers lose their weight.
    this.nearest += 20;
    if (took > this.nearest) return;
    this.nearest = took;
    this.offset = pong.now - (sent + took / 2);
  }

  private show(problem = this.get().problem): void {
    const pending = this.pending.find((each) => each.command.type === "move" && each.move);
    let game = this.game;
    if (pending?.move && stillValid(pending.command, game)) {
      const { move, san, text } = pending.move;
      game = played(game, { move, san, text, key: "", at: this.now() }, { clocks: stopped(game, this.now()) });
    }
    this.set({ ...this.get(), game, unconfirmed: this.pending.length, problem });
  }
}
