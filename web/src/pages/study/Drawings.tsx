// Draws on a chapter's board by pressing squares with mouse, finger or keyboard, and lists the drawings for
// screen readers.
import * as controls from "../../style/controls.module.css";
import { drawingText } from "../../board/drawings";
import { capitalise } from "../../rules/text";
import { classes } from "../../style/classes";
import * as styles from "./study.module.css";
import * as layouts from "../../style/layout.module.css";
import { Button } from "../../components/Button";
import type { Drawing, Ink } from "../../board/types";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import { draw, inks } from "./drawings";

const swatches: Record<Ink, string> = {
  green: styles.green,
  red: styles.red,
  blue: styles.blue,
  yellow: styles.yellow,
};

interface Props {
  drawings: Drawing[];
  /** The pen's colour; null while the board is used for moves. */
  pen: Ink | null;
  /** The square where an arrow starts. */
  from: string;
  onPen: (pen: Ink | null) => void;
  onDraw: (drawings: Drawing[]) => void;
}

const inkNames: Record<Ink, Plain> = {
  green: "page.study.green",
  red: "page.study.red",
  blue: "page.study.blue",
  yellow: "page.study.yellow",
};

export function Drawings({ drawings, pen, from, onPen, onDraw }: Props) {
  return (
    <section aria-labelledby="drawings-title">
      <h2 id="drawings-title">{t("page.study.drawings")}</h2>
      <div class={styles.pens} role="group" aria-label={t("page.study.draw-on-the-board")}>
        {inks.map((colour) => (
          <Button
            key={colour}
            class={classes(controls.toggle, styles.pen)}
            aria-pressed={pen === colour}
            data-pen={colour}
            onClick={() => onPen(pen === colour ? null : colour)}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true" class={swatches[colour]}>
              <circle cx="8" cy="8" r="5.5" />
            </svg>
            {t(inkNames[colour])}
          </Button>
        ))}
      </div>
      <p class={classes(layouts.muted, styles.hint)} role="status">
        {pen === null
          ? t("page.study.choose-a-colour-then-press")
          : from
            ? t("page.study.arrow-ends", { from })
            : t("page.study.press-a-square-twice-for")}
      </p>
      {drawings.length > 0 && (
        <ul class={styles.drawn}>
          {drawings.map((drawing) => (
            <li key={`${drawing.from} ${drawing.to}`}>
              {capitalise(drawingText(drawing))}
              <Button
                aria-label={t("page.study.remove-drawing", { drawing: drawingText(drawing) })}
                onClick={() => onDraw(draw(drawings, drawing))}
              >
                {t("page.study.remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
