// The colours of the stage, for 3D drawing: the page's dark colours in both themes.
import { Color } from "three";
import { coordinates } from "../../settings/look";
import { setting } from "../../settings/settings";
import { resolved } from "./resolved";

export interface Palette {
  /** Returns a CSS colour, given the name of its variable without the dashes. */
  css(name: string): string;
  colour(name: string): Color;
  /** Where square names are drawn. */
  coordinates: "inside" | "outside" | "off";
}

/** Reads the palette from an element. */
export function readPalette(element: Element): Palette {
  const probe = document.createElement("canvas");
  probe.width = probe.height = 1;
  const ink = probe.getContext("2d", { willReadFrequently: true });
  const known = new Map<string, string>();
  const css = (name: string) => {
    const value = known.get(name) ?? resolved(element, "color", `--${name}`);
    known.set(name, value);
    return value;
  };
  // CSS has many colour syntaxes; drawing a pixel resolves them all.
  const pixel = (name: string): Uint8ClampedArray => {
    if (!ink) return new Uint8ClampedArray(4);
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = css(name);
    ink.fillRect(0, 0, 1, 1);
    return ink.getImageData(0, 0, 1, 1).data;
  };
  const colour = (name: string): Color => {
    const [r = 0, g = 0, b = 0] = pixel(name);
    return new Color().setRGB(r / 255, g / 255, b / 255, "srgb");
  };
  return { css, colour, coordinates: setting(coordinates) };
}
