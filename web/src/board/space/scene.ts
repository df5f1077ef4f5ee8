// The boards in space, drawn with three.js. A scene is drawn only when something
// has changed, and lets go of everything when it ends.
import {
  AmbientLight, Box2, DirectionalLight, Group, PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
  type Intersection, type Object3D,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { VariantInfo } from "../../wire.gen";
import { SceneModel, type SceneProps, type HitTarget } from "./model";
import { layOut3D, type Layout3D } from "./layout3d";

export type { SceneProps, HitTarget } from "./model";

export interface SceneEvents {
  press(spot: HitTarget | null): void;
  point(spot: HitTarget | null): void;
  /** The browser has taken the drawing away. */
  lost(): void;
}

/** How far a pointer may go, in pixels, and still mean a press. */
const slack = 6;
// Of the first view, in radians.
const elevation = 0.56;
const elevationFlipped = 0.43;

export class SpaceScene {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(19, 1, 1, 160);
  private readonly controls: OrbitControls;
  private readonly solid: Layout3D;
  private readonly contents: SceneModel;
  private readonly observer: ResizeObserver;
  private readonly ray = new Raycaster();
  private frame = 0;
  private pointed = 0;
  private down: { x: number; y: number; pointer: number } | null = null;
  private touched = false;

  constructor(private readonly host: HTMLElement, info: VariantInfo, private readonly flip: boolean, private readonly events: SceneEvents) {
    this.solid = layOut3D(info, flip);
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: "low-power" });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    const canvas = this.renderer.domElement;
    canvas.setAttribute("aria-hidden", "true");
    host.append(canvas);
    const sun = new DirectionalLight(0xffffff, 1.6);
    sun.position.set(-3, 8, 5);
    this.scene.add(new AmbientLight(0xffffff, 1.7), sun);
    this.contents = new SceneModel(this.scene, this.solid, flip, host);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.minPolarAngle = 0.12;
    this.controls.maxPolarAngle = 1.5;
    this.controls.enablePan = false;
    this.controls.addEventListener("change", this.draw);
    this.controls.addEventListener("start", () => {
      this.touched = true;
    });
    canvas.addEventListener("pointerdown", this.onDown);
    canvas.addEventListener("pointermove", this.onMove);
    canvas.addEventListener("pointerup", this.onUp);
    canvas.addEventListener("pointerleave", this.onLeave);
    canvas.addEventListener("webglcontextlost", this.onLost);
    this.observer = new ResizeObserver(this.resize);
    this.observer.observe(host);
    this.resize();
    // Names are drawn once the face of the page is there.
    void document.fonts.ready.then(this.repaint);
  }

  /** Shows a position and what is selected in it. */
  show(model: SceneProps): void {
    const first = this.contents.show(model);
    // Only now is it known which pins hold boards.
    if (first) this.reset();
    this.draw();
  }

  /** Takes the colours of the page anew. */
  readonly repaint = (): void => {
    this.contents.repaint();
    this.draw();
  };

  /** Brings the first view back. */
  reset(): void {
    this.touched = false;
    // A narrow view looks down more steeply, and so makes use of its height.
    const steeper = Math.min(0.2, Math.max(0, 1 - this.camera.aspect) * 0.35);
    const up = this.flip ? elevationFlipped : elevation + steeper;
    const direction = new Vector3(0, Math.sin(up), Math.cos(up) * (this.flip ? -1 : 1));
    const distance = this.frameAll(direction);
    this.controls.minDistance = distance * 0.3;
    this.controls.maxDistance = distance * 1.6;
    this.controls.update();
    this.draw();
  }

  /** Where a square or pin is seen, in parts of the view. */
  locate(name: string): { x: number; y: number } | null {
    const at = this.solid.squares.get(name) ?? this.solid.pins.get(name)?.middle;
    if (!at) return null;
    const p = at.clone().project(this.camera);
    return { x: (p.x + 1) / 2, y: (1 - p.y) / 2 };
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.pointed);
    this.observer.disconnect();
    this.controls.dispose();
    this.contents.dispose();
    this.renderer.domElement.removeEventListener("webglcontextlost", this.onLost);
    this.renderer.domElement.remove();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** Looks from a direction so that everything is seen, as large as can be. Returns how far away. */
  private frameAll(direction: Vector3): number {
    const { middle, corners } = this.contents.bounds();
    const { camera } = this;
    const target = middle.clone();
    const look = (distance: number): Box2 => {
      camera.position.copy(target).addScaledVector(direction, distance);
      camera.lookAt(target);
      camera.updateMatrixWorld();
      return new Box2().setFromPoints(corners.map((c) => c.clone().project(camera)).map((p) => new Vector2(p.x, p.y)));
    };
    let distance = 40;
    for (let round = 0; round < 12; round++) {
      const seen = look(distance);
      const off = seen.getCenter(new Vector2());
      const half = distance * Math.tan((camera.fov * Math.PI) / 360);
      target.add(new Vector3(off.x * half * camera.aspect, off.y * half, 0).applyQuaternion(camera.quaternion));
      const size = seen.getSize(new Vector2());
      distance *= Math.max(size.x, size.y) / 1.94;
    }
    look(distance);
    this.controls.target.copy(target);
    return distance;
  }

  private readonly draw = (): void => {
    if (this.frame) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      const moving = this.contents.advance(now);
      this.contents.face(this.controls.getAzimuthalAngle(), Math.PI / 2 - this.controls.getPolarAngle());
      const distance = this.camera.position.distanceTo(this.controls.target);
      this.contents.legible(this.host.clientHeight / (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360)));
      this.renderer.render(this.scene, this.camera);
      if (moving) this.draw();
    });
  };

  private readonly resize = (): void => {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    // A view that somebody has turned stays as it is.
    if (this.touched) this.draw();
    else this.reset();
  };

  private readonly onLost = (event: Event): void => {
    event.preventDefault();
    this.events.lost();
  };

  private readonly onDown = (event: PointerEvent): void => {
    this.down = this.down ? null : { x: event.clientX, y: event.clientY, pointer: event.pointerId };
  };

  private readonly onUp = (event: PointerEvent): void => {
    const down = this.down;
    this.down = null;
    if (event.button !== 0 || down?.pointer !== event.pointerId) return;
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) <= slack) this.events.press(this.spotAt(event));
  };

  private readonly onMove = (event: PointerEvent): void => {
    if (event.buttons || event.pointerType !== "mouse" || this.pointed) return;
    this.pointed = requestAnimationFrame(() => {
      this.pointed = 0;
      const spot = this.spotAt(event);
      this.renderer.domElement.style.cursor = spot && this.contents.answers(spot) ? "pointer" : "";
      this.events.point(spot);
    });
  };

  private readonly onLeave = (): void => {
    this.events.point(null);
  };

  /** What a pointer means: the nearest thing that answers, or else the nearest square. */
  private spotAt(event: PointerEvent): HitTarget | null {
    const box = this.renderer.domElement.getBoundingClientRect();
    const at = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    this.ray.setFromCamera(at, this.camera);
    const hits: Intersection<Object3D>[] = this.ray.intersectObjects<Group>(this.contents.targets(), true);
    const spots = hits.flatMap((hit) => this.contents.spot(hit) ?? []);
    return spots.find((s) => this.contents.answers(s)) ?? spots[0] ?? null;
  }
}
