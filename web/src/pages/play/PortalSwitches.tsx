// Which kinds may cross the edge in portal chess: six switches, 64 games less one.
import * as controls from "../../style/controls.module.css";
import { classes } from "../../style/classes";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./play.module.css";
import { t } from "../../text/text";
import { everyone, pluralOf, switched } from "./portal";

interface Props {
  crossers: string;
  onChange: (crossers: string) => void;
}

export function PortalSwitches({ crossers, onChange }: Props) {
  return (
    <fieldset class={controls.fieldset}>
      <legend>{t("page.play.who-may-cross-the-edge")}</legend>
      <div class={styles.switches}>
        {[...everyone].map((kind) => (
          <label key={kind} class={classes(layouts.row, layouts.gap5, styles.checkbox)}>
            <input
              type="checkbox"
              name="crossers"
              value={kind}
              checked={crossers.includes(kind)}
              disabled={crossers === kind}
              onChange={() => onChange(switched(crossers, kind))}
            />
            <span>{pluralOf(kind).replace(/^./, (first) => first.toUpperCase())}</span>
          </label>
        ))}
      </div>
      <p class={classes(layouts.muted, styles.note)}>
        {crossers === everyone ? t("page.play.all-of-them-this-is") : t("page.play.for-the-others-the-edge")}
      </p>
    </fieldset>
  );
}
