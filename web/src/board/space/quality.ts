// How finely the boards in space are drawn. Where frames come late the drawing
// is made coarser by itself, so that slow graphics keep the pace of the screen.

/** The most pixels of the drawing to a pixel of the page, from the finest to the coarsest. */
const ratios = [2, 1.5, 1, 0.75] as const;

/** More pixels than these are not drawn: nobody sees them, and graphics that share the memory would stumble. */
const maxPixels = 3_000_000;

/** The number of frames in a sample. */
const judged = 24;
/** A frame is late that takes longer than this, in milliseconds: at 60 a second each has 16.7. */
const late = 21;
/** After a longer time the page was not being drawn at all: in another tab, or busy with something else. */
const away = 250;

export class Quality {
  private step = 0;
  private times: number[] = [];
  private before = 0;
  private resting = false;

  /** The pixels drawn to one of the page, for a view of a size on a screen. */
  ratio(width: number, height: number, screen: number): number {
    return Math.min(screen, ratios[this.step] ?? 1, Math.sqrt(maxPixels / Math.max(1, width * height)));
  }

  /** Whether edges are smoothed. It is settled when a view is made: one made after frames came late does without. */
  get smooth(): boolean {
    return this.step < 2;
  }

  /**
   * Hears how long a frame took to come to the screen, and tells whether the drawing changes.
   * A step that makes frames no quicker is taken back, and no other is tried: then it is the
   * screen that is slow, or what else the machine does.
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

  /** The next step that is another one on this screen. */
  private down(screen: number, by: 1 | -1): number {
    const now = Math.min(screen, ratios[this.step] ?? 1);
    for (let next = this.step + by; next >= 0 && next < ratios.length; next += by) {
      if (Math.min(screen, ratios[next] as number) !== now) return next;
    }
    return this.step;
  }
}

/** What was found out about the graphics of this machine; a view that is made later begins with it. */
export const quality = new Quality();
