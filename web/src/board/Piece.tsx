// A piece, defined once as an SVG symbol and referenced everywhere.
import { useContext } from "preact/hooks";
import { classes } from "../style/classes";
import { OwnPictures, PieceKinds } from "./GamePieces";
import * as styles from "./piece.module.css";
import { colourOf, kindOf, nameOf } from "./pieces";
import { fetchFairies } from "./sets/glass";
import { followSet, usualSet } from "./sets/sets";
import type { Draw, Kind } from "./sets/shape";
import type { Colour } from "../wire.gen";

const space = "http://www.w3.org/2000/svg";

function add(parent: ParentNode, name: string, attributes: Record<string, string | number>): Element {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

function symbolId(colour: Colour, { picture, letter }: Kind, made: boolean): string {
  return `piece-${colour}-${picture}-${letter}${made ? "-made" : ""}`;
}

/** The style of each part of a drawing. */
export const looks = {
  rim: styles.rim,
  body: styles.body,
  cut: styles.cut,
  eye: styles.eye,
  shine: styles.shine,
  joint: styles.joint,
};

export function figureClass(colour: Colour): string {
  return classes(styles.figure, colour === "white" ? styles.white : styles.black);
}

/** The symbols of the page or of a shadow root, and the set they belong to. */
interface Sheet {
  svg: Element;
  draw: Draw;
}

/** The kinds of piece whose symbols every sheet contains. */
const kinds = [..."pnbrqk"].map((letter) => kindOf(letter));
/** Whether sheets contain the symbols of spawned pieces: false until one is shown, because most pages show none. */
let withMade = false;
/** Weak references, so that a sheet can be garbage-collected together with the element that contains it. */
const sheets: WeakRef<Sheet>[] = [];

function redraw({ svg, draw }: Sheet): void {
  svg.replaceChildren();
  for (const made of withMade ? [false, true] : [false]) drawKinds(svg, draw, made);
}

function drawKinds(svg: Element, draw: Draw, made: boolean): void {
  for (const kind of kinds) {
    for (const colour of ["white", "black"] as const) {
      const symbol = add(svg, "symbol", {
        id: symbolId(colour, kind, made),
        viewBox: "0 0 100 100",
        class: figureClass(colour),
        overflow: "visible",
      });
      for (const { part, d, width } of draw(kind, made)) {
        add(symbol, "path", { class: looks[part], d, ...(width ? { "stroke-width": width } : {}) });
      }
    }
  }
}

function redrawAll(): void {
  for (const each of sheets) {
    const sheet = each.deref();
    if (sheet) redraw(sheet);
  }
}

/** Adds a symbol sheet to the page or to a shadow root, and returns a function that redraws all its pieces. */
export function symbolSheet(parent: ParentNode): (draw: Draw) => void {
  const svg = add(parent, "svg", { class: styles.symbols, "aria-hidden": "true", focusable: "false" });
  const sheet: Sheet = { svg, draw: usualSet };
  sheets.push(new WeakRef(sheet));
  return (draw) => {
    // Drawing the symbols again would lay out every piece that refers to them.
    if (svg.firstChild && draw === sheet.draw) return;
    sheet.draw = draw;
    redraw(sheet);
  };
}

/** Adds the symbols of a kind to all sheets, unless they have them. Its picture is fetched if necessary. */
function needKind(kind: Kind): void {
  if (kinds.some(({ letter, picture }) => letter === kind.letter && picture === kind.picture)) return;
  kinds.push(kind);
  // Without a network, sets that draw the piece themselves still show it.
  fetchFairies().then(redrawAll, redrawAll);
}

/** Adds the symbols of spawned pieces to all sheets. */
function needMade(): void {
  if (withMade) return;
  withMade = true;
  for (const each of sheets) {
    const sheet = each.deref();
    if (sheet?.svg.firstChild) drawKinds(sheet.svg, sheet.draw, true);
  }
}

let drawn = false;

/** Keeps symbols out of the page: boards in a shadow root cannot use them and have their own sheet. */
export function drawNoSymbols(): void {
  drawn = true;
}

/** Adds a symbol sheet to the page, once, and redraws it whenever another set is chosen. */
function drawSymbols(): void {
  if (drawn || !document.body) return; // no document body while prerendering
  drawn = true;
  const fill = symbolSheet(document.body);
  fill(usualSet);
  followSet(fill);
}

export interface PieceProps {
  /** FEN letter. */
  letter: string;
  /** Whether a move has just spawned it; its highlight is then mirrored. */
  made?: boolean;
  /** The upper left corner of its box. */
  x?: number;
  y?: number;
  size?: number;
}

/** A piece inside an SVG: the user's own picture or the one of the chosen set. */
export function Piece({ letter, made = false, x = 0, y = 0, size = 100 }: PieceProps) {
  const own = useContext(OwnPictures).get(letter);
  const kind = kindOf(letter, useContext(PieceKinds));
  const box = { x, y, width: size, height: size };
  if (own) return <image href={own} {...box} />;
  if (made) needMade();
  drawSymbols();
  needKind(kind);
  return <use href={`#${symbolId(colourOf(letter), kind, made)}`} {...box} />;
}

export interface PieceIconProps {
  letter: string;
  made?: boolean;
  /** The accessible name. Defaults to the piece ("white knight"); empty if adjacent text names it. */
  label?: string;
}

/** A piece in a line of text or a button, as large as the text unless CSS overrides it. */
export function PieceIcon({ letter, made, label: given }: PieceIconProps) {
  const kinds = useContext(PieceKinds);
  const label = given ?? nameOf(letter, kinds);
  return (
    <svg
      class={styles.icon}
      viewBox="0 0 100 100"
      role={label ? "img" : undefined}
      aria-label={label || undefined}
      aria-hidden={label ? undefined : true}
    >
      <Piece letter={letter} made={made} />
    </svg>
  );
}
