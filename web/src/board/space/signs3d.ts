// Signs in space: names, handles and numbers that face the camera and stay readable.
// Each picture is drawn once; what is shown changes far more often.
import { Sprite, SpriteMaterial, Vector3, type Group, type PerspectiveCamera } from "three";
import { texture, type Sign } from "./textures";
import type { HitTarget } from "./pick";

/** A sign that is shown: where, and what it stands for. */
export interface ShownSign {
  sprite: Sprite;
  at: Vector3;
  /** How far it stands before its place, towards the camera: across and along the boards. */
  before: { x: number; z: number };
  target: HitTarget | null;
  sign: Sign;
  /** The pin of the board that it names. */
  pin?: string;
}

interface Ink {
  sign: Sign;
  material: SpriteMaterial;
}

export class Signs3D {
  readonly shown: ShownSign[] = [];
  private readonly inks = new Map<string, Ink>();

  constructor(private readonly group: Group) {}

  clear(): void {
    for (const { sprite } of this.shown) this.group.remove(sprite);
    this.shown.length = 0;
  }

  /** Shows a sign. The key tells which picture it is; it is drawn if it never was. */
  show(
    key: string,
    draw: () => Sign,
    at: Vector3,
    target: HitTarget | null = null,
    before = { x: 0, z: 0 },
  ): ShownSign {
    let ink = this.inks.get(key);
    if (!ink) {
      const sign = draw();
      ink = {
        sign,
        material: new SpriteMaterial({
          map: texture(sign.picture),
          transparent: true,
          depthTest: false,
          depthWrite: false,
        }),
      };
      this.inks.set(key, ink);
    }
    const sprite = new Sprite(ink.material);
    sprite.renderOrder = 100;
    const shown: ShownSign = { sprite, at: at.clone(), before, target, sign: ink.sign };
    this.group.add(sprite);
    this.shown.push(shown);
    return shown;
  }

  /** Puts the signs before their places, as seen from a direction, by the pixels a square has. */
  face(azimuth: number, pixels: number): void {
    for (const { sprite, at, before, sign } of this.shown) {
      sprite.position.copy(at).add(toEdge(azimuth, before));
      const height = Math.max(sign.height, sign.least / pixels);
      sprite.scale.set((height * sign.picture.width) / sign.picture.height, height, 1);
    }
  }

  /** The uppermost sign at a place of the view, in parts from -1 to 1. */
  hit(x: number, y: number, camera: PerspectiveCamera): HitTarget | null {
    const middle = new Vector3();
    const corner = new Vector3();
    for (const { sprite, target } of [...this.shown].reverse()) {
      if (!target) continue;
      middle.copy(sprite.position).applyMatrix4(camera.matrixWorldInverse);
      corner
        .set(middle.x + sprite.scale.x / 2, middle.y + sprite.scale.y / 2, middle.z)
        .applyMatrix4(camera.projectionMatrix);
      middle.applyMatrix4(camera.projectionMatrix);
      if (Math.abs(x - middle.x) <= corner.x - middle.x && Math.abs(y - middle.y) <= corner.y - middle.y) return target;
    }
    return null;
  }

  /** Forgets the pictures, for another theme. */
  forget(): void {
    this.clear();
    for (const { material } of this.inks.values()) {
      material.map?.dispose();
      material.dispose();
    }
    this.inks.clear();
  }
}

/** The way from the middle of a board to before its edge, as seen from a direction. */
export function toEdge(azimuth: number, { x, z }: { x: number; z: number }): Vector3 {
  const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
  // To the edge of the rectangle that the view crosses.
  const far = Math.min(x / Math.max(1e-3, Math.abs(sin)), z / Math.max(1e-3, Math.abs(cos)));
  return new Vector3(sin * far, 0, cos * far);
}
