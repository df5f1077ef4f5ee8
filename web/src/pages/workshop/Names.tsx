// The fields for the title and the name.
import * as switches from "./switches.module.css";
import * as controls from "../../style/controls.module.css";
import { t } from "../../text/text";
import { nameFor } from "./draft";
import { Notes, Section, marks, type SwitchProps } from "./fields";
import { unwritten } from "./title";

export function Names({ draft, defined, onChange }: SwitchProps) {
  const title = (value: string) => {
    // The name is derived from the title until the user sets another.
    const follows = draft.name === nameFor(draft.title) || unwritten(draft);
    onChange({ title: value, ...(follows && nameFor(value) ? { name: nameFor(value) } : {}) }, "", "title");
  };
  return (
    <Section id="names" title={t("page.workshop.name")} open fields={["title", "name"]} defined={defined}>
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
    </Section>
  );
}
