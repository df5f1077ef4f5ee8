// What a definition of boards in space can change: how its attack boards move.
import * as styles from "./workshop.module.css";
import { capitalise } from "../../rules/text";
import { RadioGroup } from "../play/RadioGroup";
import { type Base, basePolicies, kindNames, kinds, type Policy, toggled, toggledNumber } from "./draft";
import { Kinds, Levels, Notes, Switch } from "./fields";
import type { SwitchProps } from "./Switches";

const levelsSaid = (number: number) => (number === 0 ? "to the same level" : number === 1 ? "one level" : `${number} levels`);

export function BoardSwitches({ draft, defined, onChange }: SwitchProps) {
  const { policy } = draft;
  // Once changed it is neither, and either can be chosen again.
  const asInBase = draft.base && JSON.stringify(policy) === JSON.stringify({ ...policy, ...basePolicies[draft.base] });
  const set = (part: Partial<Policy>, said: string) => onChange({ policy: { ...policy, ...part } }, said);
  const toggle = (field: "along" | "across", where: string) => (number: number) =>
    set({ [field]: toggledNumber(policy[field], number) }, `${where} boards ${policy[field].includes(number) ? "do not go" : "may go"} ${levelsSaid(number)}.`);
  return (
    <>
      <section class={styles.section} aria-labelledby="ways">
        <h2 id="ways">Where boards go</h2>
        <RadioGroup<Base | "">
          legend="Begin with the boards of"
          name="base"
          value={asInBase ? draft.base : ""}
          onChoose={(base) => base && onChange({ base, policy: basePolicies[base] }, `The boards move as in ${base}.`)}
          options={[
            { value: "trid", name: "Tri-dimensional chess", about: "one level at a time, across too; they turn" },
            { value: "meder", name: "Meder's rules", about: "up to two levels; they do not turn" },
          ]}
        />
        <Levels legend="Levels up or down on its own side" first={1} chosen={policy.along} onToggle={toggle("along", "On their side")} field="policy.along" defined={defined} />
        <Levels legend="Levels up or down to the other side" first={0} chosen={policy.across} onToggle={toggle("across", "To the other side")} field="policy.across" defined={defined} />
        <div>
          <RadioGroup
            legend="Forward is"
            name="direction"
            value={policy.direction}
            onChoose={(direction) => set({ direction }, direction === "rank" ? "Forward is to a higher rank." : "Forward is to a higher level.")}
            options={[
              { value: "level", name: "To a higher level", about: "1 to 6 for White" },
              { value: "rank", name: "To a higher rank", about: "1, 3, 2 and 5, 4, 6 for White" },
            ]}
          />
          <Notes defined={defined} field="policy.direction" />
        </div>
        <div>
          <Switch
            name="The other side is never backward"
            about="A board with a piece may cross to any level it may reach"
            on={policy.cross_column === "side"}
            onChange={(on) => set({ cross_column: on ? "side" : "direction" }, on ? "A move to the other side is never backward." : "A move to the other side has a direction.")}
          />
          <Notes defined={defined} field="policy.cross_column" />
        </div>
      </section>
      <section class={styles.section} aria-labelledby="riding">
        <h2 id="riding">How boards move</h2>
        <Switch name="Half turns" about="A board may turn half round, where it stands or on its way" on={policy.turns} onChange={(turns) => set({ turns }, turns ? "Boards turn." : "Boards do not turn.")} />
        <Switch
          name="Shadow"
          about="No board ends above or below a piece that is not a knight"
          on={policy.shadow}
          onChange={(shadow) => set({ shadow }, shadow ? "Pieces cast their shadow." : "Boards may end above and below pieces.")}
        />
        <Kinds
          legend="Who may ride"
          of={kinds}
          chosen={policy.passengers}
          field="policy.passengers"
          defined={defined}
          onToggle={(kind) => set({ passengers: toggled(policy.passengers, kind) }, `${capitalise(kindNames[kind])}s ${policy.passengers.includes(kind) ? "may not" : "may"} ride.`)}
        />
        <RadioGroup
          legend="An empty board is moved by"
          name="empty"
          value={policy.empty}
          onChoose={(empty) => set({ empty }, empty === "anyone" ? "Either side moves an empty board." : "Its owner moves an empty board.")}
          options={[
            { value: "owner", name: "Its owner" },
            { value: "anyone", name: "Either side" },
          ]}
        />
      </section>
    </>
  );
}
