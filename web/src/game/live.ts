// The page's view of a game on the server: the server's last state, and the commands not yet acknowledged.
import { t } from "../text/text";
import type {
  At,
  ClientMessage,
  Colour,
  MoveInfo,
  OfferAction,
  Phrase,
  PlayedMove,
  ServerMessage,
  Snapshot,
} from "../wire.gen";
import { stopped } from "./clock";
import { offerKinds, opponentEnded } from "./offers";
import { GameSocket, type Connection } from "./socket";
import { Store } from "./store";
import { withRules } from "./variants";
import { showNotice } from "../offline/notice";
import { other } from "../rules/text";

type Command = Exclude<ClientMessage, { type: "sync" | "ping" }>;
type CommandBody = Command extends infer Each ? (Each extends Command ? Omit<Each, "n" | "game"> : never) : never;

interface Pending {
  command: Command;
  /** The move as described by the rules, shown until the server confirms it. */
  move?: MoveInfo;
}

/** A phrase from a player, with a unique number. */
export interface ReceivedPhrase {
  n: number;
  by: Colour;
  phrase: Phrase;
  text: string;
}

/** The maximum number of phrases shown. */
const maxPhrases = 3;

export interface LiveView {
  /** The game, including the pending move, if any. */
  game: Snapshot;
  connection: Connection;
  /** The number of commands that the server has not confirmed yet. */
  unconfirmed: number;
  /**
   * A message for the player, such as a rejection or the response to an offer. The next command, change of the game or
   * reconnection clears it.
   */
  problem: string;
  /** The latest phrases of the players. */
  received: ReceivedPhrase[];
}

/** Applies a move to a snapshot as the server will, as far as the page can predict. */
function played(game: Snapshot, move: PlayedMove, rest: Partial<Snapshot>): Snapshot {
  const { draw, rematch } = game.offers;
  return {
    ...game,
    moves: [...game.moves, move],
    ply: game.ply + 1,
    key: move.key,
    turn: other(game.turn),
    // A draw offer lasts until the opponent moves, a takeback request until either player does.
    offers: { ...(draw && draw === game.turn ? { draw } : {}), ...(rematch ? { rematch } : {}) },
    barred: game.turn === game.seat ? undefined : game.barred,
    // The move can be taken back; the server decides the other fields.
    undo: { ...game.undo, [game.turn]: game.ply },
    claim: undefined,
    thinking: undefined,
    returned: undefined,
    ...rest,
  };
}

const same = (a: At, b: At): boolean => a.ply === b.ply && a.takebacks === b.takebacks;

/** Reports whether a message about one snapshot still applies to another. */
function unchanged(a: Snapshot, b: Snapshot): boolean {
  return same(a, b) && !a.result === !b.result && offerKinds.every((kind) => a.offers[kind] === b.offers[kind]);
}

/** Reports whether a command still has the meaning it had when it was given. */
function stillValid(command: Command, game: Snapshot): boolean {
  switch (command.type) {
    case "move":
      return !game.result && same(game, command) && game.key === command.key;
    case "claim":
    case "gone":
      return !game.result && same(game, command);
    case "say":
      return true;
    case "draw":
    case "takeback":
      return !game.result && same(game, command) && (!ends(command) || Boolean(game.offers[command.type]));
    case "rematch":
      return game.result !== null && !game.next && (!ends(command) || Boolean(game.offers.rematch));
    case "resign":
    case "abort":
      return !game.result;
  }
}

/** Reports whether a command removes an offer. */
function ends(command: Command): command is Extract<Command, { do: OfferAction }> {
  return "do" in command && (command.do === "decline" || command.do === "withdraw");
}

/** Returns the expected game after a command, as far as the page can predict. */
function predicted(game: Snapshot, { command, move }: Pending, now: number, connected: boolean): Snapshot {
  if (move) {
    const { san, text } = move;
    // The server does not receive a move made offline, so the mover's clock keeps running.
    const clocks = connected ? stopped(game, now) : game.clocks;
    return played(game, { move: move.move, san, text, key: "", at: now }, { clocks });
  }
  if (!ends(command)) return game;
  const barred = command.do === "withdraw" ? [...(game.barred ?? []), command.type] : game.barred;
  return { ...game, offers: { ...game.offers, [command.type]: undefined }, barred };
}

/**
 * The ping intervals, in milliseconds: for spectators and finished games, and for players, who must be shown a lost
 * connection within 3 s.
 */
const heartbeat = 20_000;
const playerHeartbeat = 1_500;

export class LiveGame extends Store<LiveView> {
  private readonly socket: GameSocket;
  private pending: Pending[] = [];
  private n = 0;
  private readonly pings = new Map<number, number>();
  private offset = 0;
  private bestRoundTrip = Infinity;
  /** Whether pending commands are sent again after the first snapshot on a new connection. */
  private resend = false;
  /** Why a command was rejected as too late; shown when the new state of the game arrives. */
  private tooLate: string | undefined;

  constructor(private game: Snapshot) {
    super({ game, connection: "connecting", unconfirmed: 0, problem: "", received: [] });
    // Until the clock offset is measured, a running clock gives a good estimate: it was read just now, or
    // within an unexpired delay.
    if (game.clocks?.running) {
      const { at } = game.clocks;
      const here = Date.now();
      this.offset = Math.min(at, Math.max(at - (game.control?.delay ?? 0), here)) - here;
    }
    this.socket = new GameSocket(
      `/api/v1/games/${encodeURIComponent(game.id)}/socket`,
      {
        onMessage: (message) => this.receive(message),
        onConnection: (connection) => {
          this.resend = connection === "open";
          // Messages about the old connection are obsolete.
          const problem = connection === "open" ? "" : this.get().problem;
          this.set({ ...this.get(), connection, problem });
          // The connection state decides whether clocks run.
          if (this.pending.length > 0) this.publish();
        },
      },
      () => {
        const n = ++this.n;
        this.pings.set(n, Date.now());
        return { type: "ping", n };
      },
      () => (this.game.seat !== null && !this.game.result ? playerHeartbeat : heartbeat),
    );
  }

  /** Returns the server's time. */
  readonly now = (): number => Date.now() + this.offset;

  /**
   * The position the player sees, including a pending move, which the server receives before later commands.
   */
  private get at(): At {
    const { ply, takebacks } = this.get().game;
    return { ply, takebacks };
  }

  move(move: MoveInfo): void {
    if (this.pending.some((each) => each.command.type === "move")) return;
    this.send({ type: "move", ...this.at, key: this.game.key, move: move.move }, move);
  }

  resign(): void {
    this.send({ type: "resign" });
  }

  abort(): void {
    this.send({ type: "abort" });
  }

  draw(action: OfferAction): void {
    this.send({ type: "draw", ...this.at, do: action });
  }

  claim(): void {
    this.send({ type: "claim", ...this.at });
  }

  /** Claims a win or a draw because the opponent has left. */
  gone(draw: boolean): void {
    this.send({ type: "gone", ...this.at, draw });
  }

  say(phrase: Phrase): void {
    // Phrases are not queued while offline.
    if (this.get().connection === "open") this.send({ type: "say", phrase });
  }

  takeback(action: OfferAction): void {
    this.send({ type: "takeback", ...this.at, do: action });
  }

  rematch(action: OfferAction): void {
    this.send({ type: "rematch", do: action });
  }

  /** Applies a seat that was just assigned, and reconnects. */
  seated(game: Snapshot): void {
    this.game = game;
    this.publish();
    this.socket.reconnect();
  }

  readonly close = (): void => this.socket.close();

  private send(body: CommandBody, move?: MoveInfo): void {
    const command = { ...body, n: ++this.n, game: this.game.id } as Command;
    this.pending.push({ command, move });
    this.socket.send(command);
    this.publish("");
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "game": {
        const whole = this.completed(message.game);
        if (whole) this.applySnapshot(withRules(whole));
        else this.sync({ ply: 0, takebacks: 0 });
        break;
      }
      case "move":
        this.applyMove(message);
        break;
      case "here": {
        const { white, black } = this.game.players;
        this.game = {
          ...this.game,
          players: {
            white: white && { ...white, here: message.white, claim: message.whiteClaim },
            black: black && { ...black, here: message.black, claim: message.blackClaim },
          },
          spectators: message.spectators,
        };
        this.publish();
        break;
      }
      case "phrase": {
        const { by, phrase, message: text } = message;
        const received = [...this.get().received, { n: ++this.n, by, phrase, text }].slice(-maxPhrases);
        this.set({ ...this.get(), received });
        break;
      }
      case "thinking":
        this.game = { ...this.game, thinking: { place: message.place } };
        this.publish();
        break;
      case "done":
        this.acknowledge(message.n);
        break;
      case "error":
        this.reject(message);
        break;
      case "pong":
        this.syncClock(message);
        break;
      case "notice":
        showNotice(message.notice);
        break;
      case "reconnect":
        break; // the server then closes the socket with a code that also requests a reconnection
      case "bye":
        this.publish(message.message);
        break;
    }
  }

  /** Requests the game, without the moves that the page already has. */
  private sync({ ply, takebacks }: At): void {
    this.socket.send({ type: "sync", n: ++this.n, game: this.game.id, ply, takebacks });
  }

  /**
   * Restores the moves that the server omitted because the page already has them; undefined if it does not.
   */
  private completed(game: Snapshot): Snapshot | undefined {
    const { from, ...rest } = game;
    if (!from) return game;
    if (this.game.takebacks !== game.takebacks || this.game.moves.length < from) return undefined;
    return { ...rest, moves: [...this.game.moves.slice(0, from), ...game.moves] };
  }

  /**
   * Handles a complete snapshot, which also acknowledges earlier commands. If the connection was lost in between, those
   * still pending are sent again, which is harmless.
   */
  private applySnapshot(game: Snapshot): void {
    const before = this.get().game;
    const sent = this.pending;
    this.game = game;
    const now = this.withPending();
    const lost = sent.some(
      (each) =>
        each.command.type === "move" &&
        !this.pending.includes(each) &&
        !game.result &&
        game.moves[each.command.ply]?.move !== each.command.move,
    );
    if (this.resend) for (const { command } of this.pending) this.socket.send(command);
    this.resend = false;
    const tooLate = this.tooLate ?? (lost ? t("page.game.your-move-came-too-late") : undefined);
    this.tooLate = undefined;
    const returned = game.returned && game.returned.time !== before.returned?.time ? game.returned.message : undefined;
    this.publish(tooLate ?? returned ?? (opponentEnded(before, now) || undefined));
  }

  private applyMove(message: Extract<ServerMessage, { type: "move" }>): void {
    if (message.ply <= this.game.ply) return;
    if (message.ply !== this.game.ply + 1) {
      this.sync(this.game);
      return;
    }
    const { move, position, clocks, undo, claim } = message;
    this.game = played(this.game, move, { position, clocks, undo, claim });
    this.publish();
  }

  private acknowledge(n: number): void {
    // Moves and removals of offers stay pending until they arrive with the game, so that the display does not flicker.
    this.pending = this.pending.filter(({ command }) => command.n !== n || command.type === "move" || ends(command));
    this.publish();
  }

  private reject(message: Extract<ServerMessage, { type: "error" }>): void {
    this.pending = this.pending.filter(({ command }) => command.n !== message.n);
    if (message.code === "stale") {
      this.tooLate = message.message;
      this.sync(this.game);
      this.publish();
    } else {
      this.publish(message.message);
    }
  }

  /** Estimates the server's time. The response with the shortest round trip is the most accurate. */
  private syncClock(pong: Extract<ServerMessage, { type: "pong" }>): void {
    const sent = this.pings.get(pong.n);
    this.pings.delete(pong.n);
    if (sent === undefined) return;
    const took = Date.now() - sent;
    // A clock may have been set, or the machine may have slept, so old responses lose weight.
    this.bestRoundTrip += 20;
    if (took > this.bestRoundTrip) return;
    this.bestRoundTrip = took;
    this.offset = pong.now - (sent + took / 2);
  }

  /** Discards pending commands that no longer apply, and applies the others to the game in order. */
  private withPending(): Snapshot {
    let game = this.game;
    this.pending = this.pending.filter((each) => {
      if (!stillValid(each.command, game)) return false;
      game = predicted(game, each, this.now(), this.get().connection === "open");
      return true;
    });
    return game;
  }

  private publish(problem?: string): void {
    const before = this.get();
    const game = this.withPending();
    problem ??= unchanged(before.game, game) ? before.problem : "";
    this.set({ ...before, game, unconfirmed: this.pending.length, problem });
  }
}
