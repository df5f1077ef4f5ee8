// What has happened and whose turn it is, with what the clocks said.
import { classes } from "../../style/classes";
import * as styles from "./analysis.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { t } from "../../text/text";
import type { Colour, State, Step } from "../../wire.gen";
import { sentence, sideName } from "../../rules/text";
import { numbering, path, type Tree } from "./tree";

/** A time left as a clock shows it. */
function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tenths = ms < 20_000 ? `.${Math.floor(ms / 100) % 10}` : "";
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${tenths}`;
}

/** What both clocks said last on the way to the current node. */
function clocksAt(tree: Tree): Partial<Record<Colour, number>> {
  const said: Partial<Record<Colour, number>> = {};
  const { black } = numbering(tree.start);
  path(tree, tree.here).forEach((at, ply) => {
    if (at.clock !== undefined) said[(ply % 2 === 0) !== black ? "white" : "black"] = at.clock;
  });
  return said;
}

export function Situation({ tree, state, step }: { tree: Tree; state: State; step: Step | undefined }) {
  const clocks = clocksAt(tree);
  const known = (["white", "black"] as const).filter((side) => clocks[side] !== undefined);
  return (
    <div class={styles.situation}>
      <p class={classes(layouts.cluster, layouts.spread, styles.now)}>
        <span class={styles.status}>
          {state.outcome.result !== ""
            ? sentence(state.outcome.sentence ?? "")
            : t("page.analysis.side-to-move", { side: state.turn, check: state.checked.length > 0 })}
        </span>
        {known.length > 0 && (
          <span class={controls.figures} data-clocks>
            {known.map((side) => `${sideName(side)} ${clockText(clocks[side] ?? 0)}`).join(" · ")}
          </span>
        )}
      </p>
      <p class={styles.told}>{step ? sentence(step.text) : ""}</p>
    </div>
  );
}
