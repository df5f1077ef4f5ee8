// The boards themselves: glass with a thin edge, on slim columns.
import {
  BoxGeometry, CylinderGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, MeshLambertMaterial, PlaneGeometry,
  SphereGeometry, Vector3, type BufferGeometry, type Material, type Texture,
} from "three";
import { boardTexture } from "./textures";
import type { Palette } from "./palette";
import type { Layout3D, Plate3D } from "./layout3d";

const thick = 0.07; // of a board
const edge = 0.035; // of its rim

/** Things that the graphics processor holds until they are given back. */
export class Disposables {
  private readonly held = new Set<{ dispose(): void }>();

  hold<T extends { dispose(): void }>(thing: T): T {
    this.held.add(thing);
    return thing;
  }

  dispose(): void {
    for (const thing of this.held) thing.dispose();
    this.held.clear();
  }
}

/** Makes boards, columns and studs in the colours of a palette. */
export class BoardFactory {
  private readonly held = new Disposables();
  private readonly faces = new Map<string, Texture>();
  private readonly rim: Material;
  private readonly rimSelected: Material;
  private readonly metal: Material;
  private readonly lit: Material;
  private readonly rod: BufferGeometry;
  private readonly ball: BufferGeometry;
  private readonly box: BufferGeometry;

  constructor(private readonly palette: Palette, private readonly flip: boolean) {
    const hold = this.held.hold.bind(this.held);
    this.rim = hold(new MeshBasicMaterial({ color: palette.colour("board-edge"), transparent: true, opacity: 0.9 }));
    this.rimSelected = hold(new MeshBasicMaterial({ color: palette.colour("accent") }));
    this.metal = hold(new MeshLambertMaterial({ color: palette.colour("silver") }));
    this.lit = hold(new MeshBasicMaterial({ color: palette.colour("move") }));
    this.rod = hold(new CylinderGeometry(1, 1, 1, 14));
    this.ball = hold(new SphereGeometry(1, 18, 12));
    this.box = hold(new BoxGeometry(1, 1, 1));
  }

  /** A board about its middle; its face can be asked for the level. */
  board(plate: Plate3D, selected = false): Group {
    const group = new Group();
    let map = this.faces.get(plate.level);
    if (!map) {
      map = this.held.hold(boardTexture(plate, this.palette, this.flip));
      this.faces.set(plate.level, map);
    }
    const face = new Mesh(
      this.held.hold(new PlaneGeometry(plate.width, plate.depth)),
      this.held.hold(new MeshBasicMaterial({ map, transparent: true, depthWrite: false, side: DoubleSide })),
    );
    face.rotation.x = -Math.PI / 2;
    face.renderOrder = plate.order;
    face.userData.level = plate.level;
    group.add(face);
    const wide = selected ? edge * 2 : edge;
    const rims: [number, number, number, number][] = [
      [0, plate.depth / 2, plate.width + 2 * wide, wide],
      [0, -plate.depth / 2, plate.width + 2 * wide, wide],
      [plate.width / 2, 0, wide, plate.depth],
      [-plate.width / 2, 0, wide, plate.depth],
    ];
    for (const [x, z, width, depth] of rims) {
      const rim = new Mesh(this.box, selected ? this.rimSelected : this.rim);
      rim.scale.set(width, thick, depth);
      rim.position.set(x + Math.sign(x) * wide / 2, -thick / 2 + 0.004, z + Math.sign(z) * wide / 2);
      rim.renderOrder = plate.order + 0.2;
      group.add(rim);
    }
    return group;
  }

  column(from: Vector3, to: Vector3, radius = 0.05): Mesh {
    const mesh = new Mesh(this.rod, this.metal);
    mesh.position.copy(from).lerp(to, 0.5);
    mesh.scale.set(radius, from.distanceTo(to), radius);
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), to.clone().sub(from).normalize());
    return mesh;
  }

  /** A pin's stud; it lights up where a board may go. */
  stud(at: Vector3, lit: boolean): Mesh {
    const mesh = new Mesh(this.ball, lit ? this.lit : this.metal);
    const size = lit ? 0.15 : 0.085;
    mesh.scale.set(size, size * 0.8, size);
    mesh.position.copy(at);
    return mesh;
  }

  /** All that never moves: the main boards and the columns between them. */
  building(solid: Layout3D): Group {
    const group = new Group();
    for (const main of solid.mains) {
      const board = this.board(main);
      board.position.copy(main.middle);
      group.add(board);
    }
    for (const [foot, top] of solid.columns) group.add(this.column(foot, top));
    return group;
  }

  dispose(): void {
    this.held.dispose();
  }
}
