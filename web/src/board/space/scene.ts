// The 3D scene, drawn with three.js. It is redrawn only after a change, and releases all resources when it is
// closed.
import { Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from "three";
import type { VariantInfo } from "../../wire.gen";
import { SceneModel, type SceneProps } from "./model";
import { layOut3D, type Layout3D } from "./layout3d";
import { Gestures, type Hands } from "./gestures";
import { nearest, type HitTarget } from "./pick";
import { duration } from "./motion";
import { quality } from "./quality";
import { Stage } from "./stage";
import { View } from "./view";

export type { SceneProps } from "./model";
export type { HitTarget } from "./pick";

export interface SceneEvents {
  press(spot: HitTarget | null): void;
  point(spot: HitTarget | null): void;
  /** Called when a piece is picked up to be dragged. */
  lift(square: string): void;
  /** Called when a dragged piece is dropped on another square. */
  drop(square: string): void;
  /** Called when the WebGL context is lost. */
  lost(): void;
}

// The initial elevation, in radians.
const elevation = 0.58;
const elevationFlipped = 0.43;

export class SpaceScene implements Hands {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly view = new View();
  private readonly stage = new Stage(this.scene);
  private readonly gestures: Gestures;
  private readonly solid: Layout3D;
  private readonly contents: SceneModel;
  private readonly observer: ResizeObserver;
  private readonly ray = new Raycaster();
  private frame = 0;
  private timed = 0;
  private pointed = 0;
  private dragged: string | null = null;
  private lifted: { square: string; again: boolean } | null = null;
  private touched = false;
  /** The square or board on which the camera focuses; null for the whole game. */
  private subject: string | null = null;
  /** The camera movement in progress. */
  private ride: { start: number; time: number } | null = null;

  constructor(
    private readonly host: HTMLElement,
    info: VariantInfo,
    private readonly flip: boolean,
    private readonly events: SceneEvents,
  ) {
    this.solid = layOut3D(info, flip, host.clientWidth / (host.clientHeight || 1) || 1);
    this.renderer = new WebGLRenderer({ antialias: quality.smooth, alpha: true, powerPreference: "low-power" });
    this.renderer.autoClear = false;
    const canvas = this.renderer.domElement;
    canvas.setAttribute("aria-hidden", "true");
    // For tests: the position of a square, whether the scene shows a selection and is at rest, and frame times.
    Object.assign(canvas, {
      locate: (name: string) => this.locate(name),
      settled: (chosen: string | null) => {
        const { square = null, board = null } = this.contents.selection ?? {};
        return (square ?? board) === chosen && !this.ride && !this.frame;
      },
      frameTook: this.paced,
    });
    host.append(canvas);
    this.contents = new SceneModel(this.scene, this.solid, flip, host);
    this.gestures = new Gestures(canvas, this);
    canvas.addEventListener("webglcontextlost", this.onLost);
    this.observer = new ResizeObserver(this.resize);
    this.observer.observe(host);
    this.reset();
    this.resize();
    // Labels are drawn again once the page's font is loaded.
    if (document.fonts.status !== "loaded") void document.fonts.ready.then(this.repaint);
  }

  /** Shows a position and its selection. */
  show(model: SceneProps): void {
    this.contents.show(model);
    this.aim();
    this.draw();
  }

  /**
   * Moves the camera towards the selection, or back if there is none. The camera does not move after the user has
   * turned or zoomed the view, during a drag, or under reduced motion.
   */
  private aim(): void {
    const { square = null, board = null } = this.contents.selection ?? {};
    const time = 2 * duration(this.host, "--move-time");
    const free = time > 0 && !this.touched && !this.view.magnified;
    const subject = free ? (square ?? board) : null;
    if (this.lifted || subject === this.subject) return;
    this.subject = subject;
    if (!free) return;
    this.view.depart();
    this.ride = { start: performance.now(), time };
    this.draw();
  }

  /** Reads the page's colours again. */
  readonly repaint = (): void => {
    this.contents.repaint();
    this.draw();
  };

  /** Resets the view. */
  reset(): void {
    const { view } = this;
    this.touched = false;
    this.aim();
    // A narrow view looks down more steeply; a wide one less steeply, since its height is limited. Turning the
    // view sideways reveals the boards behind, but a narrow view has no room for that.
    const { aspect } = view;
    const steeper = Math.min(0.16, (1 - aspect) * (aspect < 1 ? 0.35 : 0.1));
    view.azimuth = Math.min(0.26, Math.max(0, aspect - 0.75)) + (this.flip ? Math.PI : 0);
    view.elevation = this.flip ? elevationFlipped : elevation + steeper;
    view.magnify(0, { x: 0, y: 0 });
    this.fit();
    this.draw();
  }

  /** Returns the position of a square or pin, as fractions of the view; null if its name is unknown. */
  locate(name: string): { x: number; y: number } | null {
    const at = this.solid.squares.get(name) ?? this.solid.pins.get(name)?.middle;
    if (!at) return null;
    const p = at.clone().project(this.view.camera);
    return { x: (p.x + 1) / 2, y: (1 - p.y) / 2 };
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.timed);
    cancelAnimationFrame(this.pointed);
    this.observer.disconnect();
    this.gestures.dispose();
    this.contents.dispose();
    this.stage.dispose();
    this.renderer.domElement.removeEventListener("webglcontextlost", this.onLost);
    this.renderer.domElement.remove();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  grab(event: PointerEvent): boolean {
    const spot = this.spotAt(event);
    const selection = this.contents.selection;
    if (
      !spot ||
      !("square" in spot) ||
      !selection ||
      selection.hints.has(spot.square) ||
      !selection.liftable(spot.square)
    )
      return false;
    this.lifted = { square: spot.square, again: selection.square === spot.square };
    if (!this.lifted.again) this.events.lift(spot.square);
    return true;
  }

  press(event: PointerEvent): void {
    const { lifted } = this;
    this.lifted = null;
    // The press has already selected the piece; a second press deselects it.
    if (!lifted || lifted.again) this.events.press(this.spotAt(event));
    else this.aim();
  }

  drag(event: PointerEvent): void {
    if (!this.lifted) return;
    const { square } = this.lifted;
    this.dragged = square;
    const target = this.goal(event);
    const over = target === null ? undefined : this.solid.squares.get(target);
    const at = over ? over.clone().add(new Vector3(0, 0.14, 0)) : this.before(event, square);
    if (at) this.contents.hold(square, at);
    this.events.point(target === null ? null : { square: target });
    this.renderer.domElement.style.cursor = "grabbing";
    this.draw();
  }

  drop(event: PointerEvent): void {
    const { dragged } = this;
    const target = this.goal(event) ?? squareOf(this.spotAt(event));
    this.release();
    if (!dragged || !target || target === dragged) return;
    this.contents.release(target);
    this.events.drop(target);
  }

  release(): void {
    this.lifted = null;
    this.dragged = null;
    this.renderer.domElement.style.cursor = "";
    this.contents.release(null);
    this.draw();
  }

  orbit(right: number, down: number): void {
    const turn = Math.PI / Math.max(300, this.host.clientHeight);
    this.touched = true;
    this.view.orbit(right * turn, down * turn);
    this.fit();
    this.draw();
  }

  pan(right: number, down: number): void {
    this.view.pan(right, down);
    this.fit();
    this.draw();
  }

  magnify(factor: number, about: { x: number; y: number }): boolean {
    if (!this.view.magnify(factor, about)) return false;
    this.fit();
    this.draw();
    return true;
  }

  hover(event: PointerEvent): void {
    if (this.pointed) return;
    this.pointed = requestAnimationFrame(() => {
      this.pointed = 0;
      const spot = this.spotAt(event);
      const lifts = spot && "square" in spot && this.contents.selection?.liftable(spot.square);
      this.renderer.domElement.style.cursor = spot && this.contents.answers(spot) ? (lifts ? "grab" : "pointer") : "";
      this.events.point(spot);
    });
  }

  leave(): void {
    if (!this.dragged) this.events.point(null);
  }

  private fit(): void {
    const { view } = this;
    view.fit(this.contents.landmarks(view.azimuth, view.pixelsOfWhole), this.subject ? this.contents.focus() : null);
  }

  private readonly draw = (): void => {
    if (this.frame) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      if (this.ride) this.carry(now);
      const moving = this.contents.advance(now) || this.ride !== null;
      this.contents.face(this.view);
      this.render();
      if (moving) this.draw();
      // The time until the next frame is this frame's duration, even if the next one draws nothing.
      cancelAnimationFrame(this.timed);
      this.timed = requestAnimationFrame((next) => this.paced(next - now));
    });
  };

  /** Advances the camera movement. */
  private carry(now: number): void {
    if (!this.ride) return;
    const part = Math.min(1, Math.max(0, (now - this.ride.start) / this.ride.time));
    if (part === 1) this.ride = null;
    this.view.travel(part);
    this.fit();
  }

  private render(): void {
    const { renderer, scene, stage, contents, view } = this;
    renderer.clear();
    if (quality.reflects) {
      stage.show("none");
      contents.mirror(true);
      renderer.render(scene, view.camera);
      contents.mirror(false);
      renderer.clearDepth();
    }
    stage.show(quality.reflects ? "glossy" : "matt");
    renderer.render(scene, view.camera);
  }

  private readonly paced = (took: number): void => {
    if (quality.addFrame(took, window.devicePixelRatio)) this.resize();
  };

  private readonly resize = (): void => {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setPixelRatio(quality.ratio(width, height, window.devicePixelRatio));
    this.renderer.setSize(width, height);
    this.view.resize(width, height);
    // Reset the view unless the user has changed it, and fit the scene into it.
    if (!this.touched) this.reset();
    this.fit();
    this.draw();
  };

  private readonly onLost = (event: Event): void => {
    event.preventDefault();
    this.events.lost();
  };

  /** Returns a pointer's position in the view, in coordinates from -1 to 1. */
  private inView(event: PointerEvent): Vector2 {
    const box = this.renderer.domElement.getBoundingClientRect();
    return new Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
  }

  /**
   * Returns the target of a pointer: the nearest object that responds, else the nearest object; null if there
   * is none.
   */
  private spotAt(event: PointerEvent): HitTarget | null {
    const at = this.inView(event);
    this.ray.setFromCamera(at, this.view.camera);
    const spots = this.contents.targets(this.ray.ray, at.x, at.y, this.view);
    return spots.find((s) => this.contents.answers(s)) ?? spots[0] ?? null;
  }

  /** Returns the square on which a dragged piece would be dropped, or null. */
  private goal(event: PointerEvent): string | null {
    const hints = this.contents.selection?.hints;
    const at = this.inView(event);
    const reach = (0.62 * this.view.pixels * 2) / this.host.clientHeight;
    return hints ? nearest(hints.keys(), this.solid, this.view.camera, at.x, at.y, this.view.aspect, reach) : null;
  }

  /** Returns the position of a dragged piece: under the pointer, at its original distance. */
  private before(event: PointerEvent, square: string): Vector3 | null {
    const stood = this.solid.squares.get(square);
    if (!stood) return null;
    const { camera } = this.view;
    this.ray.setFromCamera(this.inView(event), camera);
    const plane = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), stood);
    return this.ray.ray.intersectPlane(plane, new Vector3());
  }
}

function squareOf(spot: HitTarget | null): string | null {
  return spot && "square" in spot ? spot.square : null;
}
