// Arrows and circles on the board, as lichess and others write them into
// comments: [%cal Gg1f3,Ra1a8] and [%csl Ge4].
import { annotate, node, type Node, type Tree } from "../analysis/tree";

/** The colours, by the letter that stands for them. */
export const colours = { G: "green", R: "red", B: "blue", Y: "yellow" } as const;
export type ColourLetter = keyof typeof colours;
export type DrawingColour = (typeof colours)[ColourLetter];

/** A circle round a square, or an arrow to another. */
export interface Drawing {
  colour: DrawingColour;
  from: string;
  to?: string;
}

/** The most drawings of one position: more hide what they are about. */
export const mostDrawings = 64;

const command = /\s*\[%(cal|csl)\s+([^\]]*)\]\s*/g;

// A square of any rule set: file, rank and, in space, a level; or a pin.
const square = "(?:[a-z]\\d{1,2}(?:W|N|B|[QK]L\\d)?|[QK]L\\d)";
const arrowForm = new RegExp(`^([GRBY])(${square})(${square})$`);
const circleForm = new RegExp(`^([GRBY])(${square})$`);

interface Remark {
  text: string;
  drawings: Drawing[];
}

/** What a comment says and what it draws. What cannot be read as a drawing is left where it stands. */
function readRemark(comment: string): Remark {
  const drawings: Drawing[] = [];
  if (!comment.includes("[%c")) return { text: comment, drawings };
  const text = comment.replace(command, (whole, kind: string, list: string) => {
    const found: Drawing[] = [];
    for (const one of list.split(",").map((each) => each.trim()).filter(Boolean)) {
      const read = (kind === "cal" ? arrowForm : circleForm).exec(one);
      if (!read) return whole;
      const [, letter = "", from = "", to] = read;
      found.push({ colour: colours[letter as ColourLetter], from, ...(to ? { to } : {}) });
    }
    drawings.push(...found);
    return " ";
  });
  return { text: text.trim(), drawings: drawings.slice(0, mostDrawings) };
}

/** A comment that says and draws this. */
function writeRemark({ text, drawings }: Remark): string {
  const letter = (colour: DrawingColour) => (Object.keys(colours) as ColourLetter[]).find((one) => colours[one] === colour);
  const circles = drawings.filter((one) => !one.to).map((one) => `${letter(one.colour)}${one.from}`);
  const arrows = drawings.filter((one) => one.to).map((one) => `${letter(one.colour)}${one.from}${one.to}`);
  return [circles.length > 0 ? `[%csl ${circles.join(",")}]` : "", arrows.length > 0 ? `[%cal ${arrows.join(",")}]` : "", text.trim()].filter(Boolean).join(" ");
}

/** Draws, or takes away what is drawn there already in the same colour; another colour takes its place. */
export function draw(drawings: readonly Drawing[], drawing: Drawing): Drawing[] {
  const rest = drawings.filter((one) => one.from !== drawing.from || one.to !== drawing.to);
  const same = drawings.some((one) => one.from === drawing.from && one.to === drawing.to && one.colour === drawing.colour);
  return same || rest.length >= mostDrawings ? rest : [...rest, drawing];
}

/** A drawing in words. */
export function drawingText({ colour, from, to }: Drawing): string {
  const name = colour.charAt(0).toUpperCase() + colour.slice(1);
  return to === undefined ? `${name} circle on ${from}` : `${name} arrow from ${from} to ${to}`;
}

/** What is said at a node, without what is drawn. */
export function textOf(at: Node): string {
  return readRemark(at.comment).text;
}

export function drawingsOf(at: Node): Drawing[] {
  return readRemark(at.comment).drawings;
}

export function setDrawings(tree: Tree, id: number, drawings: Drawing[]): Tree {
  return annotate(tree, id, { comment: writeRemark({ text: textOf(node(tree, id)), drawings }) });
}
