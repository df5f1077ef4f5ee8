// The rendering quality of the 3D view. If frames are late, the resolution is reduced, so that slow graphics
// hardware keeps up with the display.

/** Maximum device pixels per CSS pixel, from finest to coarsest. */
const ratios = [2, 1.5, 1, 0.75] as const;

/** The maximum number of pixels drawn. More are not visible, and slow down integrated graphics. */
const maxPixels = 3_000_000;

/** The number of frames in a sample. */
const judged = 24;
/** A frame that takes longer than this, in milliseconds, is late. At 60 Hz a frame takes 16.7 ms. */
const late = 21;
/** A gap longer than this, in milliseconds, means that the page was in the background or busy. */
const away = 250;

export class Quality {
  private step = 0;
  private times: number[] = [];
  private before = 0;
  private resting = false;

  /** Returns the device pixels per CSS pixel for a view of a given size. */
  ratio(width: number, height: number, screen: number): number {
    return Math.min(screen, ratios[this.step] ?? 1, Math.sqrt(maxPixels / Math.max(1, width * height)));
  }

  /**
   * Whether edges are antialiased. This is fixed when a view is created. Edges are not antialiased once late frames
   * have reduced the resolution to one pixel per CSS pixel or less.
   */
  get smooth(): boolean {
    return this.step < 2;
  }

  /** Whether the floor reflects the boards, which draws them twice. */
  get reflects(): boolean {
    return this.step === 0;
  }

  /**
   * Records how long a frame took, and reports whether the quality changed. A reduction that does not speed
   * up frames is undone, and no other is tried: the cause is then the display or another program.
   */
  addFrame(took: number, screen: number): boolean {
    if (this.resting || !(took > 0) || took > away) return false;
    this.times.push(took);
    if (this.times.length < judged) return false;
    const usual = this.times.sort((a, b) => a - b)[judged / 2] as number;
    this.times = [];
    const from = this.step;
    if (this.before > 0 && usual > 0.9 * this.before) {
      this.resting = true;
      this.step = this.down(screen, -1);
    } else if (usual > late) {
      this.before = usual;
      this.step = this.down(screen, 1);
      this.resting = this.step === from;
    }
    return this.step !== from;
  }

  /**
   * Returns the next quality step, lower or higher, that makes a difference on this display; the current one
   * if there is none.
   */
  private down(screen: number, by: 1 | -1): number {
    const now = Math.min(screen, ratios[this.step] ?? 1);
    for (let next = this.step + by; next >= 0 && next < ratios.length; next += by) {
      if (Math.min(screen, ratios[next] as number) !== now) return next;
    }
    return this.step;
  }
}

/** The quality that this machine sustains, shared by all views. */
export const quality = new Quality();
