// What a puzzle teaches: its rating, and themes to look for more of.
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
      <ul aria-label={t("page.puzzles.more-of-this")}>
        {[first, ...more].map((tag) => (
          <li>
            <a href={`/puzzles/${info.name}?theme=${tag}`}>{tagName(tag)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
