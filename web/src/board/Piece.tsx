// A piece, defined once as an SVG symbol and referenced everywhere.
import { classes } from "../style/classes";
import * as styles from "./piece.module.css";
import { colourOf, nameOf } from "./pieces";
import { followSet, usualSet } from "./sets/sets";
import type { Draw } from "./sets/shape";

const space = "http://www.w3.org/2000/svg";

function add(parent: ParentNode, name: string, attributes: Record<string, string | number>): Element {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

function symbolId(letter: string, made: boolean): string {
  return `piece-${colourOf(letter)}-${letter.toLowerCase()}${made ? "-made" : ""}`;
}

const looks = {
  rim: styles.rim,
  body: styles.body,
  cut: styles.cut,
  eye: styles.eye,
  shine: styles.shine,
  joint: styles.joint,
};

function figureClass(letter: string): string {
  return classes(styles.figure, colourOf(letter) === "white" ? styles.white : styles.black);
}

function addSymbol(sheet: Element, draw: Draw, letter: string, made: boolean): void {
  const symbol = add(sheet, "symbol", {
    id: symbolId(letter, made),
    viewBox: "0 0 100 100",
    class: figureClass(letter),
    overflow: "visible",
  });
  for (const { part, d, width } of draw(letter.toLowerCase(), made)) {
    add(symbol, "path", { class: looks[part], d, ...(width ? { "stroke-width": width } : {}) });
  }
}

/** Adds a symbol sheet to the page or to a shadow root, and returns a function that redraws all its pieces. */
export function symbolSheet(parent: ParentNode): (draw: Draw) => void {
  const sheet = add(parent, "svg", { class: styles.symbols, "aria-hidden": "true", focusable: "false" });
  return (draw) => {
    sheet.replaceChildren();
    for (const letter of "PNBRQKpnbrqk") {
      addSymbol(sheet, draw, letter, false);
      addSymbol(sheet, draw, letter, true);
    }
  };
}

let drawn = false;

/** Disables drawing symbols into the page: a shadow root cannot use them and has its own. */
export function drawNoSymbols(): void {
  drawn = true;
}

/** Adds the symbols of all pieces to the page once, and redraws them when another set is chosen. */
function drawSymbols(): void {
  if (drawn || !document.body) return; // no document while prerendering
  drawn = true;
  const fill = symbolSheet(document.body);
  fill(usualSet);
  followSet(fill);
}

/** A piece of a given set, independent of the selected set. */
export function Sample({ draw, letter }: { draw: Draw; letter: string }) {
  return (
    <svg class={classes(styles.icon, figureClass(letter))} viewBox="0 0 100 100" aria-hidden="true">
      {draw(letter.toLowerCase(), false).map(({ part, d, width }) => (
        <path class={looks[part]} d={d} stroke-width={width} />
      ))}
    </svg>
  );
}

export interface PieceProps {
  /** FEN letter. */
  letter: string;
  /** Whether a move has just spawned it. Its highlight is then on the other side. */
  made?: boolean;
  /** The upper left corner of its box. */
  x?: number;
  y?: number;
  size?: number;
}

/** A piece inside an SVG. */
export function Piece({ letter, made = false, x = 0, y = 0, size = 100 }: PieceProps) {
  drawSymbols();
  return <use href={`#${symbolId(letter, made)}`} x={x} y={y} width={size} height={size} />;
}

export interface PieceIconProps {
  letter: string;
  made?: boolean;
  /** The accessible name. Defaults to the piece ("white knight"); empty if adjacent text names it. */
  label?: string;
}

/** A piece in a line of text or a button, as large as the text unless CSS overrides it. */
export function PieceIcon({ letter, made, label = nameOf(letter) }: PieceIconProps) {
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
