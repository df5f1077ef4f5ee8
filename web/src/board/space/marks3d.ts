// Marks in 3D: hints, paths, frames, pins and arrows. All marks except tints and halos show through objects in front of
// them.
import {
  CircleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Euler,
  type Group,
  Matrix4,
  PlaneGeometry,
  Quaternion,
  RingGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  type BufferGeometry,
  type Color,
} from "three";
import type { Pin3D, Plate3D } from "./layout3d";
import { Sheet } from "./sheet";

const up = new Vector3(0, 1, 0);
const lying = new Quaternion().setFromEuler(new Euler(-Math.PI / 2, 0, 0));
const still = new Quaternion();

/** The colours of a hint, visible on any square. */
export interface HintInks {
  colour: Color;
  edge: Color;
}

export class Marks {
  private readonly shapes = {
    disc: new CircleGeometry(1, 28),
    // Round marks have some height, so that they are visible at a flat angle.
    button: new SphereGeometry(1, 22, 8).scale(1, 0.36, 1),
    ring: new TorusGeometry(0.415, 0.036, 8, 40),
    ringCase: new TorusGeometry(0.415, 0.06, 8, 40),
    bow: new RingGeometry(0.82, 1.18, 24, 1, Math.PI * 0.15, Math.PI * 1.35),
    tip: new CircleGeometry(0.5, 3),
    tile: new PlaneGeometry(1, 1),
    bead: new SphereGeometry(0.052, 10, 7),
    stud: new SphereGeometry(0.14, 14, 10),
    rod: new CylinderGeometry(1, 1, 1, 10),
    cone: new ConeGeometry(1, 1, 16),
  };
  private readonly ground: Sheet;
  private readonly over: Sheet;

  constructor(group: Group) {
    this.ground = new Sheet(group, { order: 32, behind: 0 });
    this.over = new Sheet(group, { order: 60, behind: 0.8 });
  }

  clear(): void {
    this.ground.clear();
    this.over.clear();
  }

  done(): void {
    this.ground.done();
    this.over.done();
  }

  tint(at: Vector3, colour: Color, opacity: number): void {
    this.lay(this.shapes.tile, at, 0.004, 1, colour, opacity, this.ground);
  }

  halo(at: Vector3, colour: Color): void {
    this.lay(this.shapes.disc, at, 0.006, 0.45, colour, 0.55, this.ground);
  }

  dot(at: Vector3, { colour, edge }: HintInks, larger: boolean): void {
    const size = larger ? 1.4 : 1;
    for (const [r, ink] of [
      [0.19, edge],
      [0.15, colour],
    ] as const) {
      const round = new Vector3(1, 1, 1).multiplyScalar(r * size);
      this.over.add(this.shapes.button, place(raised(at, 0.03), still, round), ink, 1);
    }
  }

  ring(at: Vector3, { colour, edge }: HintInks, larger: boolean): void {
    const size = larger ? 1.08 : 1;
    this.lay(this.shapes.ringCase, at, 0.02, size, edge, 0.9);
    this.lay(this.shapes.ring, at, 0.022, size, colour, 1);
  }

  /** Draws the ring around a piece that the last move spawned. */
  spawned(at: Vector3, colour: Color, edge: Color): void {
    this.lay(this.shapes.ringCase, at, 0.008, 1.06, edge, 0.9, this.ground);
    this.lay(this.shapes.ring, at, 0.012, 1.06, colour, 1, this.ground);
  }

  /** Draws a frame around a square. */
  frame(at: Vector3, colour: Color): void {
    this.border(at, 0.94, 0.94, 0.055, colour, 1);
  }

  /** Draws the frame of the selected piece, visible on any square. */
  selected(at: Vector3, { colour, edge }: HintInks): void {
    this.border(at, 1, 1, 0.1, edge, 1);
    this.border(raised(at, 0.002), 0.96, 0.96, 0.05, colour, 1);
  }

  /** Draws a frame around a whole board. */
  outline(plate: Plate3D, colour: Color): void {
    this.border(plate.middle, plate.width + 0.16, plate.depth + 0.16, 0.08, colour, 1);
  }

  /** Draws the stud of a pin to which a board may move. */
  stud(at: Vector3, colour: Color, edge: Color): void {
    this.over.add(this.shapes.stud, place(at, still, new Vector3(1.3, 1.04, 1.3)), edge, 0.9);
    this.over.add(this.shapes.stud, place(at, still, new Vector3(1, 0.8, 1)), colour, 1);
  }

  /**
   * Draws a destination of the selected board: a dot to keep its orientation, a circular arrow to rotate it.
   * The hovered half is highlighted.
   */
  pin(
    pin: Pin3D,
    inks: HintInks,
    straight: boolean,
    turned: boolean,
    lit: "straight" | "turned" | null,
    flip: boolean,
  ): void {
    const { middle, width, depth } = pin;
    const near = flip ? -1 : 1;
    const both = straight && turned;
    const half = (which: "straight" | "turned") => (both ? (which === "turned" ? near : -near) * (depth / 4) : 0);
    this.over.add(this.shapes.tile, place(raised(middle, 0.01), lying, new Vector3(width, depth, 1)), inks.colour, 0.2);
    if (lit) {
      const at = raised(middle, 0.012).add(new Vector3(0, 0, half(lit)));
      this.over.add(
        this.shapes.tile,
        place(at, lying, new Vector3(width, both ? depth / 2 : depth, 1)),
        inks.colour,
        0.35,
      );
    }
    this.border(middle, width, depth, 0.05, inks.colour, 1);
    if (straight) this.dot(middle.clone().add(new Vector3(0, 0, half("straight"))), inks, false);
    if (turned) this.turn(middle.clone().add(new Vector3(0, 0, half("turned"))), inks.colour);
  }

  /** Draws a path as beads with an arrowhead. */
  way(points: readonly Vector3[], { colour, edge }: HintInks): void {
    points.slice(1).forEach((to, i) => {
      const from = points[i];
      if (!from) return;
      const length = from.distanceTo(to);
      const last = i === points.length - 2;
      const end = last ? length - 0.35 : length;
      for (let along = i === 0 ? 0.35 : 0; along < end; along += 0.21) {
        const at = from.clone().lerp(to, along / length);
        for (const [size, ink] of [
          [1.45, edge],
          [1, colour],
        ] as const)
          this.over.add(this.shapes.bead, place(at, still, new Vector3(1, 1, 1).multiplyScalar(size)), ink, 1);
      }
      if (last) {
        this.head(from, to, 0.15, 0.34, edge, 1);
        this.head(from, to, 0.11, 0.29, colour, 1);
      }
    });
  }

  /** Draws a thin rod between two points. */
  rod(from: Vector3, to: Vector3, radius: number, colour: Color, opacity: number): void {
    this.between(this.shapes.rod, from, to, radius, colour, opacity);
  }

  arrow(from: Vector3, to: Vector3, colour: Color): void {
    const neck = to
      .clone()
      .sub(from)
      .setLength(Math.max(0.1, from.distanceTo(to) - 0.4))
      .add(from);
    this.between(this.shapes.rod, from, neck, 0.06, colour, 0.9);
    this.head(from, to, 0.17, 0.42, colour, 0.9);
  }

  dispose(): void {
    for (const shape of Object.values(this.shapes)) shape.dispose();
    this.ground.dispose();
    this.over.dispose();
  }

  private lay(
    shape: BufferGeometry,
    at: Vector3,
    lift: number,
    size: number,
    colour: Color,
    opacity: number,
    sheet = this.over,
  ): void {
    sheet.add(shape, place(raised(at, lift), lying, new Vector3(size, size, size)), colour, opacity);
  }

  private border(middle: Vector3, width: number, depth: number, thick: number, colour: Color, opacity: number): void {
    for (const side of [-1, 1]) {
      const bars: [number, number, number, number][] = [
        [0, (side * (depth - thick)) / 2, width, thick],
        [(side * (width - thick)) / 2, 0, thick, depth - 2 * thick],
      ];
      for (const [x, z, w, d] of bars) {
        const at = raised(middle, 0.018).add(new Vector3(x, 0, z));
        this.over.add(this.shapes.tile, place(at, lying, new Vector3(w, d, 1)), colour, opacity);
      }
    }
  }

  private turn(at: Vector3, colour: Color): void {
    this.lay(this.shapes.bow, at, 0.022, 0.22, colour, 1);
    const end = Math.PI * 1.5;
    const tip = raised(at, 0.022).add(new Vector3(Math.cos(end) * 0.22, 0, -Math.sin(end) * 0.22));
    this.over.add(this.shapes.tip, place(tip, lying, new Vector3(0.26, 0.26, 1)), colour, 1);
  }

  private head(from: Vector3, to: Vector3, radius: number, length: number, colour: Color, opacity: number): void {
    const neck = to.clone().addScaledVector(to.clone().sub(from).normalize(), -length);
    this.between(this.shapes.cone, neck, to, radius, colour, opacity);
  }

  private between(
    shape: BufferGeometry,
    from: Vector3,
    to: Vector3,
    radius: number,
    colour: Color,
    opacity: number,
  ): void {
    const turn = new Quaternion().setFromUnitVectors(up, to.clone().sub(from).normalize());
    const size = new Vector3(radius, from.distanceTo(to) || 0.001, radius);
    this.over.add(shape, place(from.clone().lerp(to, 0.5), turn, size), colour, opacity);
  }
}

function place(at: Vector3, turn: Quaternion, size: Vector3): Matrix4 {
  return new Matrix4().compose(at, turn, size);
}

function raised(at: Vector3, by: number): Vector3 {
  return at.clone().add(new Vector3(0, by, 0));
}
