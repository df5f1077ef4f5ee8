// A selector with a label.
import * as controls from "../../style/controls.module.css";
import * as formStyles from "../../components/form.module.css";

interface Props {
  label: string;
  value: string;
  /** The values with their names. */
  of: (readonly [value: string, name: string])[];
  onChoose: (value: string) => void;
}

export function Choice({ label, value, of, onChoose }: Props) {
  return (
    <label class={formStyles.stack}>
      <span>{label}</span>
      <select class={controls.field} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {of.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
