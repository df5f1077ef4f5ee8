// Explains the side boards, which are copies of the middle board. A rook leaves the middle board at its right edge and
// returns at its left.
import { classes } from "../../style/classes";
import * as styles from "./copies.module.css";
import { Arrow } from "../../board/flat/Arrow";
import { Piece } from "../../board/Piece";
import { rich } from "../../text/rich";
import { t } from "../../text/text";

const side = 100;
const files = 8;
const ranks = 3;
/** The number of visible files of each copy. The copies are cropped, as on a real board. */
const wing = 3;
const width = (files + 2 * wing) * side;
const height = ranks * side;
const start = wing * side;
const end = start + files * side;

/** The pieces of the middle board by file and rank, counted from its upper left corner. */
const pieces: readonly (readonly [letter: string, file: number, rank: number])[] = [
  ["k", 3, 0],
  ["R", 5, 1],
  ["P", 6, 2],
  ["K", 1, 2],
];

function Squares({ from, to }: { from: number; to: number }) {
  let dark = "";
  for (let file = from; file < to; file++) {
    for (let rank = 0; rank < ranks; rank++) {
      if ((((file + 2 * files) % files) + rank) % 2 === 0)
        dark += `M${start + file * side} ${rank * side}h${side}v${side}h${-side}z`;
    }
  }
  return (
    <>
      <rect class={styles.ground} x={start + from * side} width={(to - from) * side} height={height} />
      <path class={styles.dark} d={dark} />
    </>
  );
}

/** The pieces on one of the boards, at an offset in files. */
function Pieces({ away }: { away: number }) {
  return (
    <>
      {pieces.map(([letter, file, rank]) => (
        <Piece key={letter} letter={letter} x={start + (file + away) * side} y={rank * side} />
      ))}
    </>
  );
}

const row = 1.5 * side;

export function CopiesPicture() {
  return (
    <figure class={styles.figure}>
      <svg
        class={styles.picture}
        viewBox={`0 -60 ${width} ${height + 132}`}
        role="img"
        aria-label={t("page.home.three-boards-in-a-row")}
      >
        <clipPath id="copies-picture">
          <rect width={width} height={height} rx={6} />
        </clipPath>
        <g clip-path="url(#copies-picture)">
          <g class={styles.copy}>
            <Squares from={-wing} to={0} />
            <Pieces away={-files} />
            <Squares from={files} to={files + wing} />
            <Pieces away={files} />
          </g>
          <Squares from={0} to={files} />
          <Pieces away={0} />
        </g>
        {[start, end].map((x) => (
          <g key={x}>
            <line class={styles.seamEdge} x1={x} x2={x} y1={0} y2={height} />
            <line class={styles.seam} x1={x} x2={x} y1={0} y2={height} />
          </g>
        ))}
        <g class={styles.ghost}>
          <Piece letter="R" x={end + side} y={side} />
          <Piece letter="R" x={start + side} y={side} />
        </g>
        <Arrow
          line={[
            { x: start + 5.95 * side, y: row },
            { x: end + 1.1 * side, y: row },
          ]}
          tone="accent"
          width={11}
        />
        <Arrow line={arc(end + 1.5 * side, start + 1.5 * side)} tone="silver" width={9} />
        {(["page.home.copy", "page.home.the-board", "page.home.copy"] as const).map((words, at) => (
          <text
            key={at}
            class={classes(styles.label, at === 1 && styles.real)}
            x={((at * (wing + files)) / 2 + wing / 2) * side}
            y={height + 14}
          >
            {t(words)}
          </text>
        ))}
      </svg>
      <figcaption>{rich("page.home.one-board", { strong: (text) => <strong>{text}</strong> })}</figcaption>
    </figure>
  );
}

/** Returns an arc above the row of boards, from one x position to another. */
function arc(from: number, to: number) {
  const points = 24;
  return Array.from({ length: points + 1 }, (_, i) => {
    const part = i / points;
    return { x: from + (to - from) * part, y: side + 12 - 150 * (4 * part * (1 - part)) ** 0.5 };
  });
}
