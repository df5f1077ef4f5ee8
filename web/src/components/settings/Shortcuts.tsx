// The list of keyboard shortcuts, opened with "?".
import * as styles from "./settings.module.css";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";

interface Group {
  name: Plain;
  /** Key labels: a message, or a single letter. */
  keys: readonly (readonly [keys: readonly (Plain | OneSign)[], does: Plain])[];
}

type OneSign = "?" | "Z" | "C" | "A" | "X" | "F" | "←" | "→" | "↑" | "↓";

const groups: readonly Group[] = [
  {
    name: "page.shortcut.anywhere",
    keys: [
      [["?"], "page.shortcut.this-list"],
      [["Z"], "page.shortcut.zen-mode-on-and-off"],
      [["page.shortcut.esc"], "page.shortcut.close-a-panel-drop-a"],
    ],
  },
  {
    name: "page.shortcut.on-a-board",
    keys: [
      [["page.shortcut.tab"], "page.shortcut.to-the-board-and-on"],
      [["←", "→", "↑", "↓"], "page.shortcut.from-square-to-square-over"],
      [["page.shortcut.home", "page.shortcut.end"], "page.shortcut.to-the-ends-of-a"],
      [["page.shortcut.enter", "page.shortcut.space"], "page.shortcut.choose-a-piece-play-it"],
    ],
  },
  {
    name: "page.shortcut.drawing",
    keys: [
      [["page.shortcut.right-mouse-button"], "page.shortcut.drag-for-an-arrow-click"],
      [["C"], "page.shortcut.a-circle-on-this-square"],
      [["A"], "page.shortcut.an-arrow-from-here-again"],
      [["X"], "page.shortcut.take-all-drawings-of-this"],
      [["page.shortcut.shift", "page.shortcut.alt", "page.shortcut.shift-alt"], "page.shortcut.with-any-of-these-red"],
    ],
  },
  {
    name: "page.shortcut.going-through-a-game",
    keys: [
      [["←", "→"], "page.shortcut.one-half-move-back-or"],
      [["page.shortcut.home", "page.shortcut.end"], "page.shortcut.to-the-start-to-the"],
      [["↑", "↓"], "page.shortcut.another-variation-in-the-analysis"],
      [["F"], "page.shortcut.turn-the-board-round"],
    ],
  },
];

export default function Shortcuts() {
  return (
    <>
      <h2>{t("page.settings.keyboard-shortcuts")}</h2>
      <div class={styles.shortcuts}>
        {groups.map(({ name, keys }) => (
          <section key={name} aria-label={t(name)}>
            <h3>{t(name)}</h3>
            <dl>
              {keys.map(([each, does]) => (
                <div key={does}>
                  <dt>
                    {each.map((key) => (
                      <kbd key={key}>{key.length > 1 ? t(key as Plain) : key}</kbd>
                    ))}
                  </dt>
                  <dd>{t(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}
