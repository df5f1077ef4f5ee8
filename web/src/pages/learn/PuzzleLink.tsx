// From a part of a lesson to puzzles about it.
import * as controls from "../../style/controls.module.css";
import { t } from "../../text/text";
import { hasPuzzles } from "../puzzles/data";
import { tagName } from "../puzzles/text";

/** The theme of puzzles that a part of a lesson leads to, by rule set and part. */
const leads: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  chess: { special: "promotion", mate: "mate-in-2" },
  cylinder: { lines: "over-the-seam", draws: "mate-in-2" },
  triboard: {
    rook: "over-the-seam",
    bishop: "over-the-seam",
    queen: "over-the-seam",
    knight: "over-the-seam",
    check: "mate-in-2",
    pawns: "promotion",
  },
  mirrorsquare: {
    reflection: "made-piece",
    landing: "held-reflection",
    "at-once": "reflection-mate",
    kings: "several-kings",
  },
  nachfolger: {
    successors: "successor-chain",
    teleport: "goes-on",
    safety: "reflection-mate",
    captures: "made-piece",
    promotion: "promotion",
  },
  portal: { lines: "over-the-seam", edges: "over-the-seam" },
  trid: {
    columns: "level-change",
    promotion: "promotion",
    boards: "board-move",
    carried: "board-ride",
    rides: "board-ride",
  },
  meder: { board: "level-change", boards: "board-move", pins: "board-ride" },
};

export function PuzzleLink({ variant, section }: { variant: string; section: string }) {
  const tag = leads[variant]?.[section];
  if (!tag || !hasPuzzles(variant)) return null;
  return (
    <p>
      <a class={controls.target} href={`/puzzles/${variant}?theme=${tag}`}>
        {t("page.learn.puzzles-about", { theme: tagName(tag) })}
      </a>
    </p>
  );
}
