// The switches for the kinds of pieces: their letters, moves and names, and which of them are royal.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as board from "./board.module.css";
import * as switches from "./switches.module.css";
import { Button } from "../../components/Button";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import { capitalise } from "../../rules/text";
import { type Kinds as AllKinds, roleOf } from "../../board/pieces";
import { type Draft, differs, kinds, kindsOf, type PieceDraft, toggled } from "./draft";
import { Kinds, marks, Notes, Section, type SwitchProps, toggleText } from "./fields";
import { MovesPicture } from "./MovesPicture";

/** Pieces to choose from, with their usual letters. */
const usual: readonly PieceDraft[] = [
  { letter: "a", move: "BN", name: "archbishop" },
  { letter: "c", move: "RN", name: "chancellor" },
  { letter: "m", move: "QN", name: "amazon" },
  { letter: "l", move: "C", name: "camel" },
  { letter: "z", move: "Z", name: "zebra" },
  { letter: "e", move: "A", name: "alfil" },
  { letter: "f", move: "F", name: "ferz" },
  { letter: "w", move: "W", name: "wazir" },
  { letter: "d", move: "D", name: "dabbaba" },
  { letter: "h", move: "NN", name: "nightrider" },
  { letter: "o", move: "mRcpR", name: "cannon" },
  { letter: "g", move: "gQ", name: "grasshopper" },
];

/** Returns a letter that no kind has: the given one if possible. */
function freeLetter(draft: Draft, wanted: string): string {
  const taken = kindsOf(draft);
  return [wanted, ..."abcdefghijklmnopqrstuvwxyz"].find((letter) => letter && !taken.includes(letter)) ?? "";
}

/** Returns the changes that remove a kind from a draft, wherever it is named. */
export function withoutKind(draft: Draft, letter: string): Partial<Draft> {
  const pieces = draft.pieces.filter((piece) => piece.letter !== letter);
  if (kinds.includes(letter)) return { pieces };
  const without = (set: string) => set.replace(letter, "");
  const { [letter]: _, ...reach } = draft.reach;
  const { makes, goes_on } = draft.reflection;
  const rest = Object.entries(makes).filter(([from, to]) => from !== letter && to !== letter);
  return {
    pieces,
    reach,
    kinds: without(draft.kinds),
    endsKinds: without(draft.endsKinds),
    promotes: without(draft.promotes),
    royal: without(draft.royal) || "k",
    reflection: { ...draft.reflection, makes: Object.fromEntries(rest), goes_on: without(goes_on) },
  };
}

interface Props extends SwitchProps {
  rules: Rules;
  /** The kinds of the game that the board shows. */
  known: AllKinds;
}

export function PieceSwitches({ rules, draft, defined, onChange, known }: Props) {
  const { pieces } = draft;
  const name = (letter: string) => capitalise(roleOf(letter, known));
  const set = (at: number, part: Partial<PieceDraft>, field: string) =>
    onChange({ pieces: pieces.map((piece, n) => (n === at ? { ...piece, ...part } : piece)) }, "", field);
  const add = (piece: PieceDraft) => {
    const letter = kinds.includes(piece.letter) ? piece.letter : freeLetter(draft, piece.letter);
    if (!letter) return;
    onChange(
      { pieces: [...pieces, { ...piece, letter }] },
      t("page.workshop.piece-added", { piece: piece.name || letter.toUpperCase() }),
    );
  };
  const changed = new Set(pieces.map(({ letter }) => letter));
  const whole = (list: typeof defined.faults) => list.filter(({ field }) => field === "pieces");
  return (
    <Section
      id="pieces"
      title={t("page.workshop.pieces")}
      changed={differs(draft, "pieces", "royal")}
      fields={["pieces", "royal"]}
      defined={defined}
    >
      <ul class={classes(layouts.stack, layouts.gap7, layouts.list, board.pieces)}>
        {pieces.map((piece, at) => (
          <li key={at} data-kind={piece.letter}>
            <MovesPicture
              rules={rules}
              letter={piece.letter}
              move={piece.move}
              label={t("page.workshop.moves-of", { piece: name(piece.letter) })}
            />
            <div class={board.fields}>
              <label class={switches.stack}>
                <span>{t("page.workshop.letter")}</span>
                <input
                  class={controls.field}
                  value={piece.letter.toUpperCase()}
                  maxLength={1}
                  spellcheck={false}
                  disabled={kinds.includes(piece.letter)}
                  onInput={(event) => {
                    const letter = event.currentTarget.value.toLowerCase();
                    const free = /^[a-z]$/.test(letter) && !kindsOf(draft).includes(letter);
                    if (!free) {
                      event.currentTarget.value = piece.letter.toUpperCase();
                      return;
                    }
                    const renamed = pieces.map((each, n) => (n === at ? { ...each, letter } : each));
                    onChange({ ...withoutKind(draft, piece.letter), pieces: renamed }, "");
                  }}
                />
              </label>
              <label class={switches.stack}>
                <span>{t("page.workshop.betza")}</span>
                <input
                  class={classes(controls.field, controls.figures)}
                  value={piece.move}
                  spellcheck={false}
                  autocapitalize="off"
                  {...marks(defined, `pieces.${piece.letter}`)}
                  onInput={(event) => set(at, { move: event.currentTarget.value.trim() }, `move ${at}`)}
                />
              </label>
              <label class={switches.stack}>
                <span>{t("page.workshop.piece-name")}</span>
                <input
                  class={controls.field}
                  value={piece.name}
                  maxLength={40}
                  onInput={(event) => set(at, { name: event.currentTarget.value }, `name ${at}`)}
                />
              </label>
            </div>
            <div class={board.wide}>
              <Notes defined={defined} field={`pieces.${piece.letter}`} />
              <Button
                aria-label={t("page.workshop.remove-piece", { piece: name(piece.letter) })}
                onClick={() =>
                  onChange(
                    withoutKind(draft, piece.letter),
                    t("page.workshop.piece-removed", { piece: name(piece.letter) }),
                  )
                }
              >
                {t("page.workshop.remove-picture")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Notes
        defined={{ ...defined, faults: whole(defined.faults), warnings: whole(defined.warnings) }}
        field="pieces"
      />
      <label class={classes(layouts.row, layouts.gap5)}>
        <span>{t("page.workshop.add-a-piece")}</span>
        <select
          class={controls.field}
          value=""
          onChange={(event) => {
            const { value } = event.currentTarget;
            event.currentTarget.value = "";
            const found = usual.find((piece) => piece.name === value);
            if (value === "own") add({ letter: "x", move: "WN", name: "" });
            else if (found) add(found);
            else if (value) add({ letter: value, move: chessMoves[value] ?? "", name: "" });
          }}
        >
          <option value="">{t("page.workshop.choose-a-piece")}</option>
          {usual.map((piece) => (
            <option key={piece.name} value={piece.name}>
              {capitalise(t("page.board.other-kind", { kind: piece.name, name: piece.name }))} ({piece.move})
            </option>
          ))}
          <option value="own">{t("page.workshop.a-new-piece")}</option>
          {kinds
            .filter((kind) => !changed.has(kind))
            .map((kind) => (
              <option key={kind} value={kind}>
                {t("page.workshop.change-moves-of", { piece: roleOf(kind) })}
              </option>
            ))}
        </select>
      </label>
      <Kinds
        legend={t("page.workshop.royal-pieces")}
        of={kindsOf(draft)}
        chosen={draft.royal}
        field="royal"
        defined={defined}
        onToggle={(kind, piece) =>
          onChange({ royal: toggled(draft.royal, kind) }, toggleText(piece, !draft.royal.includes(kind)))
        }
      />
    </Section>
  );
}

/** The moves of the pieces of chess. */
const chessMoves: Record<string, string> = { p: "mfWcefFimfW2", n: "N", b: "B", r: "R", q: "Q", k: "K" };
