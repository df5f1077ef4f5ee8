// How a move is shown going on in the plan.
import type { Step } from "../../wire.gen";
import { boardMove, journeys } from "./moves";
import type { Point } from "./places";

/** A duration among the CSS variables, in milliseconds; none under reduced motion. */
export function duration(element: Element, name: string): number {
  const text = getComputedStyle(element).getPropertyValue(name).trim();
  const value = Number.parseFloat(text);
  if (!Number.isFinite(value)) return 0;
  return text.endsWith("ms") ? value : value * 1000;
}

/** Where a move goes on. */
export interface Ground {
  squares: ReadonlyMap<string, Point>;
  /** The places for boards. */
  pins: readonly (Point & { level: string })[];
  /** Whether a board can be seen turning: it cannot where it is drawn aslant. */
  turns: boolean;
}

/** Lets pieces and boards arrive from where they were. What was dropped by hand is there already. */
export function runStep(svg: SVGSVGElement, plan: Ground, step: Step, dropped: string | null): void {
  const time = duration(svg, "--move-time");
  if (!time) return;
  const options: KeyframeAnimationOptions = { duration: time, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
  const arrive = (element: Element | null, from: Point, to: Point, turned = "") =>
    element?.animate(
      [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) ${turned}` }, { transform: "none" }],
      options,
    );
  const board = boardMove(step);
  if (board) {
    const [from, to] = [board.pin, board.onto].map((pin) => plan.pins.find((p) => p.level === pin));
    const plate = svg.querySelector<SVGElement>(`[data-plate="${board.onto}"]`);
    if (from && to && plate) {
      plate.style.transformOrigin = `${to.x}px ${to.y}px`;
      arrive(plate, from, to, board.turned && plan.turns ? "rotate(-180deg)" : "");
    }
  }
  for (const [to, from] of journeys(step)) {
    const [start, end] = [plan.squares.get(from), plan.squares.get(to)];
    if (start && end && to !== dropped) {
      arrive(svg.querySelector(`[data-piece][data-square="${to}"]`), start, end);
    }
  }
}
