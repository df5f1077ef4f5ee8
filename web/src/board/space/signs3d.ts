// Labels in 3D: names, handles and numbers that face the camera and stay readable. Each image is drawn once
// and cached.
import { Sprite, SpriteMaterial, Vector3, type Group, type PerspectiveCamera } from "three";
import { texture, type Sign } from "./textures";
import type { HitTarget } from "./pick";

/** A visible label: its position and its meaning. */
export interface ShownSign {
  sprite: Sprite;
  at: Vector3;
  /** Its offset towards the camera, across and along the boards. */
  before: { x: number; z: number };
  target: HitTarget | null;
  sign: Sign;
  /** The pin of the board it names. */
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

  /** Shows a label. The key identifies its image, which is drawn on first use. */
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

  /** Places the labels for a view direction and a scale in pixels per square. */
  face(azimuth: number, pixels: number): void {
    for (const { sprite, at, before, sign } of this.shown) {
      sprite.position.copy(at).add(toEdge(azimuth, before));
      const height = Math.max(sign.height, sign.least / pixels);
      sprite.scale.set((height * sign.picture.width) / sign.picture.height, height, 1);
    }
  }

  /**
   * Returns the target of the topmost label at a point of the view, in coordinates from -1 to 1; null if
   * there is none.
   */
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

  /** Discards all images. Called when the theme changes. */
  forget(): void {
    this.clear();
    for (const { material } of this.inks.values()) {
      material.map?.dispose();
      material.dispose();
    }
    this.inks.clear();
  }
}

/** Returns the offset from the centre of a board to just beyond its edge, in a view direction. */
export function toEdge(azimuth: number, { x, z }: { x: number; z: number }): Vector3 {
  const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
  // The distance from the centre to the edge of the rectangle, in the view direction.
  const far = Math.min(x / Math.max(1e-3, Math.abs(sin)), z / Math.max(1e-3, Math.abs(cos)));
  return new Vector3(sin * far, 0, cos * far);
}
