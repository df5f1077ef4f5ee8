// Offers to load a newer version of the page. Games and analyses are saved continuously, so nothing is lost.
import { classes } from "../style/classes";
import * as styles from "./newversion.module.css";
import * as layouts from "../style/layout.module.css";
import { useState } from "preact/hooks";
import { Button } from "./Button";
import { useNewVersion } from "../offline/version";
import { t } from "../text/text";

export function NewVersion() {
  const newer = useNewVersion();
  const [put, putOff] = useState(false);
  return (
    <div class={styles.place} role="status">
      {newer && !put && (
        <p class={classes(layouts.cluster, layouts.middle, layouts.flush, styles.notice)} data-new-version>
          {t("page.common.new-version")}
          <Button onClick={() => location.reload()}>{t("page.common.reload")}</Button>
          <Button onClick={() => putOff(true)}>{t("page.common.later")}</Button>
        </p>
      )}
    </div>
  );
}
