// How a game ended, and what comes next.
import { classes } from "../../style/classes";
import * as styles from "./game.module.css";
import * as controls from "../../style/controls.module.css";
import type { Snapshot, VariantInfo } from "../../wire.gen";
import { queryOf, refOf } from "../../game/variants";
import { navigate } from "../../router";
import { handOver } from "../analysis/savedTrees";
import type { GameCommands } from "./commands";
import { pgnOf } from "./pgn";
import { endText, lapsed, verdict } from "./text";

interface ResultProps {
  game: Snapshot;
  info: VariantInfo;
  commands: GameCommands;
}

export function Result({ game, info, commands }: ResultProps) {
  if (!game.result) return null;
  const barred = game.barred?.includes("rematch") ?? false;
  return (
    <section class={styles.result} aria-label="Result">
      <p class={styles.verdict}>
        {verdict(game)}
        {game.result.result && <span class={controls.figures}>{game.result.result.replace("1/2-1/2", "½–½").replace("-", "–")}</span>}
      </p>
      <p>{endText(game)}</p>
      <div class={styles.next}>
        {game.next ? (
          <a class={classes(controls.button, controls.primary)} href={`/game/${game.next}`}>
            To the next game
          </a>
        ) : lapsed(game) ? (
          <a class={classes(controls.button, controls.primary)} href={`/play?opponent=open&${queryOf(refOf(info))}`}>
            Make a challenge
          </a>
        ) : (
          game.seat &&
          !game.offers.rematch && (
            <button
              type="button"
              class={classes(controls.button, controls.primary)}
              disabled={barred}
              title={barred ? "You asked already. Your opponent may still ask you." : undefined}
              onClick={() => commands.rematch("offer")}
            >
              Rematch
            </button>
          )
        )}
        {game.moves.length > 0 && (
          <button type="button" class={controls.button} onClick={() => navigate(handOver(pgnOf(game), "review"))}>
            Review
          </button>
        )}
        <button type="button" class={controls.button} onClick={() => navigate(handOver(pgnOf(game)))}>
          Analyse
        </button>
        <a class={controls.button} href={`/play?${queryOf(refOf(info))}`}>
          New game
        </a>
      </div>
    </section>
  );
}
