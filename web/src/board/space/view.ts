// The camera. From any direction the whole scene fits into the window, and the user can zoom in.
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

  /** Whether the user has zoomed in. */
  get magnified(): boolean {
    return this.zoom > 1;
  }

  get aspect(): number {
    return this.width / this.height;
  }

  /** The number of pixels per square at the centre of the scene. */
  get pixels(): number {
    return (this.height * this.zoom) / (2 * this.distance * Math.tan((field * Math.PI) / 360));
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

  /** Aims the camera so that all landmarks are visible. */
  fit(landmarks: readonly Landmark[]): void {
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
    for (let round = 0; round < 12; round++) {
      camera.position.copy(target).addScaledVector(direction, this.distance);
      camera.lookAt(target);
      camera.updateMatrixWorld();
      // Bounds in pixels from the centre of the window.
      let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
      for (const mark of landmarks) {
        at.copy(mark.at).project(camera);
        const [x, y] = [(at.x * width) / 2, (at.y * height) / 2];
        left = Math.min(left, x - mark.across);
        right = Math.max(right, x + mark.across);
        low = Math.min(low, y - mark.down);
        high = Math.max(high, y + mark.down);
      }
      const pixel = (2 * this.distance * tan) / height;
      target.add(
        at.set(((left + right) / 2) * pixel, ((low + high) / 2) * pixel, 0).applyQuaternion(camera.quaternion),
      );
      this.distance *= Math.max(
        (right - left) / Math.max(20, width - 2 * margin),
        (high - low) / Math.max(20, height - 2 * margin),
      );
      this.distance = Math.min(300, Math.max(12, this.distance));
    }
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
