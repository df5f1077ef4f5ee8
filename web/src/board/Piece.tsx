// A piece, drawn once as a symbol of the page and used wherever one is shown.
import { classes } from "../style/classes";
import * as styles from "./piece.module.css";
import { colourOf, drawingOf, nameOf, pieceSet } from "./pieces";

const space = "http://www.w3.org/2000/svg";

function add(parent: Element, name: string, attributes: Record<string, string | number>): Element {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

function symbolId(letter: string, made: boolean): string {
  return `piece-${colourOf(letter)}-${letter.toLowerCase()}${made ? "-made" : ""}`;
}

function addSymbol(sheet: Element, letter: string, made: boolean): void {
  const drawing = drawingOf(letter);
  if (!drawing) return;
  const symbol = add(sheet, "symbol", {
    id: symbolId(letter, made),
    viewBox: "0 0 100 100",
    class: classes(styles.figure, colourOf(letter) === "white" ? styles.white : styles.black),
    overflow: "visible",
  });
  add(symbol, "path", { class: styles.rim, d: drawing.parts.join(""), "stroke-width": pieceSet.edge + 3.6 });
  for (const part of drawing.parts) add(symbol, "path", { class: styles.body, d: part, "stroke-width": pieceSet.edge });
  const cuts = made ? drawing.madeCuts : drawing.cuts;
  if (cuts) add(symbol, "path", { class: styles.cut, d: cuts, "stroke-width": pieceSet.cut });
  if (drawing.eye) add(symbol, "path", { class: styles.eye, d: drawing.eye });
  add(symbol, "path", { class: styles.shine, d: made ? drawing.made : drawing.line, "stroke-width": pieceSet.line });
}

let drawn = false;

/** Puts the symbols of all pieces into the page, once. */
function drawSymbols(): void {
  if (drawn) return;
  drawn = true;
  const sheet = add(document.body, "svg", { class: styles.symbols, "aria-hidden": "true", focusable: "false" });
  for (const letter of "PNBRQKpnbrqk") {
    addSymbol(sheet, letter, false);
    addSymbol(sheet, letter, true);
  }
}

export interface PieceProps {
  /** FEN letter. */
  letter: string;
  /** A move has just made it: its highlight is on the other side. */
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
  /** Instead of "white knight"; empty where the words stand beside it. */
  label?: string;
}

/** A piece in a line of text or a button; as large as the text unless CSS says otherwise. */
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
