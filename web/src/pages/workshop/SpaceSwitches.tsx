// The switches of a 3D definition: how its attack boards move.
import { t } from "../../text/text";
import { RadioGroup } from "../play/RadioGroup";
import { type Base, basePolicies, kinds, type Policy, toggled, toggledNumber } from "./draft";
import { Kinds, Levels, Notes, Section, Switch, type SwitchProps } from "./fields";

export function BoardSwitches({ draft, defined, onChange }: SwitchProps) {
  const { policy } = draft;
  // A changed policy matches neither option, so that either can be chosen again.
  const asInBase = draft.base && JSON.stringify(policy) === JSON.stringify({ ...policy, ...basePolicies[draft.base] });
  const set = (part: Partial<Policy>, message: string) => onChange({ policy: { ...policy, ...part } }, message);
  const toggle = (field: "along" | "across") => (n: number) =>
    set(
      { [field]: toggledNumber(policy[field], n) },
      t("page.workshop.boards-go", { field, not: policy[field].includes(n), n }),
    );
  return (
    <>
      <Section
        id="ways"
        title={t("page.workshop.where-boards-go")}
        open
        fields={["policy.along", "policy.across", "policy.direction", "policy.cross_column"]}
        defined={defined}
      >
        <RadioGroup<Base | "">
          legend={t("page.workshop.begin-with-the-boards-of")}
          name="base"
          value={asInBase ? draft.base : ""}
          onChoose={(base) =>
            base && onChange({ base, policy: basePolicies[base] }, t("page.workshop.move-as-in", { name: base }))
          }
          options={[
            {
              value: "trid",
              name: t("page.workshop.tri-dimensional-chess"),
              about: t("page.workshop.one-level-at-a-time"),
            },
            { value: "meder", name: t("page.workshop.meders-rules"), about: t("page.workshop.up-to-two-levels-they") },
          ]}
        />
        <Levels
          legend={t("page.workshop.levels-up-or-down-on")}
          first={1}
          chosen={policy.along}
          onToggle={toggle("along")}
          field="policy.along"
          defined={defined}
        />
        <Levels
          legend={t("page.workshop.levels-up-or-down-to")}
          first={0}
          chosen={policy.across}
          onToggle={toggle("across")}
          field="policy.across"
          defined={defined}
        />
        <div>
          <RadioGroup
            legend={t("page.workshop.forward-is")}
            name="direction"
            value={policy.direction}
            onChoose={(direction) =>
              set(
                { direction },
                direction === "rank" ? t("page.workshop.forward-by-rank") : t("page.workshop.forward-by-level"),
              )
            }
            options={[
              {
                value: "level",
                name: t("page.workshop.to-a-higher-level"),
                about: t("page.workshop.order-by-level"),
              },
              { value: "rank", name: t("page.workshop.to-a-higher-rank"), about: t("page.workshop.order-by-rank") },
            ]}
          />
          <Notes defined={defined} field="policy.direction" />
        </div>
        <div>
          <Switch
            name={t("page.workshop.the-other-side-is-never")}
            about={t("page.workshop.a-board-with-a-piece")}
            on={policy.cross_column === "side"}
            onChange={(on) =>
              set(
                { cross_column: on ? "side" : "direction" },
                on ? t("page.workshop.other-side-never-backward") : t("page.workshop.other-side-backward"),
              )
            }
          />
          <Notes defined={defined} field="policy.cross_column" />
        </div>
      </Section>
      <Section
        id="riding"
        title={t("page.workshop.how-boards-move")}
        open
        fields={["policy.turns", "policy.shadow", "policy.passengers", "policy.empty"]}
        defined={defined}
      >
        <Switch
          name={t("page.workshop.half-turns")}
          about={t("page.workshop.a-board-may-turn-half")}
          on={policy.turns}
          onChange={(turns) =>
            set({ turns }, turns ? t("page.workshop.boards-turn") : t("page.workshop.boards-do-not-turn"))
          }
        />
        <Switch
          name={t("page.workshop.shadow")}
          about={t("page.workshop.no-board-ends-above-or")}
          on={policy.shadow}
          onChange={(shadow) =>
            set(
              { shadow },
              shadow ? t("page.workshop.pieces-cast-their-shadow") : t("page.workshop.boards-may-end-above-and"),
            )
          }
        />
        <Kinds
          legend={t("page.workshop.who-may-ride")}
          of={kinds}
          chosen={policy.passengers}
          field="policy.passengers"
          defined={defined}
          onToggle={(kind) =>
            set(
              { passengers: toggled(policy.passengers, kind) },
              t("page.workshop.may-ride", { kind, not: policy.passengers.includes(kind) }),
            )
          }
        />
        <RadioGroup
          legend={t("page.workshop.an-empty-board-is-moved")}
          name="empty"
          value={policy.empty}
          onChoose={(empty) =>
            set(
              { empty },
              empty === "anyone"
                ? t("page.workshop.either-side-moves-an-empty")
                : t("page.workshop.its-owner-moves-an-empty"),
            )
          }
          options={[
            { value: "owner", name: t("page.workshop.its-owner") },
            { value: "anyone", name: t("page.workshop.either-side") },
          ]}
        />
      </Section>
    </>
  );
}
