// What stands in space: boards, pieces, marks; and what a pointer finds there.
import {
  DoubleSide, Group, Mesh, MeshBasicMaterial, PlaneGeometry, Sprite, Vector3, type BufferGeometry, type Intersection,
  type Object3D, type Scene,
} from "three";
import type { Step } from "../../wire.gen";
import type { BoardProps } from "../types";
import { ghosts, type Selection } from "./useSelection";
import { closedSprite, pinTexture, quadrantSprite, standSprite, turnSprite } from "./textures";
import { pieceGeometry } from "./geometry";
import { BoardFactory, Disposables } from "./boards3d";
import { MarkFactory } from "./marks3d";
import { duration } from "./motion";
import { boardMove, journeys, touched } from "./moves";
import { readPalette, type Palette } from "./palette";
import type { Layout3D } from "./layout3d";

export interface SceneProps {
  board: BoardProps;
  selection: Selection;
  /** The square or pin that has the keyboard's focus. */
  focused: string | null;
  /** Whether the quadrants are numbered. */
  quadrants: boolean;
}

/** What a pointer points at. */
export type HitTarget = { square: string } | { handle: string } | { closed: string } | { pin: string; turned: boolean };

interface Journey {
  thing: Object3D;
  from: Vector3;
  to: Vector3;
  turn: number;
}

const yaw = 0.3; // pieces stand a little turned, so that their thickness shows

export class SceneModel {
  private palette: Palette;
  private glazier: BoardFactory;
  private readonly marker = new MarkFactory();
  private readonly building = new Group();
  private readonly stands = new Group();
  private readonly pieces = new Group();
  private readonly marks = new Group();
  private readonly passing = new Disposables(); // what lasts until the next show
  private readonly figures = new Map<string, BufferGeometry | null>();
  private solidInk: MeshBasicMaterial;
  private ghostInk: MeshBasicMaterial;
  private model: SceneProps | null = null;
  private shown = "";
  private journeys: Journey[] = [];
  private began = 0;
  private time = 0;

  constructor(scene: Scene, private readonly solid: Layout3D, private readonly flip: boolean, private readonly host: Element) {
    this.palette = readPalette(host);
    this.glazier = new BoardFactory(this.palette, flip);
    this.solidInk = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide });
    this.ghostInk = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, transparent: true, opacity: 0.5 });
    scene.add(this.building, this.stands, this.pieces, this.marks);
  }

  /** Shows a position; true if it is the first. */
  show(model: SceneProps): boolean {
    const first = this.model === null;
    this.model = model;
    if (first) this.rebuild();
    else this.fill();
    const { state, step } = model.board;
    if (state.position === this.shown) return first;
    this.shown = state.position;
    this.journeys = [];
    if (!first && step?.position === state.position) this.depart(step);
    return first;
  }

  repaint(): void {
    this.palette = readPalette(this.host);
    for (const g of this.figures.values()) g?.dispose();
    this.figures.clear();
    this.marker.repaint();
    if (this.model) this.rebuild();
  }

  /** The corners of all there is to see. */
  bounds(): { middle: Vector3; corners: Vector3[] } {
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = new Vector3(-Infinity, -Infinity, -Infinity);
    const held = new Set(this.model?.board.state.stands?.map((s) => s.pin));
    for (const plate of [...this.solid.mains, ...this.solid.pins.values()]) {
      const half = new Vector3(plate.width / 2, 0, plate.depth / 2);
      low.min(plate.middle.clone().sub(half));
      high.max(plate.middle.clone().add(half));
    }
    const spots: Vector3[] = [];
    for (const plate of [...this.solid.mains, ...this.solid.pins.values()]) {
      const pin = this.solid.pins.get(plate.level);
      // Free pins may be out of sight. Names stand before their boards.
      if (pin && held.size && !held.has(plate.level)) continue;
      for (const x of [-1, 1]) {
        for (const z of [-1, 1]) {
          const at = plate.middle.clone().add(new Vector3((x * plate.width) / 2, 0, (z * plate.depth) / 2));
          spots.push(at, at.clone().add(new Vector3(0, 0.9, 0)));
          if (pin) spots.push(at.clone().add(new Vector3(0, -0.4, 0.6 * z)));
        }
      }
    }
    const middle = low.add(high).multiplyScalar(0.5);
    return { middle, corners: spots };
  }

  /** Turns the pieces to the camera. They lean back if it looks down on them. */
  face(azimuth: number, elevation: number): void {
    const lean = -Math.max(0, elevation - 0.25) * 0.5;
    const turn = (thing: Object3D) => {
      if (thing.userData.piece) thing.rotation.set(lean, azimuth - yaw, 0, "YXZ");
    };
    this.pieces.traverse(turn);
    this.marks.traverse(turn);
  }

  /** Keeps names readable from afar, by the pixels a square has. */
  legible(pixels: number): void {
    this.stands.traverse((thing) => {
      if (!(thing instanceof Sprite)) return;
      const height = Math.max(thing.userData.height as number, (thing.userData.least as number) / pixels);
      thing.scale.set(height * (thing.userData.aspect as number), height, 1);
    });
  }

  /** Moves on what is under way; true while something is. */
  advance(now: number): boolean {
    if (this.journeys.length === 0) return false;
    this.began ||= now;
    const part = this.time ? Math.min(1, (now - this.began) / this.time) : 1;
    const eased = 1 - (1 - part) ** 3;
    for (const { thing, from, to, turn } of this.journeys) {
      thing.position.copy(from).lerp(to, eased);
      thing.position.y += Math.sin(part * Math.PI) * 0.35;
      if (turn) thing.rotation.y = turn * (1 - eased);
    }
    if (part >= 1) this.journeys = [];
    return part < 1;
  }

  targets(): Group[] {
    return [this.marks, this.stands, this.pieces, this.building];
  }

  /** What a ray has hit. */
  spot(hit: Intersection<Object3D>): HitTarget | null {
    const { square, handle, closed, pin, level } = hit.object.userData as Record<string, string | undefined>;
    if (square) return { square };
    if (handle) return { handle };
    if (closed) return { closed };
    if (pin) {
      const moves = this.model?.selection.pins.get(pin);
      if (!moves) return null;
      // The half towards the player is the turned one, where there are two.
      const near = (hit.uv?.y ?? 1) < 0.5;
      const turned = moves.straight.length === 0 || (moves.turned.length > 0 && near);
      return { pin, turned };
    }
    if (!level) return null;
    for (const [name, at] of this.solid.squares) {
      if (this.solid.levels.get(name) !== level) continue;
      if (Math.abs(hit.point.x - at.x) <= 0.5 && Math.abs(hit.point.z - at.z) <= 0.5) return { square: name };
    }
    return null;
  }

  /** Whether pressing there does something. */
  answers(spot: HitTarget): boolean {
    const selection = this.model?.selection;
    if (!selection) return false;
    return !("square" in spot) || selection.hints.has(spot.square) || selection.liftable(spot.square);
  }

  dispose(): void {
    this.passing.dispose();
    this.glazier.dispose();
    this.marker.dispose();
    for (const g of this.figures.values()) g?.dispose();
    this.solidInk.dispose();
    this.ghostInk.dispose();
  }

  private rebuild(): void {
    this.glazier.dispose();
    this.glazier = new BoardFactory(this.palette, this.flip);
    this.building.clear();
    this.building.add(this.glazier.building(this.solid));
    this.fill();
  }

  /** Puts everything in its place that belongs to the position and the choice. */
  private fill(): void {
    const model = this.model;
    if (!model) return;
    this.passing.dispose();
    for (const group of [this.stands, this.pieces, this.marks]) group.clear();
    this.fillStands(model);
    this.fillPins(model);
    for (const [square, letter] of Object.entries(model.board.state.pieces)) {
      const mesh = this.piece(letter, square, this.solidInk);
      if (mesh) {
        mesh.userData.square = square;
        this.pieces.add(mesh);
      }
    }
    this.fillMarks(model);
    for (const journey of this.journeys) {
      // The things that were under way have been made anew.
      const key = journey.thing.name;
      journey.thing = this.stands.getObjectByName(key) ?? this.pieces.getObjectByName(key) ?? journey.thing;
    }
  }

  private fillStands({ board, selection, quadrants }: SceneProps): void {
    const side = this.flip ? -1 : 1;
    for (const stand of board.state.stands ?? []) {
      const pin = this.solid.pins.get(stand.pin);
      if (!pin) continue;
      const selected = selection.board === stand.pin;
      const movable = selection.boards.has(stand.pin);
      const group = this.glazier.board(pin, selected);
      group.name = `board ${stand.pin}`;
      group.position.copy(pin.middle);
      const label = this.textual(standSprite(stand, this.palette, movable, selected));
      label.position.set(0, -0.12, side * (pin.depth / 2 + 0.42));
      if (selection.selectable.has(stand.pin)) label.userData.handle = stand.pin;
      group.add(label);
      for (const [i, name] of (quadrants ? (stand.quadrants ?? []) : []).entries()) {
        const at = this.solid.squares.get(name);
        if (!at) continue;
        // Before the piece, towards the player.
        const number = this.textual(quadrantSprite(`q${i + 1}`, this.palette));
        number.position.copy(at).sub(pin.middle).add(new Vector3(-0.28 * side, 0.1, 0.34 * side));
        group.add(number);
      }
      if (selected && selection.pins.get(stand.pin)?.turned.length) {
        const turn = this.textual(turnSprite(this.palette));
        turn.userData.pin = stand.pin;
        turn.position.set(0, 0.25, 0);
        group.add(turn);
      }
      this.stands.add(group, this.glazier.column(pin.foot, pin.top, 0.045));
    }
  }

  private fillPins({ board, selection }: SceneProps): void {
    const held = new Set(board.state.stands?.map((s) => s.pin));
    const preview = selection.preview && boardMove(selection.preview);
    for (const pin of this.solid.pins.values()) {
      const moves = pin.level === selection.board ? undefined : selection.pins.get(pin.level);
      const stud = this.glazier.stud(pin.foot, moves !== undefined);
      const closed = selection.closed.get(pin.level);
      if (closed) stud.userData.closed = pin.level;
      this.stands.add(stud);
      if (closed && (closed.neighbour || selection.told === closed)) {
        const sign = this.textual(closedSprite(this.palette, held.has(pin.level) ? "" : pin.level));
        sign.userData.closed = pin.level;
        // On a held pin what stands on the board must be seen.
        sign.position.copy(held.has(pin.level) ? raised(pin.foot, 0.15) : pin.middle);
        this.stands.add(sign);
      }
      if (!moves || held.has(pin.level)) continue;
      const lit = preview?.onto === pin.level ? (preview.turned ? "turned" : "straight") : null;
      const map = this.passing.hold(pinTexture(this.palette, moves.straight.length > 0, moves.turned.length > 0, lit));
      const face = new Mesh(
        this.passing.hold(new PlaneGeometry(pin.width, pin.depth)),
        this.passing.hold(new MeshBasicMaterial({ map, transparent: true, depthWrite: false, side: DoubleSide })),
      );
      face.rotation.set(-Math.PI / 2, 0, this.flip ? Math.PI : 0);
      face.position.copy(pin.middle);
      face.renderOrder = pin.order + 1;
      face.userData.pin = pin.level;
      this.marks.add(face);
    }
  }

  private fillMarks({ board, selection, focused }: SceneProps): void {
    const { state, step, premove, arrows, drawings } = board;
    const { palette, marker, solid, marks } = this;
    const colour = (name: string) => palette.colour(name);
    const on = (name: string, draw: (at: Vector3, order: number) => Object3D) => {
      const at = solid.squares.get(name);
      if (at) marks.add(draw(at, this.orderOf(name)));
    };
    const last = step?.position === state.position ? touched(step, board.info) : [];
    for (const name of last.filter((n) => state.squares.includes(n))) on(name, (at, o) => marker.tint(at, colour("accent"), 0.3, o + 0.3));
    for (const name of state.checked) on(name, (at, o) => marker.frame(at, colour("check"), o + 0.5));
    for (const name of premove ? [premove.from, premove.to] : []) on(name, (at, o) => marker.frame(at, colour("accent"), o + 0.5));
    if (selection.square) {
      on(selection.square, (at, o) => marker.halo(at, colour("glow"), o + 0.4));
      on(selection.square, (at, o) => marker.frame(at, colour("ring"), o + 0.5));
    }
    if (focused) on(focused, (at, o) => marker.frame(at, colour("accent"), o + 0.55));
    for (const [name, [move]] of selection.hints) {
      const edge = colour("paper");
      if (move?.capture) on(name, (at, o) => marker.ring(at, colour("capture"), edge, o + 0.6));
      else on(name, (at, o) => marker.dot(at, colour("move"), edge, o + 0.6, selection.preview?.to === name));
    }
    if (selection.preview) this.fillPreview(selection.preview);
    for (const { from, to, ink } of drawings ?? []) {
      if (from === to) on(from, (at, o) => marker.ring(at, colour(`draw-${ink}`), colour("paper"), o + 0.65));
    }
    const middle = (name: string) => solid.squares.get(name) ?? solid.pins.get(name)?.middle;
    for (const a of arrows ?? []) {
      const [from, to] = [middle(a.from), middle(a.to)];
      const tone = { best: "accent", other: "slate" }[a.tone];
      if (from && to) marks.add(marker.arrow(raised(from, 0.25), raised(to, 0.25), colour(tone)));
    }
    for (const { from, to, ink } of drawings ?? []) {
      const [start, end] = [middle(from), middle(to)];
      if (start && end && from !== to) marks.add(marker.arrow(raised(start, 0.3), raised(end, 0.3), colour(`draw-${ink}`)));
    }
  }

  /** The way of the move pointed at, and what would stand where after it. */
  private fillPreview(move: NonNullable<Selection["preview"]>): void {
    const { marker, solid, marks, palette } = this;
    const board = boardMove(move);
    for (const { square, piece } of ghosts(move)) {
      const mesh = this.piece(piece, square, this.ghostInk);
      if (mesh) marks.add(mesh);
    }
    if (board) {
      const [from, to] = [solid.pins.get(board.pin)?.middle, solid.pins.get(board.onto)?.middle];
      if (from && to && from !== to) marks.add(marker.way([raised(from, 0.12), raised(to, 0.12)], palette.colour("ring")));
      return;
    }
    const touches = move.ways?.[0] ?? [];
    const [start, end] = [solid.squares.get(move.from ?? ""), solid.squares.get(move.to ?? "")];
    if (!start || !end) return;
    const points = touches.map((t, i) => {
      const exact = solid.squares.get(t.square);
      // Between its ends a way leads over columns: it rises or falls evenly.
      return raised(exact ?? start.clone().lerp(end, i / (touches.length - 1)), 0.18);
    });
    marks.add(marker.way(points, palette.colour("ring")));
    for (const t of touches.slice(1, -1)) {
      const squares = this.model?.board.state.squares ?? [];
      const column = squares.filter((name) => name.startsWith(t.square)).flatMap((name) => solid.squares.get(name) ?? []);
      column.sort((a, b) => a.y - b.y);
      const [low, high] = [column[0], column.at(-1)];
      if (low && high && low !== high) marks.add(marker.rod(low, high, 0.018, palette.colour("slate"), 0.6));
    }
  }

  private orderOf(square: string): number {
    const level = this.solid.levels.get(square) ?? "";
    return this.solid.pins.get(level)?.order ?? this.solid.mains.find((m) => m.level === level)?.order ?? 0;
  }

  private piece(letter: string, square: string, ink: MeshBasicMaterial): Mesh | null {
    const at = this.solid.squares.get(square);
    let shape = this.figures.get(letter);
    if (shape === undefined) {
      shape = pieceGeometry(letter, this.palette);
      this.figures.set(letter, shape);
    }
    if (!at || !shape) return null;
    const mesh = new Mesh(shape, ink);
    mesh.name = `piece ${square}`;
    mesh.userData.piece = letter;
    mesh.position.copy(at);
    mesh.renderOrder = ink.transparent ? 50 : 0;
    return mesh;
  }

  private textual(sprite: Sprite): Sprite {
    this.passing.hold(sprite.material);
    if (sprite.material.map) this.passing.hold(sprite.material.map);
    return sprite;
  }

  /** Starts what a move has moved where it was. */
  private depart(step: Step): void {
    this.time = duration(this.host, "--move-time");
    if (!this.time) return;
    this.began = 0;
    const board = boardMove(step);
    const start = board && this.solid.pins.get(board.pin)?.middle;
    const thing = board && this.stands.getObjectByName(`board ${board.onto}`);
    if (start && thing) {
      this.journeys.push({ thing, from: start, to: thing.position.clone(), turn: board.turned ? Math.PI : 0 });
    }
    for (const [to, from] of journeys(step)) {
      const piece = this.pieces.getObjectByName(`piece ${to}`);
      const origin = this.solid.squares.get(from);
      if (piece && origin) this.journeys.push({ thing: piece, from: origin, to: piece.position.clone(), turn: 0 });
    }
  }
}

function raised(at: Vector3, by: number): Vector3 {
  return at.clone().add(new Vector3(0, by, 0));
}
