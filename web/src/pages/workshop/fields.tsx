// Form fields of the workshop.
import * as controls from "../../style/controls.module.css";
import { classes } from "../../style/classes";
import * as layouts from "../../style/layout.module.css";
import * as switches from "./switches.module.css";
import * as styles from "./workshop.module.css";
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { PieceKinds } from "../../board/GamePieces";
import { PieceIcon } from "../../board/Piece";
import { capitalise, sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { Defined, FieldFault } from "../../wire.gen";
import { roleOf } from "../../board/pieces";
import type { Draft, Kind } from "./draft";

/** Changes a draft and announces the change. Typing in one field counts as one change. */
export type Change = (part: Partial<Draft>, message: string, field?: string) => void;

export interface SwitchProps {
  draft: Draft;
  /** The parsed definition, with the rules' messages about it. */
  defined: Defined;
  onChange: Change;
}

/** Returns the rules' messages about a field or one nested in it. */
function notesOf(all: readonly FieldFault[], field: string): FieldFault[] {
  return all.filter((each) => each.field === field || each.field.startsWith(`${field}.`));
}

function noteId(field: string): string {
  return `note-${field.replaceAll(".", "-")}`;
}

/** Returns the accessibility attributes of a field. */
export function marks(defined: Defined, field: string) {
  const wrong = notesOf(defined.faults, field).length > 0;
  return { "aria-invalid": wrong || undefined, "aria-describedby": noteId(field) };
}

/** Errors and warnings, shown at their field. */
export function Notes({ defined, field }: { defined: Defined; field: string }) {
  return (
    <div class={switches.notes} id={noteId(field)} role="status" data-field={field}>
      {notesOf(defined.faults, field).map((each) => (
        <p class={switches.fault} data-fault={each.field}>
          {sentence(each.message)}
        </p>
      ))}
      {notesOf(defined.warnings, field).map((each) => (
        <p class={switches.warning} data-warning={each.field}>
          {sentence(each.message)}
        </p>
      ))}
    </div>
  );
}

interface FoldProps {
  summary: ComponentChildren;
  /** Whether it is open at first. */
  open?: boolean;
  /** Whether its settings differ from chess. */
  changed: boolean;
  /** The fields in it. */
  fields: readonly string[];
  defined: Defined;
  children: ComponentChildren;
}

/** Settings that can be folded. An error opens them; folded, they show whether they are changed or have errors. */
export function Fold({ summary, open = false, changed, fields, defined, children }: FoldProps) {
  const [shown, setShown] = useState(open);
  const faults = fields.flatMap((field) => notesOf(defined.faults, field)).length;
  useEffect(() => {
    if (faults > 0) setShown(true);
  }, [faults]);
  return (
    <details
      class={classes(controls.disclosure, switches.fold)}
      open={shown}
      onToggle={(event) => setShown(event.currentTarget.open)}
    >
      <summary>
        {summary}
        {!shown && (faults > 0 || changed) && (
          <span class={classes(switches.state, faults > 0 && switches.faulty)}>
            {faults > 0 ? t("page.workshop.section-errors", { n: faults }) : t("page.workshop.section-changed")}
          </span>
        )}
      </summary>
      <div class={classes(layouts.stack, layouts.gap7)}>{children}</div>
    </details>
  );
}

interface SectionProps extends Omit<FoldProps, "summary" | "changed"> {
  id: string;
  title: string;
  changed?: boolean;
}

/** A section of the form, which can be folded. */
export function Section({ id, title, changed = false, ...rest }: SectionProps) {
  return (
    <section class={styles.section} aria-labelledby={id}>
      <Fold summary={<h2 id={id}>{title}</h2>} changed={changed} {...rest} />
    </section>
  );
}

export function Switch({
  name,
  about,
  on,
  onChange,
}: {
  name: string;
  about?: string;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label class={switches.toggle}>
      <input
        class={controls.onOff}
        type="checkbox"
        role="switch"
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <strong>{name}</strong>
        {about && <span>{about}</span>}
      </span>
    </label>
  );
}

interface LevelsProps {
  legend: string;
  /** The first number that can be selected; the last is 5. */
  first: 0 | 1;
  chosen: readonly number[];
  onToggle: (number: number) => void;
  field: string;
  defined: Defined;
}

/** A choice of the numbers of levels by which a board may move. */
export function Levels({ legend, first, chosen, onToggle, field, defined }: LevelsProps) {
  return (
    <fieldset class={controls.fieldset} {...marks(defined, field)}>
      <legend>{legend}</legend>
      <div class={classes(layouts.cluster, switches.levels)}>
        {[0, 1, 2, 3, 4, 5].slice(first).map((number) => (
          <label key={number} class={switches.kind}>
            <input
              type="checkbox"
              aria-label={number === 0 ? t("page.workshop.the-same-level") : t("page.workshop.levels", { n: number })}
              checked={chosen.includes(number)}
              onChange={() => onToggle(number)}
            />
            <span class={switches.kindFace}>
              <span class={switches.level}>{number === 0 ? t("page.workshop.same") : number}</span>
            </span>
          </label>
        ))}
      </div>
      <Notes defined={defined} field={field} />
    </fieldset>
  );
}

interface KindsProps {
  legend: string;
  /** The piece types that can be selected. */
  of: readonly Kind[];
  chosen: string;
  /** Called with the kind and its name, capitalised. */
  onToggle: (kind: Kind, piece: string) => void;
  field: string;
  defined: Defined;
  children?: ComponentChildren;
}

/** Returns the announcement of a kind that a choice includes or no longer includes. */
export function toggleText(piece: string, on: boolean): string {
  return t("page.workshop.kind-on-off", { piece, on });
}

interface NumberProps {
  name: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A whole number within limits. Any other text is ignored, and replaced when the field is left. */
export function NumberField({ name, value, min, max, onChange, ...rest }: NumberProps) {
  return (
    <label class={switches.stack}>
      <span>{name}</span>
      <input
        class={classes(controls.field, switches.number)}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={value}
        {...rest}
        onInput={(event) => {
          const number = event.currentTarget.valueAsNumber;
          if (Number.isInteger(number) && number >= min && number <= max) onChange(number);
        }}
        onBlur={(event) => {
          event.currentTarget.value = String(value);
        }}
      />
    </label>
  );
}

/** A choice of piece types. */
export function Kinds({ legend, of, chosen, onToggle, field, defined, children }: KindsProps) {
  const kinds = useContext(PieceKinds);
  const name = (kind: Kind) => {
    const known = !kinds || kinds.some(({ letter }) => letter === kind);
    return known ? capitalise(roleOf(kind, kinds)) : kind.toUpperCase();
  };
  return (
    <fieldset class={controls.fieldset} {...marks(defined, field)}>
      <legend>{legend}</legend>
      <div class={classes(layouts.cluster, switches.kinds)}>
        {of.map((kind) => (
          <label key={kind} class={switches.kind} title={name(kind)}>
            <input type="checkbox" checked={chosen.includes(kind)} onChange={() => onToggle(kind, name(kind))} />
            <span class={classes(switches.kindFace)}>
              <PieceIcon letter={kind.toUpperCase()} label="" />
              <span>{name(kind)}</span>
            </span>
          </label>
        ))}
      </div>
      {children}
      <Notes defined={defined} field={field} />
    </fieldset>
  );
}
