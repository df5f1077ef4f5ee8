// Labels in 3D: names, handles and numbers that face the camera and stay readable. Each image is drawn once
// and cached.
import { Sprite, SpriteMaterial, Vector3, type Group, type PerspectiveCamera } from "three";
import { texture, type Sign } from "./textures";
import type { HitTarget } from "./pick";
import type { View } from "./view";

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
  /** The board that may move to the place it names. Higher places have their labels above, so as not to cover it. */
  from?: Vector3;
  /** The board that it is drawn on; it is not drawn while that board is faded. */
  level?: string;
  /** Whether it may move out of the way of others; those of higher order stay. */
  loose: boolean;
  order: number;
}

/** The difference of height in the view from which a place is higher than another. */
const higher = 0.05;

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
    const shown: ShownSign = { sprite, at: at.clone(), before, target, sign: ink.sign, loose: before.x > 0, order: 0 };
    this.group.add(sprite);
    this.shown.push(shown);
    return shown;
  }

  /**
   * Places the labels for a view. Labels next to boards move so that none covers another label or crosses the edge of
   * the window. Labels of boards outside the window, labels on faded boards, and labels that would be too large for
   * their squares are not drawn.
   */
  face({ azimuth, pixels, camera }: Pick<View, "azimuth" | "pixels" | "camera">, faded: ReadonlySet<string>): void {
    const taken: Bounds[] = [];
    const loose: [Sprite, Bounds][] = [];
    for (const { sprite, at, from, before, sign, level = "", loose: moves, order } of this.shown) {
      const above = from !== undefined && at.clone().project(camera).y > from.clone().project(camera).y + higher;
      sprite.position.copy(at).addScaledVector(toEdge(azimuth, before), above ? -1 : 1);
      const height = Math.max(sign.height, sign.least / pixels);
      sprite.scale.set((height * sign.picture.width) / sign.picture.height, height, 1);
      const bounds = boundsOf(sprite, camera);
      const fits = height <= (sign.most ?? Infinity);
      sprite.visible = fits && Math.abs(bounds.x) < 1 && Math.abs(bounds.y) < 1 && !faded.has(level);
      if (!sprite.visible) continue;
      sprite.renderOrder = 100 + order;
      if (moves) loose.push([sprite, bounds]);
      else taken.push(bounds);
    }
    const [across, up] = [new Vector3(), new Vector3()];
    camera.matrixWorld.extractBasis(across, up, new Vector3());
    for (const [sprite, bounds] of loose.sort(
      ([first, a], [second, b]) => second.renderOrder - first.renderOrder || b.y - a.y,
    )) {
      const { x, y } = free(bounds, taken);
      sprite.position.addScaledVector(across, (x - bounds.x) / bounds.perX);
      sprite.position.addScaledVector(up, (y - bounds.y) / bounds.perY);
      taken.push({ ...bounds, x, y });
    }
  }

  /**
   * Returns the target of the topmost label at a point of the view, in coordinates from -1 to 1; null if
   * there is none.
   */
  hit(x: number, y: number, camera: PerspectiveCamera): HitTarget | null {
    for (const { sprite, target } of [...this.shown].reverse()) {
      if (!target || !sprite.visible) continue;
      const at = boundsOf(sprite, camera);
      if (Math.abs(x - at.x) <= at.width && Math.abs(y - at.y) <= at.height) return target;
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

/** The centre and half the size of a label in the view, in coordinates from -1 to 1, and the scale at its distance. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
  perX: number;
  perY: number;
}

export function boundsOf({ position, scale }: Sprite, camera: PerspectiveCamera): Bounds {
  const depth = -new Vector3().copy(position).applyMatrix4(camera.matrixWorldInverse).z;
  const { x, y } = new Vector3().copy(position).project(camera);
  const [perX = 1, , , , , perY = 1] = camera.projectionMatrix.elements.map((each) => each / depth);
  return { x, y, width: (scale.x / 2) * perX, height: (scale.y / 2) * perY, perX, perY };
}

/** Returns the nearest free place for a label inside the window, below or above those in its way. */
function free(label: Bounds, taken: readonly Bounds[]): { x: number; y: number } {
  const within = (value: number, size: number) => Math.min(1 - size, Math.max(size - 1, value));
  const x = within(label.x, label.width);
  const [low, high] = [-1, 1].map((direction) => {
    let y = within(label.y, label.height);
    for (let tries = taken.length; tries > 0; tries--) {
      const other = taken.find(
        (t) => Math.abs(t.x - x) < t.width + label.width && Math.abs(t.y - y) < t.height + label.height,
      );
      if (!other) break;
      y = other.y + direction * (other.height + label.height) * 1.04;
    }
    return y;
  }) as [number, number];
  const near = (y: number) => (Math.abs(y) + label.height > 1.001 ? Infinity : Math.abs(y - label.y));
  return { x, y: near(low) <= near(high) ? low : high };
}

/** Returns the offset from the centre of a board to just beyond its edge, in a view direction. */
export function toEdge(azimuth: number, { x, z }: { x: number; z: number }): Vector3 {
  const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
  // The distance from the centre to the edge of the rectangle, in the view direction.
  const far = Math.min(x / Math.max(1e-3, Math.abs(sin)), z / Math.max(1e-3, Math.abs(cos)));
  return new Vector3(sin * far, 0, cos * far);
}
