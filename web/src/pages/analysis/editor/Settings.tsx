// The fields of a position other than its pieces: side to move, castling, en passant, clocks.
import { classes } from "../../../style/classes";
import * as styles from "./editor.module.css";
import * as formStyles from "../../../components/form.module.css";
import * as controls from "../../../style/controls.module.css";
import * as layouts from "../../../style/layout.module.css";
import { t } from "../../../text/text";
import type { Plain } from "../../../text/types";
import type { VariantInfo } from "../../../wire.gen";
import { type Draft, enPassantPawns, right, type SideLetter } from "./draft";

interface Props {
  info: VariantInfo;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

const rights: { letter: string; name: Plain }[] = [
  { letter: "K", name: "page.analysis.white-kings-side" },
  { letter: "Q", name: "page.analysis.white-queens-side" },
  { letter: "k", name: "page.analysis.black-kings-side" },
  { letter: "q", name: "page.analysis.black-queens-side" },
];

export function Settings({ info, draft, onChange }: Props) {
  const pawns = enPassantPawns(info, draft);
  const known = draft.passed === "-" || pawns.some((one) => one.text === draft.passed);
  const space = (info.levels?.length ?? 0) > 0;
  return (
    <div class={classes(layouts.stack, styles.settings)}>
      <label class={formStyles.inline}>
        <span>{t("page.analysis.to-move")}</span>
        <select
          class={controls.field}
          value={draft.turn}
          onChange={(event) => onChange({ ...draft, turn: event.currentTarget.value as SideLetter, passed: "-" })}
        >
          <option value="w">{t("page.analysis.white")}</option>
          <option value="b">{t("page.analysis.black")}</option>
        </select>
      </label>
      <label class={formStyles.inline}>
        <span>{t("page.analysis.pawn-that-has-just-gone")}</span>
        <select
          class={controls.field}
          value={draft.passed}
          onChange={(event) => onChange({ ...draft, passed: event.currentTarget.value })}
        >
          <option value="-">{t("page.analysis.none")}</option>
          {pawns.map((one) => (
            <option value={one.text}>{one.pawn}</option>
          ))}
          {!known && <option value={draft.passed}>{draft.passed}</option>}
        </select>
      </label>
      {info.castling && (
        <fieldset>
          <legend>{t("page.analysis.castling-rights")}</legend>
          {rights.map(({ letter, name }) => (
            <label class={classes(layouts.row, styles.checkbox)}>
              <input
                type="checkbox"
                checked={draft.castling.includes(letter)}
                onChange={(event) => onChange(right(draft, letter, event.currentTarget.checked))}
              />
              <span>{t(name)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {draft.checks && (
        <label class={formStyles.inline}>
          <span>{t("page.analysis.checks-given")}</span>
          <input
            class={classes(controls.field, styles.number)}
            value={draft.checks}
            onInput={(event) => onChange({ ...draft, checks: event.currentTarget.value.trim() })}
          />
        </label>
      )}
      {space && (
        <label class={formStyles.stack}>
          <span>{t("page.analysis.pawns-that-may-still-go")}</span>
          <input
            class={controls.field}
            value={draft.doubles}
            spellcheck={false}
            onInput={(event) => onChange({ ...draft, doubles: event.currentTarget.value })}
          />
        </label>
      )}
      <div class={classes(layouts.cluster, formStyles.row)}>
        <label class={formStyles.inline}>
          <span>{t("page.analysis.half-moves-since-a-capture")}</span>
          <input
            class={classes(controls.field, styles.number)}
            inputMode="numeric"
            value={draft.half}
            onInput={(event) => onChange({ ...draft, half: event.currentTarget.value.trim() })}
          />
        </label>
        <label class={formStyles.inline}>
          <span>{t("page.analysis.move-number")}</span>
          <input
            class={classes(controls.field, styles.number)}
            inputMode="numeric"
            value={draft.full}
            onInput={(event) => onChange({ ...draft, full: event.currentTarget.value.trim() })}
          />
        </label>
      </div>
    </div>
  );
}
