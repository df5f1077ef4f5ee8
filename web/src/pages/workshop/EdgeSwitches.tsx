// The switches for the edges: how opposite edges are joined, and which pieces may cross them.
import { t } from "../../text/text";
import { RadioGroup } from "../play/RadioGroup";
import { differs, kinds, kindsOf, toggled } from "./draft";
import { Kinds, Notes, Section, Switch, toggleText, type SwitchProps } from "./fields";

export function EdgeSwitches({ draft, defined, onChange }: SwitchProps) {
  return (
    <Section
      id="seam"
      title={t("page.workshop.the-edge")}
      open
      changed={differs(draft, "crossing", "ends")}
      fields={["seam", "ends"]}
      defined={defined}
    >
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
    </Section>
  );
}

/** The choice of how the top and bottom edges are joined, and of the pieces that may cross them. */
function Ends({ draft, defined, onChange }: SwitchProps) {
  return (
    <>
      <RadioGroup
        legend={t("page.workshop.top-and-bottom-edges")}
        name="ends"
        value={draft.ends}
        onChoose={(ends) => onChange({ ends }, t("page.workshop.ends-are", { how: ends }))}
        options={[
          { value: "none", name: t("page.workshop.an-edge"), about: t("page.workshop.as-in-chess") },
          { value: "wrap", name: t("page.workshop.joined"), about: t("page.workshop.top-meets-bottom") },
          { value: "twist", name: t("page.workshop.twisted"), about: t("page.workshop.with-files-reversed") },
          { value: "pole", name: t("page.workshop.poles"), about: t("page.workshop.as-on-a-globe") },
        ]}
      />
      <Notes defined={defined} field="ends.crossing" />
      {draft.ends !== "none" && (
        <Kinds
          legend={t("page.workshop.who-may-cross-ends")}
          of={kindsOf(draft).filter((kind) => kind !== "p")}
          chosen={draft.endsKinds}
          field="ends.kinds"
          defined={defined}
          onToggle={(kind, piece) =>
            onChange({ endsKinds: toggled(draft.endsKinds, kind) }, toggleText(piece, !draft.endsKinds.includes(kind)))
          }
        />
      )}
    </>
  );
}
