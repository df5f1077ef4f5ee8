// The pieces in space: the drawings of the set, cut out and given a thickness.
import { BufferAttribute, type BufferGeometry, Color, ExtrudeGeometry, Path, Shape, ShapeGeometry } from "three";
import { SVGLoader } from "three/examples/jsm/loaders/SVGLoader.js";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { colourOf, drawingOf, pieceSet } from "../pieces";
import type { Palette } from "./palette";

const depth = 13; // of a piece, in a box of 100 by 100
const bevel = 1;
const layer = 0.6; // each part lies before the one it covers
const size = 0.0108; // of the box, in squares
const foot = 90; // where pieces stand in their box

/** Reads path data of M, L, C and Z. Y points up afterwards, and the foot is at 0. */
function readPaths(data: string): Path[] {
  const paths: Path[] = [];
  for (const [, command = "", numbers = ""] of data.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const n = numbers.trim().split(/[\s,]+/).map(Number);
    const x = (i: number) => (n[i] ?? 0) - 50;
    const y = (i: number) => foot - (n[i] ?? 0);
    if (command === "M") {
      paths.push(new Path());
      paths.at(-1)?.moveTo(x(0), y(1));
    }
    const path = paths.at(-1);
    if (command === "L") path?.lineTo(x(0), y(1));
    if (command === "C") path?.bezierCurveTo(x(0), y(1), x(2), y(3), x(4), y(5));
    if (command === "Z") path?.closePath();
  }
  return paths;
}

/** A geometry in one colour, or lit from above and the left where it has sides. */
function painted(source: BufferGeometry, colour: Color, z: number, lit = false): BufferGeometry {
  const geometry = source.index ? source.toNonIndexed() : source;
  if (geometry !== source) source.dispose();
  geometry.deleteAttribute("uv");
  geometry.translate(0, 0, z);
  const count = geometry.getAttribute("position").count;
  const normals = geometry.getAttribute("normal");
  const colours = new Float32Array(count * 3);
  const shade = new Color();
  for (let i = 0; i < count; i++) {
    const light = lit ? 0.74 + 0.2 * normals.getY(i) - 0.12 * normals.getX(i) : 1;
    shade.copy(colour).multiplyScalar(light).toArray(colours, i * 3);
  }
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  geometry.deleteAttribute("normal");
  return geometry;
}

function stroked(path: Path, width: number, colour: Color, z: number): BufferGeometry | null {
  const style = SVGLoader.getStrokeStyle(width, "#000", "round", "round");
  const made = SVGLoader.pointsToStroke(path.getPoints(10), style, 6) as BufferGeometry | null;
  return made && painted(made, colour, z);
}

/** The geometry of a piece, one square high, standing on its foot and seen from the front. */
export function pieceGeometry(letter: string, palette: Palette): BufferGeometry | null {
  const drawing = drawingOf(letter);
  if (!drawing) return null;
  const inks = palette.pieces[colourOf(letter)];
  const pieces: (BufferGeometry | null)[] = [];
  let z = depth / 2 + bevel + layer;
  for (const part of drawing.parts) {
    const closed = part.endsWith("Z");
    for (const path of readPaths(part)) {
      if (closed) {
        const shape = new Shape(path.getPoints(10));
        const body = new ExtrudeGeometry(shape, { depth, bevelEnabled: true, bevelSize: 1.4, bevelThickness: bevel, bevelSegments: 1 });
        pieces.push(painted(body, inks.side, -depth / 2, true));
        pieces.push(painted(new ShapeGeometry(shape), inks.body, z));
        if (inks.rim) pieces.push(stroked(path, pieceSet.edge + 3.6, inks.rim, depth / 2 + bevel + layer / 2));
      }
      pieces.push(stroked(path, pieceSet.edge, inks.edge, z + layer / 2));
    }
    z += layer;
  }
  for (const path of readPaths(drawing.cuts ?? "")) pieces.push(stroked(path, pieceSet.cut, inks.mark, z));
  for (const path of readPaths(drawing.eye ?? "")) {
    pieces.push(painted(new ShapeGeometry(new Shape(path.getPoints(8))), inks.mark, z));
  }
  for (const path of readPaths(drawing.line)) pieces.push(stroked(path, pieceSet.line, inks.line, z));
  const all = pieces.filter((g) => g !== null);
  const whole = mergeGeometries(all);
  for (const g of all) g.dispose();
  return whole.scale(size, size, size);
}
