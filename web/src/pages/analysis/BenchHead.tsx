// The head of the analysis page: its title, the rules, and what is to be read.
import { classes } from "../../style/classes";
import { refOf, variants } from "../../game/variants";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import * as styles from "./analysis.module.css";
import * as formStyles from "./form.module.css";
import { Notices } from "./Notices";
import type { BenchControl } from "./useBench";

export function BenchHead({ bench, info }: { bench: BenchControl; info: VariantInfo }) {
  const { tree, problem, dispatch, openVariant } = bench;
  return (
    <>
      <header class={classes(layouts.row, styles.head)}>
        <h1>{t("page.analysis.analysis")}</h1>
        <label class={formStyles.inline}>
          <span class={controls.visuallyHidden}>{t("page.analysis.rules")}</span>
          <select
            class={controls.field}
            value={tree.variant}
            onChange={(event) => openVariant(event.currentTarget.value)}
          >
            {[...(info.definition ? [info] : []), ...variants].map((one) => (
              <option value={refOf(one)}>{one.title}</option>
            ))}
          </select>
        </label>
      </header>
      <Notices tree={tree} problem={problem} onClose={() => dispatch({ type: "read-notices" })} />
    </>
  );
}
