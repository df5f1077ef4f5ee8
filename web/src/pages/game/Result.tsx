// The result of a game, and the next actions.
import { classes } from "../../style/classes";
import * as styles from "./game.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { t } from "../../text/text";
import type { Snapshot, VariantInfo } from "../../wire.gen";
import { queryOf, refOf } from "../../game/variants";
import { navigate } from "../../router";
import { sendToAnalysis } from "../analysis/savedTrees";
import { OfferBar } from "./Actions";
import type { GameCommands } from "./commands";
import { pgnOf } from "./pgn";
import { endText, expired, verdict } from "./text";

interface ResultProps {
  game: Snapshot;
  info: VariantInfo;
  commands: GameCommands;
  /** Replaces the reason for the result for a while. */
  note?: ComponentChildren;
}

export function Result({ game, info, commands, note }: ResultProps) {
  if (!game.result) return null;
  const barred = game.barred?.includes("rematch") ?? false;
  return (
    <section class={styles.result} aria-label={t("page.game.result")}>
      <p class={styles.verdict}>
        {verdict(game)}
        {game.result.result && (
          <span class={controls.figures}>{game.result.result.replace("1/2-1/2", "½–½").replace("-", "–")}</span>
        )}
      </p>
      <p class={styles.reason}>{note || endText(game)}</p>
      <div class={classes(layouts.cluster, layouts.gap3, styles.next)}>
        <OfferBar game={game} commands={commands} />
        {game.next ? (
          <a class={classes(controls.button, controls.primary)} href={`/game/${game.next}`}>
            {t("page.game.to-the-next-game")}
          </a>
        ) : expired(game) ? (
          <a class={classes(controls.button, controls.primary)} href={`/play?opponent=open&${queryOf(refOf(info))}`}>
            {t("page.game.make-a-challenge")}
          </a>
        ) : (
          game.seat &&
          !game.offers.rematch && (
            <Button
              class={controls.primary}
              disabled={barred}
              title={barred ? t("page.game.you-asked-already-your-opponent") : undefined}
              onClick={() => commands.rematch("offer")}
            >
              <Icon name="rematch" />
              {t("page.game.rematch")}
            </Button>
          )
        )}
        {game.moves.length > 0 && (
          <Button onClick={() => navigate(sendToAnalysis(pgnOf(game), "review"))}>
            <Icon name="review" />
            {t("page.game.review")}
          </Button>
        )}
        <Button onClick={() => navigate(sendToAnalysis(pgnOf(game)))}>
          <Icon name="analyse" />
          {t("page.game.analyse")}
        </Button>
        {!game.offers.rematch && (
          <a class={controls.button} href={`/play?${queryOf(refOf(info))}`}>
            {t("page.game.new-game")}
          </a>
        )}
      </div>
    </section>
  );
}
