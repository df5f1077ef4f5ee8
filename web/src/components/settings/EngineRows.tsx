// The engine settings of this browser, as rows of the panel.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as styles from "./settings.module.css";
import {
  engineDepth,
  engineLines,
  engineMemory,
  engineThreads,
  engineTime,
  engineUntil,
  maxThreads,
  reviewEffort,
} from "../../settings/engine";
import { t } from "../../text/text";
import { Amount, Choice } from "./Rows";
import { useSetting } from "../../settings/settings";

export function EngineRows() {
  const [until] = useSetting(engineUntil);
  return (
    <details class={classes(controls.disclosure, styles.more)}>
      <summary>{t("page.settings.engine")}</summary>
      <Choice
        name={t("page.settings.it-thinks")}
        of={engineUntil}
        values={{
          time: "page.settings.for-a-time",
          depth: "page.settings.to-a-depth",
          endless: "page.settings.until-stopped",
        }}
      />
      {until === "time" && (
        <Amount
          name={t("page.settings.time")}
          of={engineTime}
          least={1}
          most={600}
          step={1}
          unit={t("page.settings.s")}
        />
      )}
      {until === "depth" && (
        <Amount
          name={t("page.settings.depth")}
          of={engineDepth}
          least={1}
          most={60}
          step={1}
          unit={t("page.settings.half-moves")}
        />
      )}
      <Amount name={t("page.settings.lines")} of={engineLines} least={1} most={5} step={1} unit="" />
      {maxThreads() > 1 && (
        <Amount name={t("page.settings.threads")} of={engineThreads} least={1} most={maxThreads()} step={1} unit="" />
      )}
      <Amount
        name={t("page.settings.memory")}
        of={engineMemory}
        least={4}
        most={512}
        step={4}
        unit={t("page.settings.mb")}
      />
      <Choice
        name={t("page.settings.a-review-looks")}
        of={reviewEffort}
        values={{
          quick: "page.settings.quickly",
          usual: "page.settings.as-usual",
          thorough: "page.settings.thoroughly",
        }}
      />
    </details>
  );
}
