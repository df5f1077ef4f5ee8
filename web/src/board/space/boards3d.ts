// The boards: panes of glass with a bright edge, on thin columns.
import {
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  type Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshMatcapMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
  type Texture,
} from "three";
import { boardTexture, rim } from "./textures";
import { lightTexture } from "./light";
import type { Palette } from "./palette";
import { reflected, type Layout3D, type Plate3D } from "./layout3d";

const thick = 0.085; // thickness of a pane
const upright = new Vector3(0, 1, 0);
const most = 32; // maximum number of columns, or of studs

/** A column: its two ends and its radius. */
export interface Column {
  from: Vector3;
  to: Vector3;
  radius: number;
}

/** Returns a pane centred at the origin: its face, and its sides, which continue the face's rim. */
function pane({ width, depth }: Plate3D): BufferGeometry {
  const [x, z] = [width / 2 + rim, depth / 2 + rim];
  const positions: number[] = [];
  const uvs: number[] = [];
  const index: number[] = [];
  const corner = (px: number, py: number, pz: number, u: number, v: number) => {
    positions.push(px, py, pz);
    uvs.push(u, v);
  };
  const quad = () => {
    const n = positions.length / 3 - 4;
    index.push(n, n + 1, n + 2, n, n + 2, n + 3);
  };
  corner(-x, 0, z, 0, 0);
  corner(x, 0, z, 1, 0);
  corner(x, 0, -z, 1, 1);
  corner(-x, 0, -z, 0, 1);
  quad();
  // The underside, which only the floor reflects.
  corner(-x, -thick, -z, 0, 1);
  corner(x, -thick, -z, 1, 1);
  corner(x, -thick, z, 1, 0);
  corner(-x, -thick, z, 0, 0);
  quad();
  const [du, dv] = [(rim * 0.96) / (2 * x), (rim * 0.96) / (2 * z)];
  const sides: [number, number, number, number][] = [
    [-x, z, x, z],
    [x, z, x, -z],
    [x, -z, -x, -z],
    [-x, -z, -x, z],
  ];
  for (const [ax, az, bx, bz] of sides) {
    const u = (px: number) => (px + x) / (2 * x);
    const v = (pz: number) => (z - pz) / (2 * z);
    const inU = (px: number) => (ax === bx ? (px < 0 ? du : 1 - du) : u(px));
    const inV = (pz: number) => (az === bz ? (pz > 0 ? dv : 1 - dv) : v(pz));
    corner(ax, -thick, az, inU(ax), inV(az));
    corner(bx, -thick, bz, inU(bx), inV(bz));
    corner(bx, 0, bz, u(bx), v(bz));
    corner(ax, 0, az, u(ax), v(az));
    quad();
  }
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  made.setAttribute("uv", new BufferAttribute(new Float32Array(uvs), 2));
  made.setIndex(index);
  return made;
}

/** Boards, columns and studs in the colours of a palette. */
export class Boards3D {
  /** All boards by level: the main boards, and every board that has been on a pin. */
  private readonly panes = new Map<string, Mesh<BufferGeometry, MeshBasicMaterial>>();
  private held: ReadonlySet<string> = new Set();
  private readonly metal: MeshMatcapMaterial;
  private readonly columns: InstancedMesh;
  private readonly studs: InstancedMesh;

  constructor(
    private readonly group: Group,
    private readonly solid: Layout3D,
    private palette: Palette,
    private readonly flip: boolean,
  ) {
    this.metal = new MeshMatcapMaterial({ matcap: lightTexture("silver", palette) });
    this.columns = new InstancedMesh(new CylinderGeometry(1, 1, 1, 16, 1, true), this.metal, most);
    this.studs = new InstancedMesh(new SphereGeometry(0.085, 16, 10), this.metal, most);
    for (const mesh of [this.columns, this.studs]) mesh.frustumCulled = false;
    group.add(this.columns, this.studs);
    for (const main of solid.mains) this.board(main).position.copy(main.middle);
    const matrix = new Matrix4();
    let n = 0;
    for (const pin of solid.pins.values())
      this.studs.setMatrixAt(n++, matrix.makeScale(1, 0.8, 1).setPosition(pin.foot));
    this.studs.count = n;
  }

  /** Updates the colours from the palette. */
  repaint(palette: Palette): void {
    this.palette = palette;
    this.metal.matcap?.dispose();
    this.metal.matcap = lightTexture("silver", palette);
    for (const [level, mesh] of this.panes) {
      mesh.material.map?.dispose();
      const plate = this.solid.pins.get(level) ?? this.solid.mains.find((m) => m.level === level);
      if (plate) mesh.material.map = this.face(plate);
    }
  }

  /** Shows only the boards near the floor, without studs, for their reflection; or everything again. */
  mirror(on: boolean): void {
    this.studs.visible = !on;
    for (const [level, mesh] of this.panes) mesh.visible = this.standing(level) && !(on && mesh.position.y > reflected);
  }

  /** Fades the boards of the given levels. */
  fade(levels: ReadonlySet<string>): void {
    for (const [level, mesh] of this.panes) mesh.material.opacity = levels.has(level) ? 0.3 : 1;
  }

  /** Shows the boards on the given pins, and hides all others except the main boards. */
  stand(pins: readonly string[]): void {
    this.held = new Set(pins);
    for (const [level, mesh] of this.panes) mesh.visible = this.standing(level);
    for (const level of pins) {
      const pin = this.solid.pins.get(level);
      if (!pin) continue;
      const board = this.board(pin);
      board.visible = true;
      board.position.copy(pin.middle);
      board.rotation.y = 0;
    }
  }

  /** Returns a main board, or the board on a pin if one has been shown there. */
  find(level: string): Mesh | undefined {
    return this.panes.get(level);
  }

  /** Places the columns that join the main boards, and the given arms. */
  prop(arms: readonly Column[]): void {
    const mains = this.solid.columns.map(([from, to]): Column => ({ from, to, radius: 0.05 }));
    const matrix = new Matrix4();
    const turn = new Quaternion();
    let n = 0;
    for (const { from, to, radius } of [...mains, ...arms].slice(0, most)) {
      const long = from.distanceTo(to) || 0.001;
      turn.setFromUnitVectors(upright, to.clone().sub(from).divideScalar(long));
      this.columns.setMatrixAt(
        n++,
        matrix.compose(from.clone().lerp(to, 0.5), turn, new Vector3(radius, long, radius)),
      );
    }
    this.columns.count = n;
    this.columns.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of this.panes.values()) {
      mesh.geometry.dispose();
      mesh.material.map?.dispose();
      mesh.material.dispose();
    }
    for (const mesh of [this.columns, this.studs]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.metal.matcap?.dispose();
    this.metal.dispose();
  }

  private standing(level: string): boolean {
    return !this.solid.pins.has(level) || this.held.has(level);
  }

  private board(plate: Plate3D): Mesh {
    const found = this.panes.get(plate.level);
    if (found) return found;
    const made = new Mesh(
      pane(plate),
      new MeshBasicMaterial({ map: this.face(plate), transparent: true, depthWrite: false }),
    );
    made.renderOrder = plate.order;
    this.panes.set(plate.level, made);
    this.group.add(made);
    return made;
  }

  private face(plate: Plate3D): Texture {
    const { mains } = this.solid;
    const upper = mains[mains.findIndex((main) => main.level === plate.level) + 1];
    const under =
      upper && !this.solid.pins.has(plate.level)
        ? upper.middle.z + upper.depth / 2 - (plate.middle.z - plate.depth / 2)
        : 0;
    return boardTexture(plate, this.palette, this.flip, under);
  }
}
