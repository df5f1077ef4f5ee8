// The attack boards: pin, owner and rotation of each.
import { classes } from "../../../style/classes";
import * as styles from "./editor.module.css";
import * as formStyles from "../../../components/form.module.css";
import * as controls from "../../../style/controls.module.css";
import * as layouts from "../../../style/layout.module.css";
import type { VNode } from "preact";
import { t } from "../../../text/text";
import type { VariantInfo } from "../../../wire.gen";
import { change, type Draft, type SideLetter } from "./draft";

interface Props {
  info: VariantInfo;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Renders the squares of a level. */
  level: (name: string) => VNode;
}

export function Stands({ info, draft, onChange, level }: Props) {
  const free = (info.pins ?? []).filter((pin) => !draft.stands.some((stand) => stand.pin === pin.name));
  return (
    <div class={styles.stands}>
      {draft.stands.map((stand, at) => (
        <fieldset class={styles.stand} key={at}>
          <legend>{t("page.analysis.attack-board", { n: at + 1 })}</legend>
          {level(stand.pin)}
          <div class={styles.standFields}>
            <label class={formStyles.stack}>
              <span>{t("page.analysis.pin")}</span>
              <select
                class={controls.field}
                value={stand.pin}
                onChange={(event) => onChange(change(info, draft, at, { pin: event.currentTarget.value }))}
              >
                {(info.pins ?? [])
                  .filter((pin) => pin.name === stand.pin || free.includes(pin))
                  .map((pin) => (
                    <option value={pin.name}>{pin.name}</option>
                  ))}
              </select>
            </label>
            <label class={formStyles.stack}>
              <span>{t("page.analysis.owner")}</span>
              <select
                class={controls.field}
                value={stand.owner}
                onChange={(event) =>
                  onChange(change(info, draft, at, { owner: event.currentTarget.value as SideLetter }))
                }
              >
                <option value="w">{t("page.analysis.white")}</option>
                <option value="b">{t("page.analysis.black")}</option>
              </select>
            </label>
            <label class={classes(layouts.row, styles.checkbox)}>
              <input
                type="checkbox"
                checked={stand.turned}
                onChange={(event) => onChange(change(info, draft, at, { turned: event.currentTarget.checked }))}
              />
              <span>{t("page.analysis.turned")}</span>
            </label>
          </div>
        </fieldset>
      ))}
    </div>
  );
}
