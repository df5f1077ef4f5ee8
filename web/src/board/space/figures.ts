// The pieces in 3D: lathed bodies and their attachments. A square is 1 wide.
import { BufferAttribute, type BufferGeometry, ExtrudeGeometry, Plane, Shape, Vector3 } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { ball, turned } from "./lathe";
import { knightBust } from "./knight";
import { sawn } from "./saw";

const round = 30; // segments of a lathed body

/** Returns the foot that all pieces share, for a given radius. It ends in a groove below the stem. */
function foot(r: number): string {
  return `M0 0L${r} 0L${r} .05C${r} .085 ${r - 0.015} .1 ${r - 0.04} .108` + `L${r - 0.055} .122L${r - 0.055} .132`;
}

/**
 * Returns the slim stem of the taller pieces: from the foot up to a narrow waist, with rings around the neck.
 */
function stem(r: number, slim: number, neck: number): string {
  return (
    `C${r - 0.075} .175 ${slim + 0.035} .2 ${slim + 0.012} ${neck * 0.55}` +
    `C${slim} ${neck * 0.75} ${slim - 0.004} ${neck * 0.9} ${slim} ${neck}` +
    `L${slim + 0.06} ${neck + 0.016}` +
    `C${slim + 0.078} ${neck + 0.022} ${slim + 0.078} ${neck + 0.044} ${slim + 0.06} ${neck + 0.05}` +
    `L${slim + 0.012} ${neck + 0.062}L${slim + 0.032} ${neck + 0.074}` +
    `L${slim + 0.032} ${neck + 0.09}L${slim - 0.004} ${neck + 0.1}`
  );
}

function pawn(): BufferGeometry[] {
  const body =
    `${foot(0.255)}C.18 .18 .105 .21 .09 .36L.088 .4L.135 .414C.15 .42 .15 .438 .135 .444L.078 .46` +
    ball(0.565, 0.128, 0.07);
  return [turned(body, round)];
}

function rook(): BufferGeometry[] {
  const body =
    `${foot(0.3)}C.225 .19 .185 .22 .172 .36C.168 .42 .17 .46 .178 .5L.222 .53C.236 .536 .238 .55 .236 .56L.236 .64` +
    "L.165 .64L.165 .6L0 .592";
  const parts = [turned(body, round)];
  const [merlons, gap] = [6, 0.2];
  for (let i = 0; i < merlons; i++) {
    const [from, to] = [i + gap / 2, i + 1 - gap / 2].map((part) => (part / merlons) * 2 * Math.PI) as [number, number];
    const shape = new Shape();
    shape.absarc(0, 0, 0.224, from, to, false);
    shape.absarc(0, 0, 0.176, to, from, true);
    const merlon = new ExtrudeGeometry(shape, {
      depth: 0.08,
      curveSegments: 5,
      bevelSize: 0.006,
      bevelThickness: 0.006,
      bevelSegments: 1,
    });
    parts.push(merlon.rotateX(-Math.PI / 2).translate(0, 0.64, 0));
  }
  return parts;
}

function bishop(): BufferGeometry[] {
  const body = `${foot(0.285)}${stem(0.285, 0.1, 0.46)}C.1 .57 .08 .575 0 .58`;
  const mitre = "M0 .535L.09 .545C.135 .575 .152 .615 .15 .655C.148 .72 .09 .79 .034 .845L0 .86";
  // The cut of the mitre: a slanted slot that does not go all the way through.
  const across = new Vector3(0.62, 0.78, 0).normalize();
  const middle = across.dot(new Vector3(0.075, 0.715, 0));
  const wide = 0.02;
  const reach = wide + 0.002; // the slot's floor extends below both lips, so that no gap remains
  const deep = new Plane(new Vector3(-0.78, 0.62, 0).normalize(), 0);
  deep.constant = -deep.normal.dot(new Vector3(0.03, 0.72, 0));
  const whole = turned(mitre, round);
  const lips = (edge: Vector3) => deep.distanceToPoint(edge) < 0;
  const above = sawn(whole, new Plane(across, -(middle + wide)), lips);
  const below = sawn(whole, new Plane(across.clone().negate(), middle - wide), lips);
  const slice = [new Plane(across.clone().negate(), middle + reach), new Plane(across, -(middle - reach))].reduce(
    (left, plane) => sawn(left, plane, () => false),
    whole,
  );
  const rest = sawn(slice, deep);
  const knob = turned(`M0 .83L.02 .84${ball(0.875, 0.036, 0.02)}`, 20);
  return [turned(body, round), above, below, rest, knob];
}

function queen(): BufferGeometry[] {
  const body = `${foot(0.315)}${stem(0.315, 0.118, 0.56)}L0 .67`;
  const crown =
    "M.114 .65C.122 .7 .15 .76 .222 .86L.222 .875L.2 .875C.185 .83 .175 .82 .16 .815C.14 .845 .09 .87 0 .876";
  const points = 9;
  // The rim of the coronet is scalloped between its points.
  const scalloped = turned(crown, points * 5, (r, y, angle) => {
    const bow = Math.abs(Math.sin((angle * points) / 2));
    const high = Math.max(0, (y - 0.79) / 0.085) * Number(r > 0.17);
    return { r, y: y - high * 0.05 * (1 - bow) ** 0.8 };
  });
  const orb = turned(`M0 .86L.03 .868${ball(0.908, 0.046, 0.028)}`, 22);
  return [turned(body, round), scalloped, orb];
}

function king(): BufferGeometry[] {
  const head = "C.124 .74 .15 .8 .212 .885L.212 .9L.19 .912C.15 .945 .09 .955 .05 .96L.05 .972L.03 .978L0 .98";
  const body = `${foot(0.325)}${stem(0.325, 0.122, 0.6)}${head}`;
  const cross = new Shape();
  const [arm, half, tall, middle] = [0.074, 0.024, 0.165, 0.1];
  const flare = 0.012;
  const outline: [number, number][] = [
    [-half - flare, 0],
    [half + flare, 0],
    [half, middle - half],
    [arm, middle - half - flare],
    [arm, middle + half + flare],
    [half, middle + half],
    [half + flare, tall],
    [-half - flare, tall],
    [-half, middle + half],
    [-arm, middle + half + flare],
    [-arm, middle - half - flare],
    [-half, middle - half],
  ];
  for (const [i, [x, y]] of outline.entries()) {
    if (i === 0) cross.moveTo(x, y);
    else cross.lineTo(x, y);
  }
  const made = new ExtrudeGeometry(cross, { depth: 0.03, bevelSize: 0.008, bevelThickness: 0.008, bevelSegments: 2 });
  return [turned(body, round), made.translate(0, 0.97, -0.015)];
}

function knight(): BufferGeometry[] {
  return [turned(`${foot(0.3)}C.235 .15 .22 .16 0 .165`, round), knightBust()];
}

const makers: Record<string, () => BufferGeometry[]> = { p: pawn, n: knight, b: bishop, r: rook, q: queen, k: king };

/** The scale of pieces on the board relative to these drawings. */
const scale = 1.16;

/** The heights of the pieces, keyed by letter. */
export const heights: Record<string, number> = { p: 0.81, n: 1.06, b: 1.06, r: 0.85, q: 1.11, k: 1.32 };

/** Returns the body of a piece type, resting on its foot; null if the letter is not a piece type. */
export function figure(letter: string): BufferGeometry | null {
  const parts = makers[letter.toLowerCase()]?.();
  if (!parts) return null;
  const plain = parts.map((part) => {
    part.deleteAttribute("uv");
    if (!part.index) part.setIndex(Array.from({ length: part.getAttribute("position").count }, (_, i) => i));
    return part;
  });
  const whole = mergeGeometries(plain);
  for (const part of plain) part.dispose();
  shadeFoot(whole);
  return whole.scale(scale, scale, scale);
}

/** Darkens pieces near the base, where less light arrives. */
function shadeFoot(body: BufferGeometry): void {
  const places = body.getAttribute("position");
  const shades = new Float32Array(places.count * 3);
  for (let i = 0; i < places.count; i++) {
    const shade = 0.8 + 0.2 * Math.min(1, places.getY(i) / 0.16);
    shades.fill(shade, 3 * i, 3 * i + 3);
  }
  body.setAttribute("color", new BufferAttribute(shades, 3));
}
