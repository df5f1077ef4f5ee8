// What a position has besides its pieces: whose turn, castling, en passant, clocks.
import { classes } from "../../../style/classes";
import * as styles from "./editor.module.css";
import * as formStyles from "../form.module.css";
import * as controls from "../../../style/controls.module.css";
import type { VariantInfo } from "../../../wire.gen";
import { type Draft, passable, right, type SideLetter } from "./draft";

interface Props {
  info: VariantInfo;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

const rights = [
  { letter: "K", name: "White, king's side" },
  { letter: "Q", name: "White, queen's side" },
  { letter: "k", name: "Black, king's side" },
  { letter: "q", name: "Black, queen's side" },
];

export function Settings({ info, draft, onChange }: Props) {
  const pawns = passable(info, draft);
  const known = draft.passed === "-" || pawns.some((one) => one.text === draft.passed);
  const space = (info.levels?.length ?? 0) > 0;
  return (
    <div class={styles.settings}>
      <label class={formStyles.inline}>
        <span>To move</span>
        <select class={controls.field} value={draft.turn} onChange={(event) => onChange({ ...draft, turn: event.currentTarget.value as SideLetter, passed: "-" })}>
          <option value="w">White</option>
          <option value="b">Black</option>
        </select>
      </label>
      <label class={formStyles.inline}>
        <span>Pawn that has just gone two</span>
        <select class={controls.field} value={draft.passed} onChange={(event) => onChange({ ...draft, passed: event.currentTarget.value })}>
          <option value="-">None</option>
          {pawns.map((one) => (
            <option value={one.text}>{one.pawn}</option>
          ))}
          {!known && <option value={draft.passed}>{draft.passed}</option>}
        </select>
      </label>
      {info.castling && (
        <fieldset>
          <legend>Castling rights</legend>
          {rights.map(({ letter, name }) => (
            <label class={styles.checkbox}>
              <input type="checkbox" checked={draft.castling.includes(letter)} onChange={(event) => onChange(right(draft, letter, event.currentTarget.checked))} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      {space && (
        <label class={formStyles.stack}>
          <span>Pawns that may still go two: * for all at home, - for none, or squares</span>
          <input class={controls.field} value={draft.doubles} spellcheck={false} onInput={(event) => onChange({ ...draft, doubles: event.currentTarget.value })} />
        </label>
      )}
      <div class={formStyles.row}>
        <label class={formStyles.inline}>
          <span>Half-moves since a capture or pawn move</span>
          <input class={classes(controls.field, styles.number)} inputMode="numeric" value={draft.half} onInput={(event) => onChange({ ...draft, half: event.currentTarget.value.trim() })} />
        </label>
        <label class={formStyles.inline}>
          <span>Move number</span>
          <input class={classes(controls.field, styles.number)} inputMode="numeric" value={draft.full} onInput={(event) => onChange({ ...draft, full: event.currentTarget.value.trim() })} />
        </label>
      </div>
    </div>
  );
}
