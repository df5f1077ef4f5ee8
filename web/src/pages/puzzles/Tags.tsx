// What a puzzle teaches: its rating, and themes to look for more of.
import { classes } from "../../style/classes";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./puzzles.module.css";
import * as controls from "../../style/controls.module.css";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import type { Puzzle } from "./data";
import { tagName } from "./text";

export function Tags({ info, puzzle }: { info: VariantInfo; puzzle: Puzzle }) {
  const [first = "", ...more] = puzzle.tags;
  return (
    <div class={styles.tags}>
      <p class={controls.figures}>{t("page.puzzles.rated", { id: puzzle.id, rating: String(puzzle.rating) })}</p>
      <ul class={classes(layouts.cluster, layouts.list, styles.themes)} aria-label={t("page.puzzles.more-of-this")}>
        {[first, ...more].map((tag) => (
          <li>
            <a class={controls.target} href={`/puzzles/${info.name}?theme=${tag}`}>
              {tagName(tag)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
