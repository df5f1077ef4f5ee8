// Copies and downloads a game.
import { classes } from "../../style/classes";
import * as styles from "./game.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { variantOf } from "../../game/variants";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { Snapshot } from "../../wire.gen";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { copyText, pngBlob, download, svgBlob } from "../../components/download";
import { gameFrame } from "../../components/embed";
import { theme } from "../../style/theme";
import { pgnOf } from "./pgn";
import type { Replay } from "./useReplay";

interface ShareProps {
  game: Snapshot;
  rules: Rules;
  replay: Replay;
  flip: boolean;
  /** The address to share, if others can open the game. */
  link: string | null;
}

export function Share({ game, rules, replay, flip, link }: ShareProps) {
  const [message, say] = useState("");
  const { state, step } = replay;
  const copy = async (done: Plain, text: string) => say((await copyText(text)) ? t(done) : t("page.game.not-copied"));
  const draw = () => {
    const { variant, position, study } = state;
    return rules.draw({
      variant,
      position,
      study,
      lastMove: step?.move ?? game.lastMove,
      flip,
      theme: theme(),
      coords: true,
      width: 1200,
    });
  };
  const name = `${variantOf(game.variant)?.name ?? "game"}-${replay.ply}`;
  const savePicture = async (kind: "png" | "svg") => {
    try {
      download(kind === "png" ? await pngBlob(draw()) : svgBlob(draw()), `${name}.${kind}`);
      say(t("page.game.picture-saved"));
    } catch (problem) {
      say(errorText(problem));
    }
  };
  return (
    <details class={classes(controls.disclosure, styles.share)} data-zen-hides>
      <summary>{t("page.game.share-and-save")}</summary>
      <div class={classes(layouts.cluster, layouts.gap3)}>
        {link && <Button onClick={() => copy("page.game.link-copied", link)}>{t("page.game.copy-link")}</Button>}
        <Button onClick={() => copy("page.game.fen-copied", state.position)}>{t("page.game.copy-fen")}</Button>
        <Button onClick={() => copy("page.game.pgn-copied", rules.writePgn(pgnOf(game)))}>
          {t("page.game.copy-pgn")}
        </Button>
        {link && (
          <Button onClick={() => copy("page.game.embed-copied", gameFrame(game.id, game.variant, flip, draw()))}>
            {t("page.game.embed")}
          </Button>
        )}
        <Button onClick={() => savePicture("png")}>{t("page.game.save-picture")}</Button>
        <Button onClick={() => savePicture("svg")}>{t("page.game.save-as-svg")}</Button>
      </div>
      <p class={classes(layouts.muted, styles.shareStatus)} role="status">
        {message}
      </p>
    </details>
  );
}
