// The choice between the usual and a shuffled start position, in games that have shuffled ones.
import { classes } from "../../style/classes";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./play.module.css";
import { variantOf } from "../../game/variants";
import { t } from "../../text/text";
import { NumberField } from "./NumberField";
import type { GameOptions } from "./options";
import { RadioGroup } from "./RadioGroup";

interface Props {
  options: GameOptions;
  onChange: (part: Partial<GameOptions>) => void;
}

export function ShuffledStart({ options, onChange }: Props) {
  const starts = variantOf(options.variant)?.starts;
  if (!starts) return null;
  return (
    <RadioGroup
      legend={t("page.play.start")}
      name="start"
      value={options.start}
      onChoose={(start) => onChange({ start })}
      options={[
        { value: "usual", name: t("page.play.start-usual") },
        { value: "random", name: t("page.play.start-random") },
        { value: "numbered", name: t("page.play.start-numbered") },
      ]}
    >
      {options.start === "numbered" && (
        <div class={classes(layouts.cluster, layouts.gap6, styles.ownClock)}>
          <NumberField
            name={t("page.play.start-number")}
            value={options.startNumber}
            allowed={{ min: 0, max: starts - 1 }}
            onChange={(startNumber) => onChange({ startNumber })}
          />
        </div>
      )}
      {options.start !== "usual" && (
        <p class={classes(layouts.muted, styles.note)}>{t("page.play.start-about", { last: starts - 1 })}</p>
      )}
    </RadioGroup>
  );
}
