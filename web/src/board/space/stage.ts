// The floor of the stage: a pool of light that fades into the dark, and the gloss in which the boards are reflected.
import {
  CanvasTexture,
  Color,
  CustomBlending,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SrcAlphaFactor,
  ZeroFactor,
  type Scene,
} from "three";
import { floor } from "./layout3d";

const reach = 17; // width of the pool of light
const beyond = 6; // how many times wider the floor is, so that it covers every reflection

/** What the floor shows: nothing, light, or light and reflections. */
export type Floor = "none" | "matt" | "glossy";

export class Stage {
  private readonly shape = new PlaneGeometry(reach * beyond, reach * beyond).rotateX(-Math.PI / 2);
  private readonly pool = fading();
  private readonly light: Mesh<PlaneGeometry, MeshBasicMaterial>;
  /** Weakens the reflections, and removes them beyond the pool of light. */
  private readonly gloss: Mesh<PlaneGeometry, MeshBasicMaterial>;

  constructor(scene: Scene) {
    const uv = this.shape.getAttribute("uv");
    for (let i = 0; i < uv.count; i++) {
      uv.setXY(i, (uv.getX(i) - 0.5) * beyond + 0.5, (uv.getY(i) - 0.5) * beyond + 0.5);
    }
    const surface = { map: this.pool, transparent: true, depthWrite: false };
    this.light = new Mesh(this.shape, new MeshBasicMaterial({ ...surface, color: new Color("#8fc0c8"), opacity: 0.4 }));
    this.gloss = new Mesh(
      this.shape,
      new MeshBasicMaterial({
        ...surface,
        opacity: 0.34,
        blending: CustomBlending,
        blendSrc: ZeroFactor,
        blendDst: SrcAlphaFactor,
      }),
    );
    this.gloss.renderOrder = -2;
    this.light.renderOrder = -1;
    for (const mesh of [this.gloss, this.light]) mesh.position.y = floor;
    scene.add(this.gloss, this.light);
  }

  show(what: Floor): void {
    this.light.visible = what !== "none";
    this.gloss.visible = what === "glossy";
  }

  dispose(): void {
    this.shape.dispose();
    this.pool.dispose();
    this.light.material.dispose();
    this.gloss.material.dispose();
  }
}

/** Returns a disc that is opaque in the middle and fades to nothing at its edge. */
function fading(): CanvasTexture {
  const size = 256;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const ink = canvas.getContext("2d");
  if (ink) {
    const pool = ink.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2 - 1);
    for (const [at, strength] of [
      [0, 1],
      [0.25, 0.82],
      [0.5, 0.38],
      [0.75, 0.1],
      [1, 0],
    ] as const)
      pool.addColorStop(at, `rgb(255 255 255 / ${strength})`);
    ink.fillStyle = pool;
    ink.fillRect(0, 0, size, size);
  }
  return new CanvasTexture(canvas);
}
