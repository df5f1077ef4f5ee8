// The switches for the ways to win other than checkmate.
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { classes } from "../../style/classes";
import { useContext, useState } from "preact/hooks";
import { PieceKinds } from "../../board/GamePieces";
import { roleOf } from "../../board/pieces";
import { capitalise } from "../../rules/text";
import { t } from "../../text/text";
import { kindsOf, toggledSquare } from "./draft";
import { Fold, Notes, NumberField, marks, type SwitchProps } from "./fields";
import { SquareGrid } from "./SquareGrid";

export function Goals({ draft, defined, onChange }: SwitchProps) {
  const known = useContext(PieceKinds);
  const used = Object.keys(draft.reach);
  const [kind, setKind] = useState(used[0] ?? "k");
  const chosen = draft.reach[kind] ?? [];
  return (
    <>
      <div>
        <NumberField
          name={t("page.workshop.checks-that-win")}
          value={draft.checks}
          min={0}
          max={99}
          {...marks(defined, "goal.checks")}
          onChange={(checks) => onChange({ checks }, t("page.workshop.checks-win", { n: checks }), "checks")}
        />
        <Notes defined={defined} field="goal.checks" />
      </div>
      <Fold
        summary={t("page.workshop.goal-squares")}
        open={used.length > 0}
        changed={used.length > 0}
        fields={["goal.reach"]}
        defined={defined}
      >
        <label class={classes(layouts.row, layouts.gap5)}>
          <span>{t("page.workshop.wins-by-reaching")}</span>
          <select class={controls.field} value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
            {kindsOf(draft).map((each) => (
              <option key={each} value={each}>
                {capitalise(roleOf(each, known))}
              </option>
            ))}
          </select>
        </label>
        <SquareGrid
          files={draft.files}
          ranks={draft.ranks}
          planes={draft.planes}
          holes={draft.holes}
          chosen={chosen}
          label={t("page.workshop.goal-squares-of", { piece: roleOf(kind, known) })}
          onToggle={(square) => {
            const { [kind]: _, ...rest } = draft.reach;
            const squares = toggledSquare(chosen, square);
            onChange(
              { reach: squares.length > 0 ? { ...rest, [kind]: squares } : rest },
              t("page.workshop.square-wins", { square, on: squares.includes(square) }),
            );
          }}
        />
        <Notes defined={defined} field="goal.reach" />
      </Fold>
    </>
  );
}
