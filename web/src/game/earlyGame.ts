// A game that starts before the rules are loaded. It is saved as a pending game, with its first move if one
// was played, and is completed once the rules are loaded.
import { errorText } from "../rules/text";
import type { First, MoveInfo, Players, Side, Snapshot } from "../wire.gen";
import { gameRequest, type LocalOptions, type LocalView } from "./local";
import { saveGame, type SavedGame, type PendingGame } from "./savedGames";
import { Store } from "./store";

/**
 * Reports whether a game can start before the rules are loaded: from the standard start position, and without a clock,
 * which would already be running.
 */
export function canBeginEarly({ position, control }: LocalOptions): boolean {
  return !position && !control;
}

/** Saves a pending game and returns its id. */
export function beginEarly(first: First, options: LocalOptions): string {
  const game = gameRequest(options);
  const pending = { game, moves: [] };
  saveGame({ id: game.id, events: [], pending, game: summary(first, pending) });
  return game.id;
}

function playersOf({ game }: PendingGame): { players: Players; seat: Side } {
  const { white, black } = game;
  const player = ({ name = "", computer }: typeof white) => ({ name, here: true, ...(computer ? { computer } : {}) });
  return {
    players: { white: player(white), black: player(black) },
    seat: white.computer ? "black" : black.computer ? "white" : "both",
  };
}

/** Returns the current position of a pending game. */
function reached({ state, after }: First, { moves }: PendingGame) {
  return after[state.moves.findIndex(({ move }) => move === moves[0]?.move)] ?? state;
}

function summary(first: First, pending: PendingGame): SavedGame["game"] {
  const { position, turn } = reached(first, pending);
  const { id, variant, now } = pending.game;
  return {
    id,
    variant,
    ...playersOf(pending),
    turn,
    ply: pending.moves.length,
    result: null,
    position,
    created: now,
    updated: pending.moves.at(-1)?.at ?? now,
  };
}

function snapshot(first: First, pending: PendingGame): Snapshot {
  const { position, key, turn } = reached(first, pending);
  const { id, variant, now } = pending.game;
  const moves = pending.moves.flatMap(({ move, at }) => {
    const known = first.state.moves.find((each) => each.move === move);
    return known ? [{ move, san: known.san, text: known.text, key, at }] : [];
  });
  return {
    id,
    variant,
    ...playersOf(pending),
    start: first.state.position,
    moves,
    position,
    key,
    turn,
    ply: moves.length,
    takebacks: 0,
    control: null,
    clocks: null,
    offers: {},
    undo: {},
    result: null,
    open: false,
    spectators: 0,
    created: now,
  };
}

/** A pending game in play: it accepts one move, which is saved immediately. */
export class EarlyGame extends Store<LocalView> {
  constructor(
    private readonly saved: SavedGame & { pending: PendingGame },
    private readonly first: First,
  ) {
    super({ game: snapshot(first, saved.pending), problem: "", hint: null, hinting: false });
  }

  move({ move }: MoveInfo): void {
    const { saved, first } = this;
    const { seat, turn } = this.get().game;
    if (saved.pending.moves.length > 0 || (seat !== "both" && seat !== turn)) return;
    saved.pending.moves.push({ move, at: Date.now() });
    let problem = "";
    try {
      saveGame({ ...saved, game: summary(first, saved.pending) });
    } catch (reason) {
      problem = errorText(reason);
    }
    this.set({ ...this.get(), game: snapshot(first, saved.pending), problem });
  }
}
