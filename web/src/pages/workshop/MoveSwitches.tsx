// The switches for castling, pawns, captures and the end of the game, in two sections: common and special ones.
import { useContext } from "preact/hooks";
import { PieceKinds } from "../../board/GamePieces";
import { t } from "../../text/text";
import { RadioGroup } from "../play/RadioGroup";
import { differs, kinds, kindsOf, toggledInOrder } from "./draft";
import { Kinds, Notes, NumberField, Section, Switch, marks, toggleText, type SwitchProps } from "./fields";
import { Goals } from "./Goals";

export function MoveSwitches({ draft, defined, onChange }: SwitchProps) {
  // With other boards or pieces, a pawn's double step begins on a square where the game starts with a pawn.
  const ordinary = useContext(PieceKinds) === undefined;
  return (
    <Section
      id="moves"
      title={t("page.workshop.moves-and-end")}
      open
      changed={differs(draft, "castling", "chess960", "double_push", "stalemate")}
      fields={["castling", "double_push", "stalemate"]}
      defined={defined}
    >
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
      <RadioGroup
        legend={t("page.workshop.stalemate-result")}
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
    </Section>
  );
}

/** The switches for promotion, for captured pieces, and for the ways to win other than checkmate. */
export function GoalSwitches({ draft, defined, onChange }: SwitchProps) {
  return (
    <Section
      id="goals"
      title={t("page.workshop.promotion-captures-goals")}
      changed={differs(draft, "promotes", "zone", "must", "rebirth", "checks", "reach")}
      fields={["promotes", "pawn", "capture", "goal"]}
      defined={defined}
    >
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
    </Section>
  );
}
