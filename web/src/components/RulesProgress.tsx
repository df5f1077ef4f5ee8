// The download progress of the rules, while the user waits for them.
import { classes } from "../style/classes";
import * as layouts from "../style/layout.module.css";
import * as styles from "./rulesprogress.module.css";
import { useSyncExternalStore } from "preact/compat";
import { onProgress, progress } from "../rules/progress";
import { t } from "../text/text";

export function RulesProgress() {
  const { wanted, part, ready } = useSyncExternalStore(onProgress, progress);
  const waiting = wanted && !ready;
  return (
    <div class={styles.place} role="status" data-progress={waiting ? "" : undefined}>
      {waiting && (
        <p class={classes(layouts.row, layouts.gap5, layouts.flush, styles.progress)}>
          {t("page.common.loading-the-rules")}
          <progress max={1} value={part ?? undefined} aria-label={t("page.common.how-much-of-the-rules")} />
        </p>
      )}
    </div>
  );
}
