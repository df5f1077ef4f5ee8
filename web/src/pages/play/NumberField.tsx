// A field for a whole number.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./play.module.css";
import { useId, useState } from "preact/hooks";
import { t } from "../../text/text";

interface NumberFieldProps {
  name: string;
  value: number;
  allowed: { min: number; max: number };
  onChange: (value: number) => void;
}

/**
 * A number field that accepts only allowed values; with any other value the browser does not submit the form.
 */
export function NumberField({ name, value, allowed, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  const [wrong, setWrong] = useState(false);
  const id = useId();
  return (
    <div>
      <label>
        <span>{name}</span>
        <input
          class={classes(controls.field, controls.figures)}
          type="number"
          inputMode="numeric"
          required
          {...allowed}
          value={typed}
          aria-invalid={wrong}
          aria-describedby={id}
          onInput={(event) => {
            const { value, valueAsNumber, validity } = event.currentTarget;
            setTyped(value);
            setWrong(!validity.valid);
            if (validity.valid) onChange(valueAsNumber);
          }}
        />
      </label>
      <p class={classes(layouts.muted, styles.bounds, wrong && styles.wrong)} id={id} role="status">
        {wrong ? t("page.play.whole-number", allowed) : t("page.play.from-to", allowed)}
      </p>
    </div>
  );
}
