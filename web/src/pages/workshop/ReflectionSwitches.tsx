// The switches for the reflection: the effect of a move on the reflected square.
import * as switches from "./switches.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { classes } from "../../style/classes";
import { useContext } from "preact/hooks";
import { PieceKinds } from "../../board/GamePieces";
import { PieceIcon } from "../../board/Piece";
import { roleOf } from "../../board/pieces";
import { capitalise } from "../../rules/text";
import { t } from "../../text/text";
import type { Defined } from "../../wire.gen";
import { RadioGroup } from "../play/RadioGroup";
import { kinds, kindsOf, toggled, type Kind, type Reflection } from "./draft";
import { Notes, Section, Switch, marks, toggleText, type SwitchProps } from "./fields";

export function ReflectionSwitches({ draft, defined, onChange }: SwitchProps) {
  const { reflection } = draft;
  /** Examples with squares are for boards of 8 by 8 squares. */
  const square = (example: string) => (draft.files === 8 && draft.ranks === 8 ? example : "");
  const set = (part: Partial<Reflection>, message: string) =>
    onChange({ reflection: { ...reflection, ...part } }, message);
  return (
    <Section
      id="reflection"
      title={t("page.workshop.reflection")}
      open
      changed={draft.reflects}
      fields={["reflection"]}
      defined={defined}
    >
      <Switch
        name={t("page.workshop.a-move-is-reflected")}
        about={t("page.workshop.what-lands-somewhere-leaves-something")}
        on={draft.reflects}
        onChange={(reflects) =>
          onChange(
            { reflects },
            reflects ? t("page.workshop.moves-are-reflected") : t("page.workshop.moves-are-not-reflected"),
          )
        }
      />
      {draft.reflects && (
        <>
          <RadioGroup
            legend={t("page.workshop.the-image-of-a-square")}
            name="map"
            value={reflection.map}
            onChoose={(map) =>
              set(
                { map },
                {
                  rotate: t("page.workshop.the-image-is-half-a"),
                  files: t("page.workshop.left-and-right-are-mirrored"),
                  ranks: t("page.workshop.top-and-bottom-are-mirrored"),
                }[map],
              )
            }
            options={[
              { value: "rotate", name: t("page.workshop.half-a-turn"), about: square(t("page.workshop.a1-and-h8")) },
              { value: "files", name: t("page.workshop.left-and-right"), about: square(t("page.workshop.a1-and-h1")) },
              { value: "ranks", name: t("page.workshop.top-and-bottom"), about: square(t("page.workshop.a1-and-a8")) },
            ]}
          />
          <Makes all={kindsOf(draft)} reflection={reflection} defined={defined} onChange={set} />
          <RadioGroup
            legend={t("page.workshop.what-appears-is")}
            name="colour"
            value={reflection.colour}
            onChoose={(colour) =>
              set(
                { colour },
                colour === "own"
                  ? t("page.workshop.what-appears-is-the-movers")
                  : t("page.workshop.what-appears-is-the-opponents"),
              )
            }
            options={[
              { value: "opponent", name: t("page.workshop.the-opponents") },
              { value: "own", name: t("page.workshop.the-movers-own") },
            ]}
          />
          <Switch
            name={t("page.workshop.captures-are-reflected-too-switch")}
            on={reflection.captures}
            onChange={(captures) =>
              set(
                { captures },
                captures
                  ? t("page.workshop.captures-are-reflected-too")
                  : t("page.workshop.captures-are-not-reflected"),
              )
            }
          />
          <Switch
            name={t("page.workshop.promotions-are-reflected-switch")}
            about={t("page.workshop.as-the-piece-promoted-to")}
            on={reflection.promotions}
            onChange={(promotions) =>
              set(
                { promotions },
                promotions
                  ? t("page.workshop.promotions-are-reflected")
                  : t("page.workshop.promotions-are-not-reflected"),
              )
            }
          />
          <Notes
            defined={{ ...defined, faults: defined.faults.filter(own), warnings: defined.warnings.filter(own) }}
            field="reflection"
          />
        </>
      )}
    </Section>
  );
}

/** Reports whether a message is about the reflection as a whole; others are shown at their fields. */
const own = ({ field }: { field: string }) => !field.startsWith("reflection.makes");

interface MakesProps {
  /** The kinds of the game. */
  all: readonly Kind[];
  reflection: Reflection;
  defined: Defined;
  onChange: (part: Partial<Reflection>, message: string) => void;
}

/** The choices of the piece that each type spawns, and of the types that go on to the reflected square. */
function Makes({ all, reflection, defined, onChange }: MakesProps) {
  const { makes, goes_on } = reflection;
  const known = useContext(PieceKinds);
  const name = (kind: Kind) => roleOf(kind, known);
  /** Returns the text for kinds of chess, or for others. */
  const either = (involved: Kind[], chess: () => string, other: () => string) =>
    involved.every((kind) => kinds.includes(kind)) ? chess() : other();
  const make = (kind: Kind, made: Kind | "") => {
    const { [kind]: _, ...rest } = makes;
    onChange(
      { makes: made ? { ...rest, [kind]: made } : rest },
      either(
        made ? [kind, made] : [kind],
        () => (made ? t("page.workshop.makes", { kind, made }) : t("page.workshop.makes-nothing", { kind })),
        () =>
          t("page.workshop.piece-spawns", {
            piece: capitalise(name(kind)),
            made: made ? name(made) : t("page.workshop.nothing"),
          }),
      ),
    );
  };
  return (
    <fieldset class={controls.fieldset} {...marks(defined, "reflection.makes")}>
      <legend>{t("page.workshop.what-each-piece-leaves")}</legend>
      <ul class={classes(layouts.stack, layouts.gap3, layouts.list, switches.makes)}>
        {all.map((kind) => (
          <li key={kind}>
            <PieceIcon letter={kind.toUpperCase()} label="" />
            <label>
              <span>
                {either(
                  [kind],
                  () => t("page.workshop.kind-makes", { kind }),
                  () => t("page.workshop.piece-spawns", { piece: capitalise(name(kind)), made: "" }),
                )}
              </span>
              <select
                class={controls.field}
                value={makes[kind] ?? ""}
                onChange={(event) => make(kind, event.currentTarget.value as Kind | "")}
              >
                <option value="">{t("page.workshop.nothing")}</option>
                {all.map((made) => (
                  <option value={made}>
                    {either(
                      [made],
                      () => t("page.workshop.a-kind", { kind: made }),
                      () => name(made),
                    )}
                  </option>
                ))}
              </select>
            </label>
            <label class={classes(layouts.muted, switches.goesOn)}>
              <input
                type="checkbox"
                checked={goes_on.includes(kind)}
                aria-label={either(
                  [kind],
                  () => t("page.workshop.go-on", { kind }),
                  () => `${capitalise(name(kind))}: ${t("page.workshop.goes-on-itself")}`,
                )}
                onChange={() =>
                  onChange(
                    { goes_on: toggled(goes_on, kind) },
                    either(
                      [kind],
                      () => t("page.workshop.goes-or-stays", { kind, stay: goes_on.includes(kind) }),
                      () => toggleText(capitalise(name(kind)), !goes_on.includes(kind)),
                    ),
                  )
                }
              />
              <span aria-hidden="true">{t("page.workshop.goes-on-itself")}</span>
            </label>
          </li>
        ))}
      </ul>
      <Notes defined={defined} field="reflection.makes" />
    </fieldset>
  );
}
