// A field for correcting the position of a link that cannot be opened.
import { useState } from "preact/hooks";
import { Button } from "../components/Button";
import * as formStyles from "../components/form.module.css";
import { linkPosition } from "../game/linkText";
import { navigate } from "../router";
import { classes } from "../style/classes";
import * as controls from "../style/controls.module.css";
import * as layouts from "../style/layout.module.css";
import { t } from "../text/text";

/** Shows the position of a query for editing. The button opens the corrected link on the same page. */
export function LinkField({ query }: { query: string }) {
  const { text: given, corrected } = linkPosition(query);
  const [text, setText] = useState(given);
  const faulty = !text.trim() || text === given;
  const open = () => navigate(location.pathname + corrected(text));
  // Not a form of its own, because the form of a new game contains it.
  return (
    <div class={classes(layouts.cluster, formStyles.row)}>
      <label class={classes(formStyles.stack, formStyles.grow)}>
        <span>{t("page.rules.position-in-link")}</span>
        <input
          class={classes(controls.field, controls.figures)}
          value={text}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (!faulty) open();
          }}
        />
      </label>
      <Button disabled={faulty} onClick={open}>
        {t("page.analysis.open")}
      </Button>
    </div>
  );
}
