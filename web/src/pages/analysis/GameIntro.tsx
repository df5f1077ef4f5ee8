// A summary of the game and links for learning it, shown in the move list before the first move.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./gameintro.module.css";
import { Icon } from "../../components/Icon";
import { rulesAddress } from "../../game/variants";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";

export function GameIntro({ info }: { info: VariantInfo }) {
  return (
    <div class={classes(layouts.stack, layouts.gap3, styles.intro)}>
      <strong>{info.title}</strong>
      <p>{info.summary}</p>
      <p class={classes(layouts.cluster, layouts.flush)}>
        {!info.definition && (
          <a class={classes(controls.target, styles.link)} href={`/learn/${info.name}`}>
            <Icon name="learn" />
            {t("page.home.learn")}
          </a>
        )}
        <a
          class={classes(controls.target, styles.link)}
          href={info.definition ? rulesAddress(info) : `/learn/${info.name}/rules`}
        >
          <Icon name="studies" />
          {t("page.analysis.rulebook")}
        </a>
        {!info.definition && (
          <a class={classes(controls.target, styles.link)} href={`/puzzles/${info.name}`}>
            <Icon name="puzzles" />
            {t("page.learn.puzzles")}
          </a>
        )}
      </p>
    </div>
  );
}
