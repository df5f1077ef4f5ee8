// The lighting of the pieces, as matcaps: the light is painted on a sphere once per colour, and
// each point of a piece takes the colour of the point of the sphere with the same normal. This is cheap to
// draw and easy to style.
import { CanvasTexture, Color, SRGBColorSpace } from "three";
import { t } from "../../text/text";
import type { Colour } from "../../wire.gen";
import type { Palette } from "./palette";

const size = 256;

type Direction = readonly [number, number, number];

function towards(x: number, y: number, z: number): Direction {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

const key = towards(-0.72, 0.55, 0.42);
const back = towards(0.85, 0.2, -0.1);
const pane = towards(-0.44, 0.42, 0.8);

const dot = (a: Direction, b: Direction) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** Returns the matcap for the pieces of one side, or for metal. */
export function lightTexture(side: Colour | "silver", palette: Palette): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const ink = canvas.getContext("2d");
  if (!ink) throw new Error(t("page.board.this-browser-gives-no-canvas"));
  const picture = ink.createImageData(size, size);
  const shade = { white: whiteShade, black: blackShade, silver: silverShade }[side](palette);
  const colour = new Color();
  const srgb = { r: 0, g: 0, b: 0 };
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      let [x, y] = [((i + 0.5) / size) * 2 - 1, 1 - ((j + 0.5) / size) * 2];
      const away = Math.hypot(x, y);
      // Outside the sphere, extend the colour of its edge.
      if (away > 0.995) [x, y] = [(x / away) * 0.995, (y / away) * 0.995];
      shade([x, y, Math.sqrt(1 - x * x - y * y)], colour);
      colour.getRGB(srgb as Color, SRGBColorSpace);
      const at = (j * size + i) * 4;
      picture.data[at] = srgb.r * 255;
      picture.data[at + 1] = srgb.g * 255;
      picture.data[at + 2] = srgb.b * 255;
      picture.data[at + 3] = 255;
    }
  }
  ink.putImageData(picture, 0, 0);
  const made = new CanvasTexture(canvas);
  made.colorSpace = SRGBColorSpace;
  return made;
}

type Shade = (normal: Direction, into: Color) => void;

/**
 * Returns the shading of paper: bright in the light, grey in the shade, with an ink outline that is visible on any
 * square.
 */
function whiteShade(palette: Palette): Shade {
  const body = palette.colour("white-body");
  const ink = palette.colour("white-edge");
  const shadow = new Color("#8b97a6");
  const deep = new Color("#4d5763");
  return (n, into) => {
    const lit = dot(n, key) * 0.5 + 0.5;
    into
      .copy(deep)
      .lerp(shadow, smooth(0, 0.4, lit))
      .lerp(body, smooth(0.3, 0.86, lit));
    into.lerp(white, 0.9 * smooth(0.955, 0.975, dot(n, pane)));
    into.lerp(ink, 0.9 * smooth(0.62, 0.2, n[2]));
  };
}

/** Returns the shading of ink: black, with one clear highlight, and a rim of light that separates it from the stage. */
function blackShade(palette: Palette): Shade {
  const body = palette.colour("black-body");
  const line = palette.colour("black-line");
  const rim = new Color("#d3e4ea");
  const sheen = new Color("#3d4952");
  return (n, into) => {
    const lit = dot(n, key) * 0.5 + 0.5;
    into.copy(body).lerp(sheen, 0.8 * smooth(0.5, 1, lit));
    into.lerp(rim, 0.5 * smooth(0.5, 0.95, dot(n, back)));
    into.lerp(line, 0.95 * smooth(0.952, 0.974, dot(n, pane)));
    into.lerp(rim, 0.92 * smooth(0.42, 0.1, n[2]));
  };
}

/** Returns the shading of silver: sky above, ground below, and a bright line between them. */
function silverShade(palette: Palette): Shade {
  const silver = palette.colour("silver");
  const low = new Color("#2b323a");
  const high = new Color("#d5dee6");
  return (n, into) => {
    into
      .copy(low)
      .lerp(silver, smooth(-0.9, 0.1, n[1] - n[0] * 0.5))
      .lerp(high, 0.85 * smooth(0.45, 0.85, -n[0] * 0.8 + n[1] * 0.5));
    into.lerp(low, 0.7 * smooth(0.45, 0.1, n[2]));
  };
}

const white = new Color("#ffffff");
