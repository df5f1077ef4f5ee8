// Pointer, drag and arrow-key input on the squares of the plan.
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Selection } from "./useSelection";
import { unit, type Plan, type Point } from "./places";

/** A piece that follows the pointer. */
export interface Drag extends Point {
  square: string;
}

interface Press extends Point {
  pointer: number;
  square: string;
  lifted: boolean;
  /** Whether it was already selected, so that another press deselects it. */
  again: boolean;
  dragging: boolean;
}

/** The distance, in pixels, at which a press becomes a drag. */
const slack = 5;

export function usePointer(svg: RefObject<SVGSVGElement | null>, plan: Plan, selection: Selection) {
  const press = useRef<Press | null>(null);
  const dropped = useRef<string | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const toPlan = (event: PointerEvent): Point => {
    const box = svg.current?.getBoundingClientRect();
    if (!box?.width) return { x: 0, y: 0 };
    const scale = plan.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  };
  const under = (event: PointerEvent): string | undefined => {
    const at = toPlan(event);
    const cell = (event.target as Element).closest<SVGElement>("[role=gridcell]");
    if (cell && !press.current?.dragging) return cell.dataset.square;
    return squareAt(svg.current, plan, at);
  };
  const end = () => {
    press.current = null;
    setDrag(null);
  };

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || press.current) return;
      if ((event.target as Element).closest("[role=button]")) return;
      const square = under(event);
      if (!square) {
        selection.cancel();
        return;
      }
      const lifted = selection.liftable(square) && !selection.hints.has(square);
      press.current = {
        pointer: event.pointerId,
        square,
        lifted,
        again: selection.square === square,
        dragging: false,
        x: event.clientX,
        y: event.clientY,
      };
      if (lifted && selection.square !== square) selection.lift(square);
    },
    onPointerMove(event: PointerEvent) {
      const p = press.current;
      if (!p || p.pointer !== event.pointerId) {
        if (event.pointerType === "mouse") {
          const square = under(event);
          if (square) selection.point({ square });
          else if (!(event.target as Element).closest("[role=button]")) selection.point(null);
        }
        return;
      }
      if (!p.lifted) return;
      if (!p.dragging && Math.hypot(event.clientX - p.x, event.clientY - p.y) > slack) {
        p.dragging = true;
        svg.current?.setPointerCapture(event.pointerId);
      }
      if (p.dragging) {
        setDrag({ square: p.square, ...toPlan(event) });
        const square = under(event);
        selection.point(square ? { square } : null);
      }
    },
    onPointerUp(event: PointerEvent) {
      const p = press.current;
      if (!p || p.pointer !== event.pointerId) return;
      const square = under(event);
      end();
      if (p.dragging) {
        if (square && square !== p.square) {
          dropped.current = square;
          selection.press(square);
        }
      } else if (square === p.square && (!p.lifted || p.again)) {
        if (event.pointerType === "mouse") selection.press(square);
        else selection.tap(square);
      }
    },
    onPointerCancel: end,
    onPointerLeave(event: PointerEvent) {
      // On touch screens every tap ends with a leave event, but the preview stays.
      if (!press.current && event.pointerType === "mouse") selection.point(null);
    },
  };
  return { drag, dropped, handlers };
}

/** Returns the square at a point of the plan, if it currently exists. */
function squareAt(svg: SVGSVGElement | null, plan: Plan, at: Point): string | undefined {
  for (const place of plan.squares.values()) {
    if (Math.abs(place.x - at.x) > unit / 2 || Math.abs(place.y - at.y) > unit / 2) continue;
    if (svg?.querySelector(`[role=gridcell][data-square="${place.name}"]`)) return place.name;
  }
  return undefined;
}

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Returns the square that an arrow key leads to: the nearest in that direction, preferring the same row or
 * file. Undefined for other keys.
 */
export function neighbour(plan: Plan, existing: ReadonlySet<string>, from: string, key: string): string | undefined {
  const way = directions[key];
  const start = plan.squares.get(from);
  if (!way || !start) return undefined;
  let best = from;
  let least = Infinity;
  for (const place of plan.squares.values()) {
    if (!existing.has(place.name)) continue;
    const dx = place.x - start.x;
    const dy = place.y - start.y;
    const along = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (along < unit / 3 || aside > along * 1.5) continue;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [place.name, cost];
  }
  return best;
}
