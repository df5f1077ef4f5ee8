// The rows of the panel, one component per kind of setting.
import * as controls from "../../style/controls.module.css";
import { classes } from "../../style/classes";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./settings.module.css";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { type Setting, useSetting } from "../../settings/settings";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";

interface ChoiceProps<Value extends string> {
  name: string;
  of: Setting<Value>;
  /** The options and their names. */
  values: Readonly<Record<Value, Plain>>;
  /** A picture of a value. Options with pictures are laid out in a grid. */
  picture?: (value: Value) => ComponentChildren;
  /** An additional sentence below the options. */
  note?: string;
}

/** A choice between a few options. */
export function Choice<Value extends string>({ name, of, values, picture, note }: ChoiceProps<Value>) {
  const [chosen, choose] = useSetting(of);
  const id = useId();
  return (
    <fieldset class={styles.row} data-setting={of.key}>
      <legend>{name}</legend>
      <div class={classes(styles.choices, picture && styles.pictures)}>
        {(Object.entries(values) as [Value, Plain][]).map(([value, words]) => (
          <label
            key={value}
            class={classes(layouts.column, layouts.middle, layouts.gap2, styles.choice)}
            data-value={value}
          >
            <input type="radio" name={id} checked={chosen === value} onChange={() => choose(value)} />
            {picture?.(value)}
            <span>{t(words)}</span>
          </label>
        ))}
      </div>
      {note && <p class={styles.note}>{note}</p>}
    </fieldset>
  );
}

/** A labelled switch, with an optional note. */
export function Switch({
  name,
  on,
  onSwitch,
  note,
  mark,
}: {
  name: string;
  on: boolean;
  onSwitch: (on: boolean) => void;
  note?: string;
  mark: string;
}) {
  return (
    <label class={classes(layouts.row, layouts.spread, layouts.gap6, styles.onOff)} data-setting={mark}>
      <span>
        {name}
        {note && <span class={styles.note}>{note}</span>}
      </span>
      <input
        class={controls.onOff}
        type="checkbox"
        role="switch"
        checked={on}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
    </label>
  );
}

/** A switch for a setting. */
export function OnOff({ name, of, note }: { name: string; of: Setting<"off" | "on">; note?: string }) {
  const [value, choose] = useSetting(of);
  return (
    <Switch name={name} on={value === "on"} onSwitch={(on) => choose(on ? "on" : "off")} note={note} mark={of.key} />
  );
}

/** A slider for a number. */
export function Amount({
  name,
  of,
  least,
  most,
  step,
  unit,
}: {
  name: string;
  of: Setting<number>;
  least: number;
  most: number;
  step: number;
  unit: string;
}) {
  const [value, choose] = useSetting(of);
  return (
    <label class={styles.amount} data-setting={of.key}>
      <span>{name}</span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        onInput={(event) => choose(event.currentTarget.valueAsNumber)}
      />
      <output>
        {value} {unit}
      </output>
    </label>
  );
}
