// Pointer gestures on the scene: press, drag a piece, orbit. Two fingers zoom and pan; the wheel zooms.
export interface Hands {
  /** Called when a pointer is pressed. Reports whether there is a piece to drag. */
  grab(event: PointerEvent): boolean;
  press(event: PointerEvent): void;
  drag(event: PointerEvent): void;
  drop(event: PointerEvent): void;
  /** Called when the drag is cancelled. */
  release(): void;
  /** Orbits by a distance in pixels. */
  orbit(right: number, down: number): void;
  pan(right: number, down: number): void;
  /** Zooms. Reports whether anything changed. */
  magnify(factor: number, about: { x: number; y: number }): boolean;
  hover(event: PointerEvent): void;
  leave(): void;
}

type Mode = "press" | "drag" | "orbit" | "pinch" | "none";

/** The distance, in pixels, up to which a pointer movement still counts as a press. */
const slack = 6;

export class Gestures {
  private readonly down = new Map<number, { x: number; y: number }>();
  private mode: Mode = "none";
  private grabbed = false;
  private start = { x: 0, y: 0 };
  private readonly end = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly hands: Hands,
  ) {
    element.style.touchAction = "none";
    const { signal } = this.end;
    const listen = (
      type: "pointerdown" | "pointermove" | "pointerup" | "pointercancel" | "pointerleave",
      listener: (event: PointerEvent) => void,
    ) => element.addEventListener(type, listener, { signal });
    listen("pointerdown", this.onDown);
    listen("pointermove", this.onMove);
    listen("pointerup", this.onUp);
    listen("pointercancel", this.onCancel);
    listen("pointerleave", () => hands.leave());
    element.addEventListener("wheel", this.onWheel, { signal, passive: false });
    // A long press on a phone picks up a piece and must not open a menu.
    element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  }

  dispose(): void {
    this.end.abort();
  }

  private readonly onDown = (event: PointerEvent): void => {
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.element.setPointerCapture(event.pointerId);
    if (this.down.size === 1) {
      this.start = { x: event.clientX, y: event.clientY };
      this.mode = "press";
      this.grabbed = event.button === 0 && this.hands.grab(event);
    } else {
      if (this.mode === "drag") this.hands.release();
      this.mode = this.down.size === 2 ? "pinch" : "none";
    }
  };

  private readonly onMove = (event: PointerEvent): void => {
    const before = this.down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.hands.hover(event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (this.mode === "pinch") this.pinch(event.pointerId, before, now);
    this.down.set(event.pointerId, now);
    if (this.mode === "press" && Math.hypot(now.x - this.start.x, now.y - this.start.y) > slack) {
      this.mode = this.grabbed ? "drag" : "orbit";
    }
    if (this.mode === "drag") this.hands.drag(event);
    if (this.mode === "orbit") this.hands.orbit(now.x - before.x, now.y - before.y);
  };

  private readonly onUp = (event: PointerEvent): void => {
    if (!this.down.delete(event.pointerId)) return;
    const { mode } = this;
    if (this.down.size === 0) this.mode = "none";
    else if (mode === "pinch") this.mode = "orbit";
    if (mode === "drag") this.hands.drop(event);
    if (mode === "press" && event.button === 0) this.hands.press(event);
  };

  private readonly onCancel = (event: PointerEvent): void => {
    if (!this.down.delete(event.pointerId)) return;
    if (this.mode === "drag") this.hands.release();
    this.mode = "none";
  };

  private readonly onWheel = (event: WheelEvent): void => {
    // A wheel event that has no effect here scrolls the page.
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    if (this.hands.magnify(Math.exp(-event.deltaY * lines * 0.0015), this.inside(event.clientX, event.clientY)))
      event.preventDefault();
  };

  private pinch(pointer: number, before: { x: number; y: number }, now: { x: number; y: number }): void {
    const other = [...this.down].find(([id]) => id !== pointer)?.[1];
    if (!other) return;
    const apart = (p: { x: number; y: number }) => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y));
    this.hands.magnify(apart(now) / apart(before), this.inside((now.x + other.x) / 2, (now.y + other.y) / 2));
    this.hands.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  private inside(x: number, y: number): { x: number; y: number } {
    const box = this.element.getBoundingClientRect();
    return { x: x - box.left, y: y - box.top };
  }
}
