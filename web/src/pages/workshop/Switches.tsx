// The switches for all fields of a definition.
import * as switches from "./switches.module.css";
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { classes } from "../../style/classes";
import { Button } from "../../components/Button";
import { useContext, useState } from "preact/hooks";
import { PieceKinds } from "../../board/GamePieces";
import { PieceIcon } from "../../board/Piece";
import { roleOf } from "../../board/pieces";
import { capitalise } from "../../rules/text";
import { t } from "../../text/text";
import type { Defined } from "../../wire.gen";
import { RadioGroup } from "../play/RadioGroup";
import {
  type Draft,
  fitStart,
  type Kind,
  kinds,
  kindsOf,
  nameFor,
  type Reflection,
  toggled,
  toggledInOrder,
  toggledSquare,
  usualStart,
} from "./draft";
import { Kinds, marks, Notes, NumberField, Switch, toggleText } from "./fields";
import { Ends } from "./ShapeSwitches";
import { SquareGrid } from "./SquareGrid";

/** Changes a draft and announces the change. Typing in one field counts as one change. */
export type Change = (part: Partial<Draft>, message: string, field?: string) => void;

export interface SwitchProps {
  draft: Draft;
  /** The parsed definition, with the rules' messages about it. */
  defined: Defined;
  onChange: Change;
}

interface StartProps extends SwitchProps {
  /** The position on the live board. */
  position: string;
  onSetUp: () => void;
}

export function Names({ draft, defined, onChange }: SwitchProps) {
  const title = (value: string) => {
    // The name is derived from the title until the user sets another.
    const follows = draft.name === nameFor(draft.title);
    onChange({ title: value, ...(follows && nameFor(value) ? { name: nameFor(value) } : {}) }, "", "title");
  };
  return (
    <section class={classes(layouts.stack, layouts.gap7, styles.section)} aria-labelledby="names">
      <h2 id="names">{t("page.workshop.name")}</h2>
      <div class={switches.pair}>
        <div>
          <label class={switches.stack}>
            <span>{t("page.workshop.title")}</span>
            <input
              class={controls.field}
              value={draft.title}
              maxLength={80}
              {...marks(defined, "title")}
              onInput={(event) => title(event.currentTarget.value)}
            />
          </label>
          <Notes defined={defined} field="title" />
        </div>
        <div>
          <label class={switches.stack}>
            <span>{t("page.workshop.name-in-files-and-links")}</span>
            <input
              class={controls.field}
              value={draft.name}
              maxLength={40}
              spellcheck={false}
              autocapitalize="off"
              {...marks(defined, "name")}
              onInput={(event) => onChange({ name: event.currentTarget.value }, "", "name")}
            />
          </label>
          <Notes defined={defined} field="name" />
        </div>
      </div>
    </section>
  );
}

export function SeamSwitches({ draft, defined, onChange }: SwitchProps) {
  return (
    <section class={classes(layouts.stack, layouts.gap7, styles.section)} aria-labelledby="seam">
      <h2 id="seam">{t("page.workshop.the-edge")}</h2>
      <RadioGroup
        legend={t("page.workshop.where-the-a-file-and")}
        name="crossing"
        value={draft.crossing}
        onChoose={(crossing) =>
          onChange(
            { crossing },
            {
              none: t("page.workshop.the-edge-is-an-edge"),
              wrap: t("page.workshop.the-board-goes-round"),
              hop: t("page.workshop.pieces-hop-over-the-edge"),
              twist: t("page.workshop.the-board-is-twisted"),
            }[crossing],
          )
        }
        options={[
          { value: "none", name: t("page.workshop.an-edge"), about: t("page.workshop.as-in-chess") },
          { value: "wrap", name: t("page.workshop.round"), about: t("page.workshop.like-a-cylinder") },
          { value: "hop", name: t("page.workshop.portal"), about: t("page.workshop.riders-keep-their-rank") },
          { value: "twist", name: t("page.workshop.moebius"), about: t("page.workshop.with-ranks-reversed") },
        ]}
      />
      <Notes defined={defined} field="seam.crossing" />
      {draft.crossing !== "none" && (
        <>
          <Kinds
            legend={t("page.workshop.who-may-cross")}
            of={kindsOf(draft)}
            chosen={draft.kinds}
            field="seam.kinds"
            defined={defined}
            onToggle={(kind, piece) => {
              const not = draft.kinds.includes(kind);
              onChange(
                { kinds: toggled(draft.kinds, kind) },
                kinds.includes(kind) ? t("page.workshop.may-cross", { kind, not }) : toggleText(piece, !not),
              );
            }}
          />
          {draft.kinds.includes("p") && (
            <RadioGroup
              legend={t("page.workshop.edge-en-passant-legend")}
              name="en_passant"
              value={draft.en_passant}
              onChoose={(en_passant) =>
                onChange(
                  { en_passant },
                  en_passant === "home"
                    ? t("page.workshop.edge-en-passant-origin")
                    : t("page.workshop.edge-en-passant-passed"),
                )
              }
              options={[
                { value: "crossed", name: t("page.workshop.on-the-crossed-square") },
                { value: "home", name: t("page.workshop.where-the-pawn-came-from") },
              ]}
            />
          )}
          <Notes defined={defined} field="seam.en_passant" />
          <Switch
            name={t("page.workshop.mark-crossings")}
            about={t("page.workshop.a--behind-the-landing")}
            on={draft.mark}
            onChange={(mark) =>
              onChange({ mark }, mark ? t("page.workshop.edge-moves-marked") : t("page.workshop.edge-moves-unmarked"))
            }
          />
        </>
      )}
      <Ends draft={draft} defined={defined} onChange={onChange} />
    </section>
  );
}

export function ReflectionSwitches({ draft, defined, onChange }: SwitchProps) {
  const { reflection } = draft;
  /** Examples with squares are for boards of 8 by 8 squares. */
  const square = (example: string) => (draft.files === 8 && draft.ranks === 8 ? example : "");
  const set = (part: Partial<Reflection>, message: string) =>
    onChange({ reflection: { ...reflection, ...part } }, message);
  return (
    <section class={classes(layouts.stack, layouts.gap7, styles.section)} aria-labelledby="reflection">
      <h2 id="reflection">{t("page.workshop.reflection")}</h2>
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
    </section>
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

/** Which piece each type spawns, and which types go on to the reflected square. */
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

export function MoveSwitches({ draft, defined, onChange }: SwitchProps) {
  // With other boards or pieces, the first push of a pawn starts where the game starts with pawns.
  const ordinary = useContext(PieceKinds) === undefined;
  return (
    <section class={classes(layouts.stack, layouts.gap7, styles.section)} aria-labelledby="moves">
      <h2 id="moves">{t("page.workshop.moves-and-end")}</h2>
      <Switch
        name={t("page.workshop.castling")}
        on={draft.castling}
        onChange={(castling) =>
          onChange(
            { castling },
            castling ? t("page.workshop.there-is-castling") : t("page.workshop.there-is-no-castling"),
          )
        }
      />
      {draft.castling && (
        <Switch
          name={t("page.workshop.castling-chess960")}
          about={t("page.workshop.castling-chess960-about")}
          on={draft.chess960}
          onChange={(chess960) =>
            onChange(
              { chess960 },
              chess960 ? t("page.workshop.castling-chess960-on") : t("page.workshop.castling-chess960-off"),
            )
          }
        />
      )}
      <Notes defined={defined} field="castling" />
      <Switch
        name={t("page.workshop.double-step")}
        about={
          ordinary
            ? t("page.workshop.pawns-may-go-two-squares-switch")
            : t("page.workshop.pawns-two-squares-from-start")
        }
        on={draft.double_push}
        onChange={(double_push) =>
          onChange(
            { double_push },
            double_push
              ? ordinary
                ? t("page.workshop.pawns-may-go-two-squares")
                : `${t("page.workshop.pawns-two-squares-from-start")}.`
              : t("page.workshop.pawns-go-one-square-at"),
          )
        }
      />
      <Kinds
        legend={t("page.workshop.a-pawn-becomes")}
        of={["q", "r", "b", "n", ...kindsOf(draft).slice(kinds.length), ...(draft.royal === "k" ? [] : ["k"])]}
        chosen={draft.promotes}
        field="promotes"
        defined={defined}
        onToggle={(kind, piece) => {
          const not = draft.promotes.includes(kind);
          onChange(
            { promotes: toggledInOrder(draft.promotes, kind) },
            "qrbn".includes(kind) ? t("page.workshop.pawns-become", { kind, not }) : toggleText(piece, !not),
          );
        }}
      />
      <div>
        <NumberField
          name={t("page.workshop.promotion-ranks")}
          value={draft.zone}
          min={1}
          max={Math.max(1, draft.ranks)}
          {...marks(defined, "pawn.zone")}
          onChange={(zone) => onChange({ zone }, "", "zone")}
        />
        <Notes defined={defined} field="pawn" />
      </div>
      {(draft.zone > 1 || !draft.must) && (
        <Switch
          name={t("page.workshop.must-promote")}
          about={t("page.workshop.must-promote-about")}
          on={draft.must}
          onChange={(must) =>
            onChange({ must }, must ? t("page.workshop.pawns-must-promote") : t("page.workshop.pawns-may-promote"))
          }
        />
      )}
      <RadioGroup
        legend={t("page.workshop.a-captured-piece")}
        name="rebirth"
        value={draft.rebirth}
        onChoose={(rebirth) => onChange({ rebirth }, t("page.workshop.rebirth-is", { how: rebirth }))}
        options={[
          { value: "none", name: t("page.workshop.is-removed"), about: t("page.workshop.as-in-chess") },
          { value: "home", name: t("page.workshop.comes-back"), about: t("page.workshop.on-its-start-square") },
          {
            value: "mirror",
            name: t("page.workshop.comes-back-opposite"),
            about: t("page.workshop.on-the-others-square"),
          },
        ]}
      />
      <Notes defined={defined} field="capture" />
      <Goals draft={draft} defined={defined} onChange={onChange} />
      <RadioGroup
        legend={t("page.workshop.whoever-cannot-move-and-is")}
        name="stalemate"
        value={draft.stalemate}
        onChoose={(stalemate) =>
          onChange(
            { stalemate },
            {
              draw: t("page.workshop.stalemate-draws"),
              loss: t("page.workshop.stalemate-loses"),
              win: t("page.workshop.stalemate-wins"),
            }[stalemate],
          )
        }
        options={[
          { value: "draw", name: t("page.workshop.draws") },
          { value: "loss", name: t("page.workshop.loses") },
          { value: "win", name: t("page.workshop.wins") },
        ]}
      />
      <RadioGroup
        legend={t("page.workshop.boards-in-a-row")}
        name="boards"
        value={String(draft.boards) as "1" | "3"}
        onChoose={(boards) =>
          onChange(
            { boards: boards === "3" ? 3 : 1 },
            boards === "3" ? t("page.workshop.three-boards-are-shown") : t("page.workshop.one-board-is-shown"),
          )
        }
        options={[
          { value: "1", name: t("page.workshop.one") },
          { value: "3", name: t("page.workshop.three"), about: t("page.workshop.the-same-board-seen-again") },
        ]}
      />
    </section>
  );
}

/** The ways to win other than checkmate. */
function Goals({ draft, defined, onChange }: SwitchProps) {
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
      <details class={switches.more} open={used.length > 0}>
        <summary>{t("page.workshop.goal-squares")}</summary>
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
      </details>
    </>
  );
}

export function StartSwitches({ draft, defined, onChange, position, onSetUp }: StartProps) {
  const usual = draft.base ? usualStart(draft.base) : fitStart(usualStart(""), draft);
  return (
    <section class={classes(layouts.stack, layouts.gap7, styles.section)} aria-labelledby="start">
      <h2 id="start">{t("page.workshop.start-position")}</h2>
      <div>
        <label class={switches.stack}>
          <span>{draft.base ? t("page.workshop.position-text") : t("page.workshop.fen")}</span>
          <textarea
            class={classes(controls.field, controls.figures)}
            rows={2}
            spellcheck={false}
            value={draft.start}
            {...marks(defined, "start")}
            onInput={(event) => onChange({ start: event.currentTarget.value.replaceAll("\n", " ") }, "", "start")}
          />
        </label>
        <Notes defined={defined} field="start" />
      </div>
      <div class={layouts.cluster}>
        <Button onClick={onSetUp}>{t("page.workshop.set-it-up-on-a")}</Button>
        <Button
          disabled={position === draft.start}
          onClick={() => onChange({ start: position }, t("page.workshop.start-from-board"))}
        >
          {t("page.workshop.use-the-position-shown")}
        </Button>
        <Button
          disabled={draft.start === usual}
          onClick={() =>
            onChange(
              { start: usual, study: false },
              draft.base ? t("page.workshop.the-game-starts-as-usual") : t("page.workshop.the-game-starts-as-in"),
            )
          }
        >
          {t("page.workshop.usual-start")}
        </Button>
      </div>
      <Switch
        name={t("page.workshop.a-study")}
        about={t("page.workshop.a-side-may-start-without-switch")}
        on={draft.study}
        onChange={(study) =>
          onChange(
            { study },
            study ? t("page.workshop.a-side-may-start-without") : t("page.workshop.both-sides-need-a-king"),
          )
        }
      />
    </section>
  );
}
