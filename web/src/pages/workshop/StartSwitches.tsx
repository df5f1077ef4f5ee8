// The switches for the start position.
import * as switches from "./switches.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { classes } from "../../style/classes";
import { Button } from "../../components/Button";
import { t } from "../../text/text";
import { fitStart, usualStart } from "./draft";
import { Notes, Section, Switch, marks, type SwitchProps } from "./fields";

interface StartProps extends SwitchProps {
  /** The position on the live board. */
  position: string;
  onSetUp: () => void;
}

export function StartSwitches({ draft, defined, onChange, position, onSetUp }: StartProps) {
  const usual = draft.base ? usualStart(draft.base) : fitStart(usualStart(""), draft);
  return (
    <Section
      id="start"
      title={t("page.workshop.start-position")}
      changed={draft.start !== usual || draft.study}
      fields={["start", "study"]}
      defined={defined}
    >
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
    </Section>
  );
}
