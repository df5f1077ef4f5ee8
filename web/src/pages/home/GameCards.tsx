// The games, each with a board that plays its signature move in a loop.
import { classes } from "../../style/classes";
import * as styles from "./cards.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { variants } from "../../game/variants";
import { t } from "../../text/text";
import { firstGamePath } from "../first/firstGame";
import { IdeaBoard, tints } from "./IdeaBoard";

interface Props {
  /** Whether Play starts with the guided first game, if a game has one. */
  newcomer: boolean;
  moving: boolean;
  onMoving: (moving: boolean) => void;
}

export function GameCards({ newcomer, moving, onMoving }: Props) {
  return (
    <section aria-labelledby="rule-sets">
      <div class={classes(layouts.cluster, layouts.middle, layouts.spread, styles.head)}>
        <h2 id="rule-sets">{t("page.home.rule-sets")}</h2>
        <Button onClick={() => onMoving(!moving)}>
          {moving ? t("page.home.stop-the-boards") : t("page.home.start-the-boards")}
        </Button>
      </div>
      <ul class={classes(layouts.list, styles.cards)}>
        {variants.map((info) => (
          <li key={info.name} class={classes(layouts.column, styles.card)} data-game-card={info.name}>
            <div class={styles.stage} data-board={tints[info.name]}>
              <IdeaBoard class={styles.idea} info={info} moving={moving} captioned distant />
            </div>
            <h3>{info.title}</h3>
            <p>{info.summary}</p>
            <div class={styles.actions}>
              <a
                class={controls.button}
                href={(newcomer && firstGamePath(info.name)) || `/play?variant=${info.name}`}
                aria-label={t("page.home.play-name", { name: info.title })}
              >
                <Icon name="play" />
                {t("page.home.play")}
              </a>
              <a
                class={classes(controls.button, controls.quiet)}
                href={`/learn/${info.name}`}
                aria-label={t("page.home.learn-name", { name: info.title })}
              >
                <Icon name="learn" />
                {t("page.home.learn")}
              </a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
