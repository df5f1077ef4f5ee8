// Textures of the 3D view, drawn on a canvas: board faces, labels and handles.
import { CanvasTexture, SRGBColorSpace } from "three";
import { t } from "../../text/text";
import type { MountedBoard } from "../../wire.gen";
import type { Palette } from "./palette";
import { columnOf } from "./places";
import type { Plate3D } from "./layout3d";

const pixels = 128; // pixels per square
/** The margin of glass around a board's squares. */
export const rim = 0.075;
const face = '"Inter Variable", system-ui, sans-serif';

function paper(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const ink = canvas.getContext("2d");
  if (!ink) throw new Error(t("page.board.this-browser-gives-no-canvas"));
  return [canvas, ink];
}

export function texture(canvas: HTMLCanvasElement): CanvasTexture {
  const made = new CanvasTexture(canvas);
  made.colorSpace = SRGBColorSpace;
  made.anisotropy = 8;
  return made;
}

/**
 * Returns the face of a board: its squares as tinted glass with coordinates, in a clear rim. The farthest `under` ranks
 * are below a higher board, in its shade.
 */
export function boardTexture(plate: Plate3D, palette: Palette, flip: boolean, under: number): CanvasTexture {
  const edge = rim * pixels;
  const [canvas, ink] = paper((plate.width + 2 * rim) * pixels, (plate.depth + 2 * rim) * pixels);
  drawRim(ink, canvas, palette);
  const lowX = Math.min(...plate.squares.map((q) => q.x));
  const highX = Math.max(...plate.squares.map((q) => q.x));
  const lowY = Math.min(...plate.squares.map((q) => q.y));
  const highY = Math.max(...plate.squares.map((q) => q.y));
  for (const q of plate.squares) {
    const x = edge + (q.x - lowX) * pixels;
    const y = edge + (highY - q.y) * pixels;
    ink.clearRect(x, y, pixels, pixels);
    ink.globalAlpha = q.dark ? 0.93 : 0.95;
    ink.fillStyle = palette.css(q.dark ? "square-dark" : "square-light");
    ink.fillRect(x, y, pixels, pixels);
    ink.globalAlpha = 1;
    ink.fillStyle = palette.css(q.dark ? "on-square-dark" : "on-square-light");
    ink.font = `600 ${pixels * 0.19}px ${face}`;
    ink.save();
    ink.translate(x + pixels / 2, y + pixels / 2);
    if (flip) ink.rotate(Math.PI);
    if (palette.coordinates === "inside") {
      ink.textAlign = "right";
      ink.fillText(columnOf(q), pixels * 0.46, pixels * 0.45);
    } else if (palette.coordinates === "outside") {
      // Along two edges only, as on a printed board: files below, ranks at the left.
      const name = columnOf(q);
      const [foot, left] = flip ? [q.y === highY, q.x === highX] : [q.y === lowY, q.x === lowX];
      ink.font = `600 ${pixels * 0.22}px ${face}`;
      ink.textAlign = "right";
      if (foot) ink.fillText(name.slice(0, 1), pixels * 0.46, pixels * 0.46);
      ink.textAlign = "left";
      if (left) ink.fillText(name.slice(1), -pixels * 0.46, -pixels * 0.29);
    }
    ink.restore();
    ink.globalAlpha = 1;
  }
  engrave(ink, canvas, plate.level, palette, flip);
  // A glint across the glass.
  const glint = ink.createLinearGradient(0, 0, canvas.width, canvas.height);
  for (const [at, strength] of [
    [0.26, 0],
    [0.4, 0.13],
    [0.44, 0.02],
    [0.47, 0.08],
    [0.58, 0],
  ] as const) {
    glint.addColorStop(at, `rgb(255 255 255 / ${strength})`);
  }
  ink.fillStyle = glint;
  ink.fillRect(0, 0, canvas.width, canvas.height);
  if (under > 0) {
    const depth = (under + 0.7) * pixels;
    const shade = ink.createLinearGradient(0, 0, 0, depth);
    for (const [at, strength] of [
      [0, 0.44],
      [0.45, 0.34],
      [0.8, 0.12],
      [1, 0],
    ] as const)
      shade.addColorStop(at, `rgb(6 14 18 / ${strength})`);
    ink.fillStyle = shade;
    ink.fillRect(0, 0, canvas.width, depth);
  }
  return texture(canvas);
}

/** Draws the clear rim of the glass, bright at its edge. The sides of the pane repeat it. */
function drawRim(ink: CanvasRenderingContext2D, canvas: HTMLCanvasElement, palette: Palette): void {
  const edge = rim * pixels;
  ink.globalAlpha = 0.85;
  ink.fillStyle = palette.css("board-edge");
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.globalAlpha = 1;
  const line = (inset: number, width: number, colour: string) => {
    ink.strokeStyle = colour;
    ink.lineWidth = width;
    ink.strokeRect(inset, inset, canvas.width - 2 * inset, canvas.height - 2 * inset);
  };
  line(edge * 0.15, edge * 0.36, "#c6d3da");
  line(edge * 0.86, edge * 0.24, "#2a3038");
}

/** Engraves the name of a main board into its glass. Boards on pins have handles instead. */
function engrave(
  ink: CanvasRenderingContext2D,
  canvas: HTMLCanvasElement,
  level: string,
  palette: Palette,
  flip: boolean,
): void {
  if (level.length > 1) return;
  ink.save();
  ink.translate(canvas.width / 2, canvas.height / 2);
  if (flip) ink.rotate(Math.PI);
  ink.font = `700 ${pixels * 1.5}px ${face}`;
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  ink.globalAlpha = 0.13;
  ink.fillStyle = palette.css("on-square-dark");
  ink.fillText(level, 0, pixels * 0.08);
  ink.restore();
}

function turnArrow(ink: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  ink.lineWidth = r * 0.34;
  ink.lineCap = ink.lineJoin = "round";
  ink.beginPath();
  ink.arc(x, y, r, Math.PI, Math.PI / 2);
  ink.stroke();
  ink.beginPath();
  ink.moveTo(x + r * 0.5, y + r * 0.5);
  ink.lineTo(x, y + r);
  ink.lineTo(x + r * 0.5, y + r * 1.5);
  ink.stroke();
}

/** The content and size of a label. */
export interface Sign {
  picture: HTMLCanvasElement;
  /** Its height in squares, and its minimum height in pixels. */
  height: number;
  least: number;
  /** The height in squares above which it is not drawn, because it would cover pieces. */
  most?: number;
}

/** Returns the name of a board on a pin, drawn as a handle if the board may move. */
export function standSign(stand: MountedBoard, palette: Palette, handle: boolean, selected: boolean): Sign {
  const [canvas, ink] = paper(handle ? 288 : stand.turned ? 248 : 198, 104);
  const plaque = () => {
    ink.beginPath();
    ink.roundRect(8, 8, canvas.width - 16, 88, 44);
    ink.fill();
  };
  ink.fillStyle = palette.css(handle ? "raised" : "paper");
  if (!handle) {
    ink.globalAlpha = 0.72;
    plaque();
    ink.globalAlpha = 1;
  } else {
    ink.strokeStyle = palette.css(selected ? "accent" : "slate");
    ink.lineWidth = selected ? 10 : 5;
    plaque();
    ink.stroke();
    ink.fillStyle = palette.css("slate");
    for (const x of [238, 254]) {
      for (const y of [36, 52, 68]) {
        ink.beginPath();
        ink.arc(x, y, 4.5, 0, 2 * Math.PI);
        ink.fill();
      }
    }
  }
  ink.beginPath();
  ink.arc(52, 52, 15, 0, 2 * Math.PI);
  ink.fillStyle = palette.css(`${stand.owner}-body`);
  ink.fill();
  ink.strokeStyle = palette.css("ink");
  ink.lineWidth = 4.5;
  ink.stroke();
  ink.fillStyle = palette.css(handle ? "ink" : "slate");
  ink.font = `600 48px ${face}`;
  ink.textBaseline = "middle";
  ink.fillText(stand.pin, 82, 55);
  if (stand.turned) {
    ink.strokeStyle = palette.css("slate");
    turnArrow(ink, 202, 52, 15);
  }
  return { picture: canvas, height: 0.5, least: handle ? 30 : 22 };
}

/** Returns the name of a pin to which the selected board may move, with the direction. */
export function goalSign(name: string, words: string, palette: Palette): Sign {
  const fonts = [`600 48px ${face}`, `500 42px ${face}`] as const;
  const [, probe] = paper(1, 1);
  const [wide, long] = [name, words].map((text, i) => {
    probe.font = fonts[i] as string;
    return Math.ceil(probe.measureText(text).width);
  }) as [number, number];
  const [canvas, ink] = paper(wide + long + (words ? 94 : 80), 104);
  ink.fillStyle = palette.css("raised");
  ink.strokeStyle = palette.css("move");
  ink.lineWidth = 6;
  ink.beginPath();
  ink.roundRect(8, 8, canvas.width - 16, 88, 44);
  ink.fill();
  ink.stroke();
  ink.fillStyle = palette.css("ink");
  ink.textBaseline = "middle";
  ink.font = fonts[0];
  ink.fillText(name, 40, 55);
  ink.font = fonts[1];
  ink.fillText(words, wide + 54, 55);
  return { picture: canvas, height: 0.5, least: 26 };
}

/** Returns the button that rotates a board in place. */
export function turnSign(palette: Palette): Sign {
  const [canvas, ink] = paper(128, 128);
  ink.fillStyle = palette.css("raised");
  ink.strokeStyle = palette.css("move");
  ink.lineWidth = 7;
  ink.beginPath();
  ink.arc(64, 64, 56, 0, 2 * Math.PI);
  ink.fill();
  ink.stroke();
  turnArrow(ink, 64, 60, 26);
  return { picture: canvas, height: 0.78, least: 36 };
}

/**
 * Returns the sign of a pin that is closed to the selected board: a crossed ring, with the pin's name unless
 * it is shown elsewhere.
 */
export function closedSign(palette: Palette, name: string): Sign {
  const [canvas, ink] = paper(name ? 300 : 96, 96);
  const x = canvas.width / 2;
  ink.fillStyle = palette.css("paper");
  ink.strokeStyle = palette.css("capture");
  ink.lineWidth = 11;
  ink.lineCap = "round";
  ink.beginPath();
  ink.arc(x, 48, 38, 0, 2 * Math.PI);
  ink.fill();
  ink.moveTo(x - 26, 48 - 26);
  ink.lineTo(x + 26, 48 + 26);
  ink.stroke();
  ink.fillStyle = palette.css("slate");
  ink.font = `600 44px ${face}`;
  ink.textBaseline = "middle";
  ink.fillText(name, x + 50, 51);
  return { picture: canvas, height: 0.5, least: 22 };
}

/** Returns the label of a quadrant. */
export function quadrantSign(words: string, palette: Palette): Sign {
  const [canvas, ink] = paper(72, 56);
  ink.fillStyle = palette.css("paper");
  ink.strokeStyle = palette.css("slate");
  ink.lineWidth = 3;
  ink.beginPath();
  ink.roundRect(4, 4, 64, 48, 16);
  ink.fill();
  ink.stroke();
  ink.fillStyle = palette.css("ink");
  ink.font = `600 36px ${face}`;
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  ink.fillText(words, 36, 30);
  return { picture: canvas, height: 0.26, least: 15, most: 0.55 };
}
