// Finds the move that led to a position, if only its text is known.
import type { State, Step, VariantInfo } from "../wire.gen";

/**
 * Returns a link's last move as a step without animation: only its squares are tinted. Undefined if there is
 * no last move, or if it names no square or pin of the game.
 */
export function lastStep(info: VariantInfo, state: State, lastMove: string | undefined): Step | undefined {
  if (!lastMove) return undefined;
  const step: Step = {
    move: lastMove,
    san: lastMove,
    kind: "quiet",
    capture: false,
    changes: [],
    text: "",
    position: state.position,
    key: state.key,
    turn: state.turn,
  };
  const names = info.squares.map((square) => square.name);
  for (const from of names.filter((name) => lastMove.startsWith(name))) {
    const to = names.find((name) => lastMove.startsWith(name, from.length));
    if (to) return { ...step, from, to };
  }
  // A board move: the board's current pin.
  const pins = info.pins?.map((pin) => pin.name) ?? [];
  const pin = pins.find((name) => lastMove.endsWith(`-${name}`)) ?? pins.find((name) => lastMove.startsWith(name));
  return pin ? { ...step, changes: [{ effect: "carried", pin }] } : undefined;
}
