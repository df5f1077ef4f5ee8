// Labelled form fields shared by several pages.
import { classes } from "../style/classes";
import * as controls from "../style/controls.module.css";
import * as formStyles from "./form.module.css";
import type { ComponentChildren } from "preact";
import { refOf } from "../game/variants";
import type { VariantInfo } from "../wire.gen";

/** A read-only field for copying text, selected on focus. */
export function CopyField({ label, value, class: own }: { label: string; value: string; class?: string }) {
  return (
    <label class={formStyles.stack}>
      <span>{label}</span>
      <input
        class={classes(controls.field, own)}
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
    </label>
  );
}

interface PasteProps {
  label: string;
  value: string;
  placeholder?: string;
  onText: (text: string) => void;
}

/** A text area for PGN and other machine-readable text. */
export function PasteField({ label, value, placeholder, onText }: PasteProps) {
  return (
    <label class={formStyles.stack}>
      <span>{label}</span>
      <textarea
        class={controls.field}
        rows={3}
        value={value}
        spellcheck={false}
        placeholder={placeholder}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}

interface VariantProps {
  label: string;
  of: readonly VariantInfo[];
  value: string;
  onChoose: (ref: string) => void;
}

/** The rule-set selector. */
export function VariantField({ label, of, value, onChoose }: VariantProps) {
  return (
    <label class={formStyles.stack}>
      <span>{label}</span>
      <select class={controls.field} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {of.map((one) => (
          <option value={refOf(one)}>{one.title}</option>
        ))}
      </select>
    </label>
  );
}

interface FileProps {
  accept?: string;
  onFile: (file: File) => void;
  children: ComponentChildren;
}

/** A button that opens a file, by default PGN or FEN. */
export function FileButton({
  accept = ".pgn,.txt,.fen,application/vnd.chess-pgn,text/plain",
  onFile,
  children,
}: FileProps) {
  return (
    <label class={classes(controls.button, formStyles.file)}>
      {children}
      <input
        type="file"
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
