// Builds the contents of the scene (boards, pieces and marks) from a position.
import { Group, Vector3, type Ray, type Scene } from "three";
import type { Step } from "../../wire.gen";
import { t } from "../../text/text";
import type { BoardProps } from "../types";
import { ghosts, type Selection } from "./useSelection";
import { closedSign, goalSign, quadrantSign, standSign, turnSign } from "./textures";
import { Boards3D } from "./boards3d";
import { hiding } from "./cover";
import { Marks, type HintInks } from "./marks3d";
import { duration } from "./motion";
import { boardMove, journeys, touched } from "./moves";
import { readPalette, type Palette } from "./palette";
import { along, type HitTarget } from "./pick";
import { Pieces3D, type Figure } from "./pieces3d";
import { toEdge, Signs3D } from "./signs3d";
import { Travel, type Journey, type Ride } from "./travel";
import { floor, type Layout3D, type Pin3D } from "./layout3d";
import type { Landmark, View } from "./view";

export interface SceneProps {
  board: BoardProps;
  selection: Selection;
  /** The square or pin with keyboard focus. */
  focused: string | null;
  /** Whether quadrants are numbered. */
  quadrants: boolean;
}

/** A dragged piece. */
interface Held {
  square: string;
  at: Vector3;
}

const below = 0.16; // distance of a board's label below the board
const reachUp = 1.34; // just above the tallest piece

export class SceneModel {
  /** The boards (reflected in the floor), the pieces (not reflected), and the marks and labels drawn on top. */
  private readonly ground = new Group();
  private readonly crowd = new Group();
  private readonly overlay = new Group();
  private palette: Palette;
  private readonly boards: Boards3D;
  private readonly pieces: Pieces3D;
  private readonly marks: Marks;
  private readonly signs: Signs3D;
  private readonly travel = new Travel();
  private model: SceneProps | null = null;
  private shown = "";
  private held: Held | null = null;
  /** Where a piece was dropped by hand; its move is animated from there. */
  private dropped: Held | null = null;

  constructor(
    scene: Scene,
    private readonly solid: Layout3D,
    private readonly flip: boolean,
    private readonly host: Element,
  ) {
    this.palette = readPalette(host);
    scene.add(this.ground, this.crowd, this.overlay);
    this.boards = new Boards3D(this.ground, solid, this.palette, flip);
    this.pieces = new Pieces3D(this.crowd, this.palette);
    this.marks = new Marks(this.overlay);
    this.signs = new Signs3D(this.overlay);
  }

  /** Shows a position and its selection. */
  show(model: SceneProps): void {
    const first = this.model === null;
    this.model = model;
    const { state, step } = model.board;
    const moved = state.position !== this.shown;
    this.shown = state.position;
    if (moved) this.travel.stop();
    this.fill();
    if (moved && !first && step?.position === state.position) this.depart(step);
    if (moved) this.dropped = null;
  }

  repaint(): void {
    this.palette = readPalette(this.host);
    this.boards.repaint(this.palette);
    this.pieces.repaint(this.palette);
    this.signs.forget();
    this.fill();
  }

  /**
   * Returns the points that must be visible from a direction, including those of free pins, since a board may move
   * there.
   */
  landmarks(azimuth: number, pixels: number): Landmark[] {
    const found: Landmark[] = [];
    for (const plate of [...this.solid.mains, ...this.solid.pins.values()]) {
      for (const x of [-1, 1]) {
        for (const z of [-1, 1]) {
          const edge = new Vector3(x * (plate.width / 2 + 0.1), -0.1, z * (plate.depth / 2 + 0.1)).add(plate.middle);
          const head = new Vector3(x * (plate.width / 2 - 0.25), reachUp, z * (plate.depth / 2 - 0.25)).add(
            plate.middle,
          );
          found.push({ at: edge, across: 0, down: 0 }, { at: head, across: 0, down: 0 });
        }
      }
    }
    for (const [foot] of this.solid.columns) found.push({ at: foot, across: 0, down: 0 });
    const tall = Math.max(30, 0.5 * pixels);
    for (const pin of this.solid.pins.values()) {
      const at = this.signPlace(pin).add(toEdge(azimuth, signRoom(pin)));
      found.push({ at, across: tall * 1.4, down: tall / 2 });
    }
    return found;
  }

  /** Turns the boards into their reflection in the floor, without pieces and marks, or back. */
  mirror(on: boolean): void {
    this.ground.scale.y = on ? -1 : 1;
    this.ground.position.y = on ? 2 * floor : 0;
    this.crowd.visible = this.overlay.visible = !on;
    this.boards.mirror(on);
  }

  /** Turns labels towards the camera and keeps them readable. */
  face(view: View): void {
    this.signs.face(view, this.uncover(view.camera.position));
  }

  /** Returns the corners of the selected square or board and of its targets, or null without a selection. */
  focus(): Landmark[] | null {
    const { square, board, hints, pins } = this.model?.selection ?? {};
    const plates = board ? [board, ...(pins?.keys() ?? [])].flatMap((pin) => this.solid.pins.get(pin) ?? []) : [];
    const middles = square ? [square, ...(hints?.keys() ?? [])].flatMap((s) => this.solid.squares.get(s) ?? []) : [];
    const areas = [...plates, ...middles.map((middle) => ({ middle, width: 1, depth: 1 }))];
    if (areas.length === 0) return null;
    return areas.flatMap(({ middle, width, depth }) =>
      [-1, 1].flatMap((x) =>
        [-1, 1].flatMap((z) =>
          [0, reachUp].map((y) => ({
            at: new Vector3((x * width) / 2, y, (z * depth) / 2).add(middle),
            across: 0,
            down: 0,
          })),
        ),
      ),
    );
  }

  /**
   * Fades the boards and pieces in front of movable pieces or, during a selection, of the selected piece and its
   * targets. Returns the levels of the faded boards.
   */
  private uncover(eye: Vector3): ReadonlySet<string> {
    if (!this.model) return new Set();
    const { board, selection } = this.model;
    const { pieces, stands } = board.state;
    const squares = Object.keys(pieces);
    const wanted = selection.square
      ? [selection.square, ...selection.hints.keys()]
      : squares.filter((square) => selection.liftable(square));
    const levels = [...this.solid.mains.map((main) => main.level), ...(stands ?? []).map((stand) => stand.pin)];
    const faded = hiding(this.solid, eye, wanted, levels, squares);
    this.boards.fade(faded.levels);
    this.pieces.fade(faded.squares);
    return faded.levels;
  }

  /** Advances animations; returns true while any is running. */
  advance(now: number): boolean {
    if (!this.travel.under) return false;
    const moving = this.travel.advance(now);
    if (!moving) {
      this.fill();
      return false;
    }
    this.carrySign();
    this.prop();
    this.pieces.place();
    return true;
  }

  /** Returns the objects along a ray, most relevant first. */
  targets(ray: Ray, x: number, y: number, view: View): HitTarget[] {
    if (!this.model) return [];
    const { board, selection } = this.model;
    const sign = this.signs.hit(x, y, view.camera);
    const figures = this.pieces.figures.filter((f) => f.square !== this.held?.square);
    const found = along(ray, this.solid, figures, board.state.squares, selection, this.flip);
    return sign ? [sign, ...found] : found;
  }

  get selection(): Selection | undefined {
    return this.model?.selection;
  }

  /** Reports whether pressing the target has an effect. */
  answers(spot: HitTarget): boolean {
    const selection = this.model?.selection;
    if (!selection) return false;
    return !("square" in spot) || selection.hints.has(spot.square) || selection.liftable(spot.square);
  }

  /** Holds a dragged piece at a point. */
  hold(square: string, at: Vector3): void {
    this.held = { square, at };
    const figure = this.pieces.find(square);
    if (figure) figure.at.copy(at);
    this.pieces.place();
  }

  /** Releases the dragged piece. `to` is the square where it was dropped, or null. */
  release(to: string | null): void {
    this.dropped = to && this.held ? { square: to, at: this.held.at } : null;
    this.held = null;
    this.fill();
  }

  dispose(): void {
    this.boards.dispose();
    this.pieces.dispose();
    this.marks.dispose();
    this.signs.forget();
  }

  /** Rebuilds all objects that depend on the position and the selection. */
  private fill(): void {
    const { model } = this;
    if (!model) return;
    const { state } = model.board;
    const figures: Figure[] = [];
    const add = (square: string, letter: string, ghost: boolean) => {
      const at = this.solid.squares.get(square);
      if (at) figures.push({ letter, square, at: at.clone(), turn: 0, size: 1, ghost });
    };
    for (const [square, letter] of Object.entries(state.pieces)) add(square, letter, false);
    for (const { square, piece } of model.selection.preview ? ghosts(model.selection.preview) : [])
      add(square, piece, true);
    this.pieces.figures = figures;
    if (this.held) this.pieces.find(this.held.square)?.at.copy(this.held.at);
    if (!this.travel.under) this.boards.stand((state.stands ?? []).map((stand) => stand.pin));
    this.travel.adopt((square) => this.pieces.find(square));
    figures.push(...this.travel.leaving);
    this.prop();
    this.pieces.place();
    this.fillSigns(model);
    this.carrySign();
    this.marks.clear();
    this.fillPins(model);
    this.fillMarks(model);
    this.marks.done();
  }

  /** Places the arms that carry boards on pins. The arm of a moving board grows as the board arrives. */
  private prop(): void {
    const { rider } = this.travel;
    const arms = (this.model?.board.state.stands ?? []).flatMap((stand) => {
      const pin = this.solid.pins.get(stand.pin);
      if (!pin) return [];
      const grown = stand.pin === rider?.pin ? Math.max(0, rider.part * 4 - 3) : 1;
      return grown > 0 ? [{ from: pin.foot, to: pin.foot.clone().lerp(pin.top, grown), radius: 0.045 }] : [];
    });
    this.boards.prop(arms);
  }

  /**
   * Returns the swing of a moving board: up if it rotates in place, in front of the main boards if it changes
   * sides, otherwise outwards.
   */
  private swing(from: Pin3D, to: Pin3D): Vector3 {
    if (from === to) return new Vector3(0, 0.5, 0);
    if (from.side !== to.side) return new Vector3(0, 0.6, this.flip ? -3.2 : 3.2);
    return new Vector3(0.9 * to.side, 0.3, 0);
  }

  private signPlace(pin: Pin3D): Vector3 {
    return pin.middle.clone().add(new Vector3(0, -below, 0));
  }

  private fillSigns({ board, selection, quadrants }: SceneProps): void {
    const { palette, signs } = this;
    const side = this.flip ? -1 : 1;
    signs.clear();
    for (const stand of board.state.stands ?? []) {
      const pin = this.solid.pins.get(stand.pin);
      if (!pin) continue;
      const selected = selection.board === stand.pin;
      const movable = selection.boards.has(stand.pin);
      const key = `${stand.pin} ${stand.owner} ${stand.turned} ${movable} ${selected}`;
      const target = selection.selectable.has(stand.pin) ? { handle: stand.pin } : null;
      const sign = () => standSign(stand, palette, movable, selected);
      const shown = signs.show(key, sign, this.signPlace(pin), target, signRoom(pin));
      shown.pin = stand.pin;
      shown.order = selected ? 1 : 0;
      // The quadrants of the selected board are numbered or, if none is selected, those of all boards.
      const numbered = quadrants && (selected || selection.board === null);
      for (const [i, name] of (numbered ? (stand.quadrants ?? []) : []).entries()) {
        const at = this.solid.squares.get(name);
        // In front of the piece, towards the player.
        const place = at?.clone().add(new Vector3(-0.34 * side, 0.04, 0.38 * side));
        if (place) signs.show(`q${i + 1}`, () => quadrantSign(`q${i + 1}`, palette), place).level = stand.pin;
      }
      if (selected && selection.pins.get(stand.pin)?.turned.length) {
        // Next to the board, so that its passenger stays visible.
        const place = pin.middle.clone().add(new Vector3(pin.side * (pin.width / 2 + 0.5), 0.1, 0));
        signs.show("turn", () => turnSign(palette), place, { pin: stand.pin, turned: true }).loose = true;
      }
    }
  }

  private fillPins({ board, selection }: SceneProps): void {
    const { palette, marks, signs } = this;
    const held = new Set(board.state.stands?.map((s) => s.pin));
    const preview = selection.preview && boardMove(selection.preview);
    const inks = { colour: palette.colour("move"), edge: palette.colour("hint-edge") };
    for (const pin of this.solid.pins.values()) {
      if (pin.level === selection.board) marks.outline(pin, palette.colour("accent"));
      const moves = pin.level === selection.board ? undefined : selection.pins.get(pin.level);
      const closed = selection.closed.get(pin.level);
      if (moves) marks.stud(pin.foot, inks.colour, inks.edge);
      if (closed && (closed.neighbour || selection.explained === closed)) {
        const name = held.has(pin.level) ? "" : pin.level;
        // On an occupied pin the sign is at the foot, so that the pieces on the board stay visible.
        const at = name ? pin.middle : pin.foot.clone().add(new Vector3(0, 0.15, 0));
        const sign = () => closedSign(palette, name);
        signs.show(`closed ${name}`, sign, at, { closed: pin.level }).loose = name !== "";
      }
      if (!moves || held.has(pin.level)) continue;
      const words = t("page.board.direction", { direction: selection.directions.get(pin.level) ?? "" });
      const shown = signs.show(
        `${pin.level} ${words}`,
        () => goalSign(pin.level, words, palette),
        this.signPlace(pin),
        { pin: pin.level, turned: moves.straight.length === 0 },
        signRoom(pin),
      );
      const from = this.solid.pins.get(selection.board ?? "");
      if (from) shown.from = this.signPlace(from);
      const lit = preview?.onto === pin.level ? (preview.turned ? "turned" : "straight") : null;
      marks.pin(pin, inks, moves.straight.length > 0, moves.turned.length > 0, lit, this.flip);
    }
  }

  private fillMarks({ board, selection, focused }: SceneProps): void {
    const { state, step, premove, arrows, drawings } = board;
    const { palette, marks, solid } = this;
    const colour = (name: string) => palette.colour(name);
    const on = (name: string, draw: (at: Vector3) => void) => {
      const at = solid.squares.get(name);
      if (at) draw(at);
    };
    const last = step?.position === state.position ? touched(step, board.info) : [];
    // A moving board is tinted only after it arrives.
    const riding = this.travel.rider?.pin;
    for (const name of last.filter((n) => state.squares.includes(n) && solid.levels.get(n) !== riding))
      on(name, (at) => marks.tint(at, colour("last"), 0.8));
    const made = last.length > 0 ? (step?.changes ?? []).filter((c) => c.effect === "appears") : [];
    for (const { to = "" } of made) on(to, (at) => marks.spawned(at, colour("glass"), colour("ring")));
    for (const name of state.checked) on(name, (at) => marks.frame(at, colour("check")));
    for (const name of premove ? [premove.from, premove.to] : []) on(name, (at) => marks.frame(at, colour("accent")));
    if (selection.square) {
      on(selection.square, (at) => marks.halo(at, colour("glow")));
      on(selection.square, (at) => marks.selected(at, { colour: colour("glow"), edge: colour("ring") }));
    }
    if (focused) on(focused, (at) => marks.frame(at, colour("accent")));
    const edge = colour("hint-edge");
    for (const [name, [move]] of selection.hints) {
      const pointed = selection.preview?.to === name;
      if (move?.capture) on(name, (at) => marks.ring(at, { colour: colour("capture"), edge }, pointed));
      else on(name, (at) => marks.dot(at, { colour: colour("move"), edge }, pointed));
    }
    if (selection.preview) this.fillPreview(selection.preview);
    for (const { from, to, ink } of drawings ?? []) {
      if (from === to) on(from, (at) => marks.ring(at, { colour: colour(`draw-${ink}`), edge }, false));
    }
    const middle = (name: string) => solid.squares.get(name) ?? solid.pins.get(name)?.middle;
    for (const a of arrows ?? []) {
      const [from, to] = this.arrowEnds(a.from, a.to);
      const tone = { best: "accent", other: "slate" }[a.tone];
      if (from && to) marks.arrow(from, to, colour(tone));
    }
    for (const { from, to, ink } of drawings ?? []) {
      const [start, end] = [middle(from), middle(to)];
      if (start && end && from !== to) marks.arrow(raised(start, 0.3), raised(end, 0.3), colour(`draw-${ink}`));
    }
  }

  /**
   * Returns the ends of an arrow between two squares, or between two pins. The arrow of a board that stays on its side
   * is next to the boards, because it would cover the passenger above them.
   */
  private arrowEnds(...names: [string, string]): (Vector3 | undefined)[] {
    const pins = names.map((name) => this.solid.pins.get(name));
    const beside = pins[0]?.side === pins[1]?.side;
    return names.map((name, i) => {
      const [square, pin] = [this.solid.squares.get(name), pins[i]];
      const at = square ?? pin?.middle;
      if (!at || square || !pin || !beside) return at && raised(at, 0.25);
      return at.clone().add(new Vector3(pin.side * (pin.width / 2 + 0.25), 0, 0));
    });
  }

  private wayInks(): HintInks {
    return { colour: this.palette.colour("glow"), edge: this.palette.colour("ring") };
  }

  /** Draws the path of the previewed move. */
  private fillPreview(move: NonNullable<Selection["preview"]>): void {
    const { marks, solid, palette } = this;
    const board = boardMove(move);
    if (board) {
      const [from, to] = [solid.pins.get(board.pin)?.middle, solid.pins.get(board.onto)?.middle];
      if (from && to && from !== to) marks.way([raised(from, 0.12), raised(to, 0.12)], this.wayInks());
      return;
    }
    const touches = move.ways?.[0] ?? [];
    const [start, end] = [solid.squares.get(move.from ?? ""), solid.squares.get(move.to ?? "")];
    if (!start || !end) return;
    const points = touches.map((t, i) => {
      const exact = solid.squares.get(t.square);
      // Between its ends, a path crosses columns and rises or falls evenly.
      return raised(exact ?? start.clone().lerp(end, i / (touches.length - 1)), 0.18);
    });
    marks.way(points, this.wayInks());
    for (const t of touches.slice(1, -1)) {
      const squares = this.model?.board.state.squares ?? [];
      const column = squares
        .filter((name) => name.startsWith(t.square))
        .flatMap((name) => solid.squares.get(name) ?? []);
      column.sort((a, b) => a.y - b.y);
      const [low, high] = [column[0], column.at(-1)];
      if (low && high && low !== high) marks.rod(low, high, 0.018, palette.colour("slate"), 0.6);
    }
  }

  /** Starts the animation of moved objects at their old places. */
  private depart(step: Step): void {
    const time = duration(this.host, "--move-time");
    if (!time) return;
    const board = boardMove(step);
    const [from, to] = [this.solid.pins.get(board?.pin ?? ""), this.solid.pins.get(board?.onto ?? "")];
    const mesh = to && this.boards.find(to.level);
    let ride: Ride | null = null;
    if (board && from && to && mesh) {
      const turn = board.turned ? Math.PI : 0;
      const passengers = this.pieces.figures
        .filter((f) => !f.ghost && this.solid.levels.get(f.square) === to.level)
        .map((figure) => ({ figure, seat: figure.at.clone().sub(to.middle) }));
      ride = {
        pin: to.level,
        board: mesh,
        from: from.middle,
        to: to.middle,
        turn,
        swing: this.swing(from, to),
        passengers,
      };
    }
    const riding = new Set(ride?.passengers.map((p) => p.figure.square));
    const found: Journey[] = [];
    for (const [square, origin] of journeys(step)) {
      const figure = riding.has(square) ? undefined : this.pieces.find(square);
      const start = this.dropped?.square === square ? this.dropped.at : this.solid.squares.get(origin);
      if (figure && start) found.push({ figure, from: start, to: figure.at.clone(), gone: false });
    }
    for (const c of step.changes) {
      const at = c.effect === "captured" ? this.solid.squares.get(c.from ?? c.to ?? "") : undefined;
      if (!at || !c.piece) continue;
      const figure = { letter: c.piece, square: "", at: at.clone(), turn: 0, size: 1, ghost: false };
      found.push({ figure, from: at, to: at, gone: true });
    }
    if (!ride && found.length === 0) return;
    this.travel.depart(time, found, ride);
    this.fill();
  }

  /** Moves the label of a moving board with it. */
  private carrySign(): void {
    const { rider } = this.travel;
    const sign = rider && this.signs.shown.find((shown) => shown.pin === rider.pin);
    if (sign) sign.at.copy(rider.at).y -= below;
  }
}

/** Returns the distances, in x and z, from the centre of a board on a pin to its label. */
function signRoom(pin: Pin3D): { x: number; z: number } {
  return { x: pin.width / 2 + 0.55, z: pin.depth / 2 + 0.3 };
}

function raised(at: Vector3, by: number): Vector3 {
  return at.clone().add(new Vector3(0, by, 0));
}
