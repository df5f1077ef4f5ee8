// The layout of the plan of a board in space, derived from the squares and pins of the rule set. No level is
// hard-coded.
import type { Mount, SquareInfo, VariantInfo } from "../../wire.gen";

/** The side length of a square. */
export const unit = 100;

const gap = 30; // between a main board and the boards on its pins
const between = 46; // from the boards on pins to the next main board
const strip = 74; // the height of a handle
const pad = 16;

export interface Point {
  x: number;
  y: number;
}

/** A rectangle, given by its centre. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** A square of the plan, given by its centre. */
export interface Place extends Point {
  name: string;
  level: string;
  dark: boolean;
  /** File and rank without the level: "b3". */
  column: string;
}

/** A main board, or the place for a board on a pin. */
export interface Plate extends Box {
  level: string;
  /** Row by row, in display order. */
  rows: Place[][];
}

/** A pin and the place for the board on it. */
export interface PinPlate extends Plate {
  pin: Mount;
  /** Where the pin is fixed to the main board, its stud between the boards, and where its own board begins. */
  foot: Point;
  stud: Point;
  arm: Point;
  /** The position of its name or handle. */
  handle: Box;
}

/** Main boards stacked with the highest on top, or with the upper half of the stack to the right of the lower half. */
export type Arrangement = "stack" | "fold";

export interface Plan {
  width: number;
  height: number;
  mains: Plate[];
  pins: PinPlate[];
  /** The area of each main board with its pins, from the lowest. */
  storeys: Box[];
  squares: ReadonlyMap<string, Place>;
  /** A free area: the empty place of a fold, or the strip in front of the topmost main board of a stack. */
  spare: Box;
}

/** The size of a plan in squares, for each arrangement. */
export const proportions = {
  stack: { width: 9, height: 19.3 },
  fold: { width: 18, height: 12.8 },
};

interface Extent {
  left: number;
  right: number;
  low: number;
  high: number;
}

function extent(squares: readonly SquareInfo[]): Extent {
  const xs = squares.map((q) => q.x);
  const ys = squares.map((q) => q.y);
  return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) };
}

/** Returns the squares of each level. */
export function byLevel(info: VariantInfo): Map<string, SquareInfo[]> {
  const levels = new Map<string, SquareInfo[]>();
  for (const q of info.squares) {
    const level = q.level ?? "";
    levels.set(level, [...(levels.get(level) ?? []), q]);
  }
  return levels;
}

/** Returns the file and rank in a square's name. */
export function columnOf(q: SquareInfo): string {
  return q.level ? q.name.slice(0, -q.level.length) : q.name;
}

/** Returns the main boards, from the bottom. */
export function mainLevels(info: VariantInfo): string[] {
  const pins = new Set(info.pins?.map((p) => p.name));
  const levels = byLevel(info);
  return (info.levels ?? []).filter((level) => !pins.has(level) && levels.has(level));
}

/**
 * Lays out the plan: the main boards in a stack with the highest on top, or in a fold, each with the boards on its
 * pins at its sides and aligned with its ranks.
 */
export function layPlan(info: VariantInfo, arrangement: Arrangement, flip: boolean): Plan {
  const levels = byLevel(info);
  const mains = mainLevels(info);
  const levelOf = new Map(info.squares.map((q) => [q.name, q.level ?? ""]));
  const pinsOn = (main: string) => (info.pins ?? []).filter((p) => levelOf.get(p.corner) === main);
  const span = (level: string) => {
    const e = extent(levels.get(level) ?? []);
    return (e.right - e.left + 1) * unit;
  };
  const reach = (main: string) =>
    extent([main, ...pinsOn(main).map((p) => p.name)].flatMap((level) => levels.get(level) ?? []));
  const aside = Math.max(0, ...(info.pins ?? []).map((p) => span(p.name) + gap));

  // The main boards have cells of equal size.
  const across = Math.max(...mains.map(span)) + 2 * aside;
  const down = Math.max(...mains.map((main) => reach(main).high - reach(main).low + 1)) * unit;
  const rows = arrangement === "fold" ? Math.ceil(mains.length / 2) : mains.length;
  const columns = Math.ceil(mains.length / rows);
  const width = 2 * pad + columns * across + (columns - 1) * between;
  const height = 2 * pad + rows * down + (rows - 1) * between;
  const cell = (column: number, row: number): Box => ({
    x: pad + column * (across + between) + across / 2,
    y: pad + row * (down + between) + down / 2,
    width: across,
    height: down,
  });
  // The position of the lowest file and of rank 0 of each main board.
  const origin = new Map<string, Point>();
  mains.forEach((main, i) => {
    const at = i < rows ? cell(0, rows - 1 - i) : cell(1, mains.length - 1 - i);
    const { low, high } = reach(main);
    origin.set(main, { x: at.x - span(main) / 2, y: at.y + ((high + low + 1) / 2) * unit });
  });

  // Seen from Black's side, the whole plan is rotated 180°.
  const turn = (p: Point): Point => (flip ? { x: width - p.x, y: height - p.y } : p);
  const turnBox = (b: Box): Box => ({ ...b, ...turn(b) });

  const squares = new Map<string, Place>();
  const layPlate = (level: string, at: Point): Plate => {
    const own = levels.get(level) ?? [];
    const e = extent(own);
    const rows = new Map<number, Place[]>();
    for (const q of own) {
      const middle = turn({ x: at.x + (q.x - e.left + 0.5) * unit, y: at.y - (q.y + 0.5) * unit });
      const place: Place = { ...middle, name: q.name, level, dark: q.dark, column: columnOf(q) };
      squares.set(q.name, place);
      rows.set(q.y, [...(rows.get(q.y) ?? []), place]);
    }
    const box = turnBox({
      x: at.x + ((e.right - e.left + 1) * unit) / 2,
      y: at.y - ((e.low + e.high + 1) / 2) * unit,
      width: (e.right - e.left + 1) * unit,
      height: (e.high - e.low + 1) * unit,
    });
    const seen = [...rows.values()].sort((a, b) => (a[0]?.y ?? 0) - (b[0]?.y ?? 0));
    for (const row of seen) row.sort((a, b) => a.x - b.x);
    return { ...box, level, rows: seen };
  };

  const plan: Plan = { width, height, mains: [], pins: [], storeys: [], squares, spare: turnBox(cell(1, rows - 1)) };
  for (const main of mains) {
    const at = origin.get(main) ?? { x: 0, y: 0 };
    const { low, high } = reach(main);
    plan.storeys.push(
      turnBox({
        x: at.x + span(main) / 2,
        y: at.y - ((low + high + 1) / 2) * unit,
        width: across + between / 2,
        height: (high - low + 1) * unit + between / 2,
      }),
    );
    const own = extent(levels.get(main) ?? []);
    plan.mains.push(layPlate(main, at));
    for (const pin of pinsOn(main)) {
      const e = extent(levels.get(pin.name) ?? []);
      const left = e.left < own.left;
      const x = left ? at.x - gap - span(pin.name) : at.x + span(main) + gap;
      const plate = layPlate(pin.name, { x, y: at.y });
      const corner = squares.get(pin.corner);
      // Handles are placed towards the middle of the main board, where there is room.
      const lower = e.low + e.high < own.low + own.high;
      const inner = lower ? at.y - (e.high + 1) * unit - strip / 2 - 7 : at.y - e.low * unit + strip / 2 + 7;
      const out = (left ? -1 : 1) * (flip ? -1 : 1);
      const foot = { x: (corner?.x ?? 0) + out * unit * 0.36, y: corner?.y ?? 0 };
      plan.pins.push({
        ...plate,
        pin,
        foot,
        stud: { x: (corner?.x ?? 0) + out * (unit / 2 + gap / 2), y: foot.y },
        arm: { x: (corner?.x ?? 0) + out * (unit / 2 + gap + 5), y: foot.y },
        handle: turnBox({ x: x + span(pin.name) / 2, y: inner, width: span(pin.name), height: strip }),
      });
    }
  }
  // The top of a stack is in view even if the stack is higher than the window.
  const top = flip ? 0 : mains.length - 1;
  const [board, storey] = [plan.mains[top], plan.storeys[top]];
  if (arrangement === "stack" && board && storey) {
    const [from, to] = [board.y + board.height / 2, storey.y + storey.height / 2];
    plan.spare = { x: board.x, y: (from + to) / 2, width: board.width, height: to - from };
  }
  return plan;
}

/** Returns the arrangement of a plan: the stack, which shows what is above what, unless a fold is much larger. */
export function arrange(width: number, height: number): Arrangement {
  const side = (a: Arrangement) => Math.min(width / proportions[a].width, height / proportions[a].height);
  return side("fold") >= 1.45 * side("stack") ? "fold" : "stack";
}
