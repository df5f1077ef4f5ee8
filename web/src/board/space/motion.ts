// Animates moves on the plan and on tilted boards.
import type { Step } from "../../wire.gen";
import { boardMove, journeys } from "./moves";
import type { Point } from "./places";
import { resolved } from "./resolved";

/** Returns a duration from a CSS variable, in milliseconds; 0 under reduced motion. */
export function duration(element: Element, name: string): number {
  return Number.parseFloat(resolved(element, "transitionDuration", name)) * 1000 || 0;
}

/** The places of squares and boards in the drawing. */
export interface Ground {
  squares: ReadonlyMap<string, Point>;
  /** The places of the boards. */
  pins: readonly (Point & { level: string })[];
  /** Whether rotations are animated; they are not if boards are drawn at an angle. */
  turns: boolean;
}

/** The factor by which a board move is slower than a piece move, so that it is easy to follow. */
export const slower = 3;

/** Animates pieces and boards from their old places. A piece that was dropped by hand is not animated. */
export function runStep(svg: SVGSVGElement, plan: Ground, step: Step, dropped: string | null): void {
  const time = duration(svg, "--move-time");
  if (!time) return;
  const board = boardMove(step);
  const options: KeyframeAnimationOptions = {
    duration: board ? time * slower : time,
    easing: "cubic-bezier(0.3, 0, 0.2, 1)",
  };
  const arrive = (element: Element | null, from: Point, to: Point, turned = "") =>
    element?.animate(
      [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) ${turned}` }, { transform: "none" }],
      options,
    );
  const [start, end] = [board?.pin, board?.onto].map((pin) => plan.pins.find((p) => p.level === pin));
  const plate = svg.querySelector<SVGElement>(`[data-plate="${board?.onto ?? ""}"]`);
  // Passengers rotate with their board, about its centre.
  const riding = new Set<Element>();
  if (board && start && end && plate) {
    const turned = board.turned && plan.turns ? "rotate(-180deg)" : "";
    const squares = new Set(
      [...plate.querySelectorAll<SVGElement>("[data-square]")].map((cell) => cell.dataset.square),
    );
    for (const piece of svg.querySelectorAll<SVGElement>("[data-piece][data-square]")) {
      if (squares.has(piece.dataset.square)) riding.add(piece);
    }
    for (const element of [plate, ...riding] as SVGElement[]) {
      element.style.transformOrigin = `${end.x}px ${end.y}px`;
      arrive(element, start, end, turned);
    }
  }
  for (const [to, from] of journeys(step)) {
    const [origin, goal] = [plan.squares.get(from), plan.squares.get(to)];
    const piece = svg.querySelector(`[data-piece][data-square="${to}"]`);
    if (origin && goal && piece && to !== dropped && !riding.has(piece)) arrive(piece, origin, goal);
  }
}
