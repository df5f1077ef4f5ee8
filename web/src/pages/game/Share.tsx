// Copies and files of a game.
import * as styles from "./game.module.css";
import * as controls from "../../style/controls.module.css";
import { useState } from "preact/hooks";
import { variantOf } from "../../game/variants";
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
  /** The address to send, if others can open the game. */
  link: string | null;
}

export function Share({ game, rules, replay, flip, link }: ShareProps) {
  const [said, say] = useState("");
  const { state, step } = replay;
  const copy = async (what: string, text: string) =>
    say((await copyText(text)) ? `${what} copied.` : `${what} could not be copied: this browser does not let pages do that.`);
  const draw = () => {
    const { variant, position, study } = state;
    return rules.draw({ variant, position, study, lastMove: step?.move ?? game.lastMove, flip, theme: theme(), coords: true, width: 1200 });
  };
  const name = `${variantOf(game.variant)?.name ?? "game"}-${replay.ply}`;
  const savePicture = async (kind: "png" | "svg") => {
    try {
      download(kind === "png" ? await pngBlob(draw()) : svgBlob(draw()), `${name}.${kind}`);
      say("Picture saved.");
    } catch (problem) {
      say(errorText(problem));
    }
  };
  return (
    <details class={styles.share} data-zen-hides>
      <summary>Share and save</summary>
      <div class={styles.shareButtons}>
        {link && (
          <button type="button" class={controls.button} onClick={() => copy("Link", link)}>
            Copy link
          </button>
        )}
        <button type="button" class={controls.button} onClick={() => copy("FEN", state.position)}>
          Copy FEN
        </button>
        <button type="button" class={controls.button} onClick={() => copy("PGN", rules.writePgn(pgnOf(game)))}>
          Copy PGN
        </button>
        {link && (
          <button type="button" class={controls.button} onClick={() => copy("Embed code", gameFrame(game.id, game.variant, flip, draw()))}>
            Embed
          </button>
        )}
        <button type="button" class={controls.button} onClick={() => savePicture("png")}>
          Save picture
        </button>
        <button type="button" class={controls.button} onClick={() => savePicture("svg")}>
          Save as SVG
        </button>
      </div>
      <p class={styles.shareStatus} role="status">
        {said}
      </p>
    </details>
  );
}
