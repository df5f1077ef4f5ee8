// The pieces in 3D. All pieces of a type are drawn in one call (instancing).
import {
  CanvasTexture,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  MeshMatcapMaterial,
  PlaneGeometry,
  Quaternion,
  Vector3,
  type BufferGeometry,
  type Group,
  type Material,
} from "three";
import { colourOf } from "../pieces";
import type { Colour } from "../../wire.gen";
import { figure } from "./figures";
import { lightTexture } from "./light";
import type { Palette } from "./palette";

/** A piece in space. */
export interface Figure {
  letter: string;
  square: string;
  /** The position of its foot. */
  at: Vector3;
  /** Its rotation, added to the default orientation of its type. */
  turn: number;
  /** Its scale; less than one while it appears or disappears. */
  size: number;
  /** Whether it is a ghost: a piece that a previewed move would place. */
  ghost: boolean;
}

// Default orientations, which show each type from its best side.
const looks: Record<string, number> = { n: Math.PI + 0.05, k: 0.25, b: Math.PI - 0.3 };
const upright = new Vector3(0, 1, 0);

// Geometries are shared by all scenes of the page, because building them is slow.
const bodies = new Map<string, BufferGeometry | null>();

function bodyOf(letter: string): BufferGeometry | null {
  const role = letter.toLowerCase();
  let body = bodies.get(role);
  if (body === undefined) {
    body = figure(role);
    bodies.set(role, body);
  }
  return body;
}

export class Pieces3D {
  figures: Figure[] = [];
  private faded: ReadonlySet<string> = new Set();
  private readonly meshes = new Map<string, InstancedMesh>();
  private readonly shadows: InstancedMesh;
  private materials: Record<Colour, { solid: MeshMatcapMaterial; ghost: MeshMatcapMaterial }>;
  private readonly shadowInk: MeshBasicMaterial;

  constructor(
    private readonly group: Group,
    palette: Palette,
  ) {
    this.materials = { white: inks("white", palette), black: inks("black", palette) };
    const pool = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
    this.shadowInk = new MeshBasicMaterial({
      map: shadowTexture(),
      transparent: true,
      opacity: 0.6,
      depthWrite: false,
    });
    this.shadows = new InstancedMesh(pool, this.shadowInk, 48);
    this.shadows.renderOrder = 30;
    this.shadows.frustumCulled = false;
    group.add(this.shadows);
  }

  /** Updates the colours from the palette. */
  repaint(palette: Palette): void {
    for (const { solid, ghost } of Object.values(this.materials)) drop(solid, ghost);
    this.materials = { white: inks("white", palette), black: inks("black", palette) };
    for (const [key, mesh] of this.meshes) mesh.material = this.inkFor(key);
  }

  /** Places every piece at its current position. */
  place(): void {
    const counts = new Map<string, number>();
    const matrix = new Matrix4();
    const turn = new Quaternion();
    const size = new Vector3();
    const room = this.shadows.instanceMatrix.count;
    let shadows = 0;
    for (const f of this.figures) {
      const key = `${f.letter}${f.ghost || this.faded.has(f.square) ? " ghost" : ""}`;
      const n = counts.get(key) ?? 0;
      const mesh = this.meshFor(key, f.letter, n);
      if (!mesh) continue;
      const facing = (colourOf(f.letter) === "white" ? 0 : Math.PI) + (looks[f.letter.toLowerCase()] ?? 0);
      turn.setFromAxisAngle(upright, facing + f.turn);
      mesh.setMatrixAt(n, matrix.compose(f.at, turn, size.setScalar(f.size)));
      counts.set(key, n + 1);
      if (f.ghost || shadows >= room) continue;
      // The light comes from the left, so the shadow is offset to the right.
      const pool = size.set(f.at.x + 0.03, f.at.y + 0.005, f.at.z + 0.01);
      this.shadows.setMatrixAt(shadows++, matrix.makeScale(f.size * 1.12, 1, f.size * 1.12).setPosition(pool));
    }
    for (const [key, mesh] of this.meshes) {
      mesh.count = counts.get(key) ?? 0;
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
    }
    this.shadows.count = shadows;
    this.shadows.instanceMatrix.needsUpdate = true;
  }

  /** Draws the pieces on the given squares as translucent as ghosts. */
  fade(squares: ReadonlySet<string>): void {
    if (squares.size === this.faded.size && [...squares].every((square) => this.faded.has(square))) return;
    this.faded = squares;
    this.place();
  }

  find(square: string): Figure | undefined {
    return this.figures.find((f) => f.square === square && !f.ghost);
  }

  dispose(): void {
    for (const mesh of this.meshes.values()) {
      this.group.remove(mesh);
      mesh.dispose();
    }
    this.meshes.clear();
    for (const { solid, ghost } of Object.values(this.materials)) drop(solid, ghost);
    this.shadows.geometry.dispose();
    this.shadowInk.map?.dispose();
    this.shadowInk.dispose();
    this.shadows.dispose();
    // The geometries are kept for the next scene; their GPU buffers are released.
    for (const body of bodies.values()) body?.dispose();
  }

  private inkFor(key: string): Material {
    const { solid, ghost } = this.materials[colourOf(key.slice(0, 1))];
    return key.endsWith("ghost") ? ghost : solid;
  }

  /**
   * Returns the mesh of a piece type, with room for more than `many` pieces; null if the letter is not a piece
   * type.
   */
  private meshFor(key: string, letter: string, many: number): InstancedMesh | null {
    const found = this.meshes.get(key);
    if (found && many < found.instanceMatrix.count) return found;
    const body = bodyOf(letter);
    if (!body) return null;
    const mesh = new InstancedMesh(body, this.inkFor(key), Math.max(8, 2 * many));
    if (found) {
      for (let i = 0; i < many; i++) {
        const matrix = new Matrix4();
        found.getMatrixAt(i, matrix);
        mesh.setMatrixAt(i, matrix);
      }
      this.group.remove(found);
      found.dispose();
    }
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.renderOrder = key.endsWith("ghost") ? 55 : 0;
    this.meshes.set(key, mesh);
    this.group.add(mesh);
    return mesh;
  }
}

function inks(side: Colour, palette: Palette) {
  const matcap = lightTexture(side, palette);
  return {
    solid: new MeshMatcapMaterial({ matcap, vertexColors: true }),
    ghost: new MeshMatcapMaterial({ matcap, vertexColors: true, transparent: true, opacity: 0.55 }),
  };
}

function drop(solid: MeshMatcapMaterial, ghost: MeshMatcapMaterial): void {
  solid.matcap?.dispose();
  solid.dispose();
  ghost.dispose();
}

/** Returns the texture of a soft shadow. */
function shadowTexture(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const ink = canvas.getContext("2d");
  if (ink) {
    const pool = ink.createRadialGradient(32, 32, 14, 32, 32, 32);
    for (const [at, strength] of [
      [0, 1],
      [0.3, 0.8],
      [0.65, 0.25],
      [1, 0],
    ] as const)
      pool.addColorStop(at, `rgb(8 12 18 / ${strength})`);
    ink.fillStyle = pool;
    ink.fillRect(0, 0, 64, 64);
  }
  return new CanvasTexture(canvas);
}
