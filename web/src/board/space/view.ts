// The camera. From any direction the whole scene fits into the window, unless something is in focus or the user zooms
// in.
import { PerspectiveCamera, Vector2, Vector3 } from "three";

/** A point that must be visible, with a margin in pixels. */
export interface Landmark {
  at: Vector3;
  across: number;
  down: number;
}

const field = 19; // field of view, in degrees
const margin = 10; // pixels left free at each edge
const closest = 3; // maximum zoom
const nearest = 0.8; // minimum distance with something in focus, as a fraction of the distance without focus

export class View {
  readonly camera = new PerspectiveCamera(field, 1, 1, 400);
  azimuth = 0;
  /** The angle above the horizon, in radians. */
  elevation = 0.5;
  private zoom = 1;
  private readonly corner = new Vector2(); // offset of the zoomed image, in its pixels
  private width = 1;
  private height = 1;
  private readonly target = new Vector3();
  private distance = 40;
  /** The distance from which the whole scene is visible. */
  private whole = 40;
  /** The camera's position when it began to move, and the fraction of the way that it has completed. */
  private readonly left = { target: new Vector3(), distance: 40 };
  private gone = 1;

  /** Whether the user has zoomed in. */
  get magnified(): boolean {
    return this.zoom > 1;
  }

  get aspect(): number {
    return this.width / this.height;
  }

  /** The number of pixels per square at the centre of the scene. */
  get pixels(): number {
    return this.scaleAt(this.distance);
  }

  /** The number of pixels per square if nothing were in focus. */
  get pixelsOfWhole(): number {
    return this.scaleAt(this.whole);
  }

  private scaleAt(distance: number): number {
    return (this.height * this.zoom) / (2 * distance * Math.tan((field * Math.PI) / 360));
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.magnify(1 / this.zoom, { x: 0, y: 0 });
  }

  orbit(right: number, down: number): void {
    this.azimuth = wrapped(this.azimuth - right);
    this.elevation = Math.min(1.45, Math.max(0.1, this.elevation + down));
  }

  /** Zooms about a point of the window, in pixels. Returns false if nothing changes. */
  magnify(factor: number, about: { x: number; y: number }): boolean {
    const zoom = Math.min(closest, Math.max(1, this.zoom * factor));
    const grown = zoom / this.zoom;
    this.corner.set((this.corner.x + about.x) * grown - about.x, (this.corner.y + about.y) * grown - about.y);
    this.zoom = zoom;
    this.pan(0, 0);
    return grown !== 1;
  }

  /** Pans the zoomed image. */
  pan(right: number, down: number): void {
    const { width, height, zoom, corner } = this;
    corner.x = Math.min(width * (zoom - 1), Math.max(0, corner.x - right));
    corner.y = Math.min(height * (zoom - 1), Math.max(0, corner.y - down));
  }

  /** Starts to move the camera from its current position. */
  depart(): void {
    this.left.target.copy(this.target);
    this.left.distance = this.distance;
    this.gone = 0;
  }

  /** Sets the fraction of the way that the camera has completed, from 0 to 1. */
  travel(part: number): void {
    this.gone = part * part * (3 - 2 * part);
  }

  /** Aims the camera so that all landmarks are visible, and nearer to those in focus if any. */
  fit(landmarks: readonly Landmark[], focus: readonly Landmark[] | null = null): void {
    const { camera, target, width, height } = this;
    camera.aspect = width / height;
    camera.clearViewOffset();
    const cos = Math.cos(this.elevation);
    const direction = new Vector3(Math.sin(this.azimuth) * cos, Math.sin(this.elevation), Math.cos(this.azimuth) * cos);
    const at = new Vector3();
    // From far away all points are in front of the camera.
    this.distance = 120;
    target.setScalar(0);
    for (const mark of landmarks) target.addScaledVector(mark.at, 1 / landmarks.length);
    const tan = Math.tan((field * Math.PI) / 360);
    // Returns the bounds of landmarks in pixels from the centre of the window.
    const bounds = (marks: readonly Landmark[]) => {
      camera.position.copy(target).addScaledVector(direction, this.distance);
      camera.lookAt(target);
      camera.updateMatrixWorld();
      let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
      for (const mark of marks) {
        at.copy(mark.at).project(camera);
        const [x, y] = [(at.x * width) / 2, (at.y * height) / 2];
        left = Math.min(left, x - mark.across);
        right = Math.max(right, x + mark.across);
        low = Math.min(low, y - mark.down);
        high = Math.max(high, y + mark.down);
      }
      const size = Math.max(
        (right - left) / Math.max(20, width - 2 * margin),
        (high - low) / Math.max(20, height - 2 * margin),
      );
      return { x: (left + right) / 2, y: (low + high) / 2, size };
    };
    const shift = ({ x, y }: { x: number; y: number }, part: number) => {
      const pixel = (2 * this.distance * tan) / height;
      target.add(at.set(x * pixel * part, y * pixel * part, 0).applyQuaternion(camera.quaternion));
    };
    for (let round = 0; round < 12; round++) {
      const whole = bounds(landmarks);
      shift(whole, 1);
      this.distance = Math.min(300, Math.max(12, this.distance * whole.size));
    }
    this.whole = this.distance;
    if (focus?.length) {
      const near = bounds(focus);
      const scale = Math.min(1, Math.max(nearest, near.size * 1.3));
      // A focus that fills the window anyway needs no move.
      shift(near, (1 - scale) / (1 - nearest));
      this.distance *= scale;
    }
    target.lerp(this.left.target, 1 - this.gone);
    this.distance += (this.left.distance - this.distance) * (1 - this.gone);
    camera.position.copy(target).addScaledVector(direction, this.distance);
    camera.lookAt(target);
    const { zoom, corner } = this;
    if (zoom > 1) camera.setViewOffset(width * zoom, height * zoom, corner.x, corner.y, width, height);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}

function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
