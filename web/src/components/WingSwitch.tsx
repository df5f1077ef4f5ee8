// Buttons that set how much of the side boards is shown.
import { classes } from "../style/classes";
import * as layouts from "../style/layout.module.css";
import * as styles from "./wingswitch.module.css";
import { wingFiles, wings } from "../settings/board";
import { choose, useSetting } from "../settings/settings";
import { t } from "../text/text";

const choices = {
  auto: "page.common.auto",
  none: "page.common.none",
  narrow: "page.common.narrow",
  full: "page.common.full",
} as const;

export function WingSwitch() {
  const [chosen, setChosen] = useSetting(wings);
  return (
    <div class={styles.wings} role="group" aria-label={t("page.common.side-boards")}>
      <span class={classes(layouts.muted, styles.name)} aria-hidden="true">
        {t("page.common.side-boards")}
      </span>
      <div class={styles.choices}>
        {(Object.keys(choices) as (keyof typeof choices)[]).map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chosen}
            onClick={() => {
              // A second press resets the dragged width.
              if (choice === chosen) choose(wingFiles, 0);
              setChosen(choice);
            }}
          >
            {t(choices[choice])}
          </button>
        ))}
      </div>
    </div>
  );
}
