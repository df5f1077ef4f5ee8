// Form fields of the workshop.
import * as controls from "../../style/controls.module.css";
import { classes } from "../../style/classes";
import * as layouts from "../../style/layout.module.css";
import * as switches from "./switches.module.css";
import type { ComponentChildren } from "preact";
import { PieceIcon } from "../../board/Piece";
import { capitalise, sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { Defined, FieldFault } from "../../wire.gen";
import { roleOf } from "../../board/pieces";
import type { Kind } from "./draft";

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
  onToggle: (kind: Kind) => void;
  field: string;
  defined: Defined;
  children?: ComponentChildren;
}

/** A choice of piece types. */
export function Kinds({ legend, of, chosen, onToggle, field, defined, children }: KindsProps) {
  return (
    <fieldset class={controls.fieldset} {...marks(defined, field)}>
      <legend>{legend}</legend>
      <div class={classes(layouts.cluster, switches.kinds)}>
        {of.map((kind) => (
          <label key={kind} class={switches.kind} title={capitalise(roleOf(kind))}>
            <input type="checkbox" checked={chosen.includes(kind)} onChange={() => onToggle(kind)} />
            <span class={classes(switches.kindFace)}>
              <PieceIcon letter={kind.toUpperCase()} label="" />
              <span>{capitalise(roleOf(kind))}</span>
            </span>
          </label>
        ))}
      </div>
      {children}
      <Notes defined={defined} field={field} />
    </fieldset>
  );
}
