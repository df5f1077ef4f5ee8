// Engine settings: time, workers and memory.
import * as styles from "./engine.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import {
  engineDepth,
  engineLines,
  engineMemory,
  engineThreads,
  engineTime,
  engineUntil,
  maxThreads,
} from "../../settings/engine";
import { useSetting, type Setting } from "../../settings/settings";
import { t } from "../../text/text";

const times = [5, 10, 30, 60, 180, 600];
const depths = [8, 10, 12, 14, 16, 18, 20, 24, 30, 40, 60];
const memories = [4, 16, 32, 64, 128, 256, 512];

/** A choice of numbers, plus the current one if it is not among them. */
function Choice({
  label,
  of,
  values,
  text = String,
}: {
  label: string;
  of: Setting<number>;
  values: readonly number[];
  text?: (value: number) => string;
}) {
  const [value, set] = useSetting(of);
  const all = values.includes(value) ? values : [...values, value].sort((a, b) => a - b);
  return (
    <label class={formStyles.stack}>
      <span>{label}</span>
      <select class={controls.field} value={value} onChange={(event) => set(Number(event.currentTarget.value))}>
        {all.map((one) => (
          <option value={one}>{text(one)}</option>
        ))}
      </select>
    </label>
  );
}

export function EngineSettings() {
  const [until, setUntil] = useSetting(engineUntil);
  const threads = Array.from({ length: maxThreads() }, (_, at) => at + 1);
  const minutes = (seconds: number) =>
    seconds < 60 ? t("page.game.seconds-short", { n: seconds }) : t("page.analysis.minutes-short", { n: seconds / 60 });
  return (
    <fieldset class={styles.settings}>
      <legend class={controls.visuallyHidden}>{t("page.analysis.engine-settings")}</legend>
      <label class={formStyles.stack}>
        <span>{t("page.analysis.think")}</span>
        <select
          class={controls.field}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value as typeof until)}
        >
          <option value="time">{t("page.analysis.for-a-time")}</option>
          <option value="depth">{t("page.analysis.to-a-depth")}</option>
          <option value="endless">{t("page.analysis.without-end")}</option>
        </select>
      </label>
      {until === "time" && <Choice label={t("page.analysis.time")} of={engineTime} values={times} text={minutes} />}
      {until === "depth" && (
        <Choice
          label={t("page.analysis.depth")}
          of={engineDepth}
          values={depths}
          text={(depth) => t("page.analysis.half-moves", { n: depth })}
        />
      )}
      <Choice label={t("page.analysis.lines")} of={engineLines} values={[1, 2, 3, 4, 5]} />
      <Choice label={t("page.analysis.threads")} of={engineThreads} values={threads} />
      <Choice
        label={t("page.analysis.memory")}
        of={engineMemory}
        values={memories}
        text={(size) => t("page.analysis.megabytes", { n: size })}
      />
      <p class={styles.note}>{t("page.analysis.threads-note", { single: threads.length === 1 })}</p>
    </fieldset>
  );
}
