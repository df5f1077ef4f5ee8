// A radio group with all options visible.
import * as controls from "../../style/controls.module.css";
import { classes } from "../../style/classes";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./play.module.css";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../../components/Icon";

export interface Option<Value extends string> {
  value: Value;
  name: ComponentChildren;
  icon?: IconName;
  picture?: ComponentChildren;
  /** An additional line of text. */
  about?: string;
  disabled?: boolean;
}

const shapes = { columns: styles.columns, pairs: styles.pairs };

interface RadioGroupProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  options: Option<Value>[];
  onChoose: (value: Value) => void;
  /** The layout: equal columns, two columns, or a flowing row. */
  shape?: keyof typeof shapes;
  children?: ComponentChildren;
}

export function RadioGroup<Value extends string>({
  legend,
  name,
  value,
  options,
  onChoose,
  shape,
  children,
}: RadioGroupProps<Value>) {
  return (
    <fieldset class={classes(controls.fieldset, shape && shapes[shape])}>
      <legend>{legend}</legend>
      <div class={classes(layouts.cluster, styles.options)}>
        {options.map((option) => (
          <label key={option.value} class={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChoose(option.value)}
            />
            <span class={styles.face}>
              {option.picture}
              {option.icon && <Icon name={option.icon} />}
              <strong>{option.name}</strong>
              {option.about && <span>{option.about}</span>}
            </span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
