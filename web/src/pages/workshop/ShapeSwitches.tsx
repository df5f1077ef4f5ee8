// The switches for the board: its size, its holes, and links between squares.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as switches from "./switches.module.css";
import * as styles from "./workshop.module.css";
import { t } from "../../text/text";
import { type Draft, fitStart, toggledSquare } from "./draft";
import { marks, Notes, NumberField, type SwitchProps } from "./fields";
import { SquareGrid } from "./SquareGrid";

/** The number of files and ranks of the largest board. */
const most = 16;

export function ShapeSwitches({ draft, defined, onChange }: SwitchProps) {
  const { files, ranks, holes } = draft;
  /** Changes the shape, and the start position with it. */
  const reshape = (part: Partial<Pick<Draft, "files" | "ranks" | "holes">>, message: string, field?: string) => {
    const shape = { files, ranks, holes, ...part };
    const inside = shape.holes.filter((square) => {
      const [file, rank] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
      return file < shape.files && rank < shape.ranks;
    });
    const next = { ...shape, holes: inside.length < shape.holes.length ? inside : shape.holes };
    onChange({ ...next, start: fitStart(draft.start, next) }, message, field);
  };
  const size = (part: { files?: number; ranks?: number }) => {
    const next = { files, ranks, ...part };
    reshape(part, t("page.workshop.board-has", next), part.files === undefined ? "ranks" : "files");
  };
  return (
    <section class={classes(layouts.stack, layouts.gap7, styles.section)} aria-labelledby="shape">
      <h2 id="shape">{t("page.workshop.board")}</h2>
      <div>
        <div class={layouts.cluster}>
          <NumberField
            name={t("page.workshop.board-files")}
            value={files}
            min={1}
            max={most}
            {...marks(defined, "board.files")}
            onChange={(value) => size({ files: value })}
          />
          <NumberField
            name={t("page.workshop.board-ranks")}
            value={ranks}
            min={1}
            max={most}
            {...marks(defined, "board.ranks")}
            onChange={(value) => size({ ranks: value })}
          />
        </div>
        <Notes defined={defined} field="board" />
      </div>
      <details class={switches.more} open={holes.length > 0}>
        <summary>{t("page.workshop.holes")}</summary>
        <p class={layouts.muted}>{t("page.workshop.holes-about")}</p>
        <SquareGrid
          files={files}
          ranks={ranks}
          holes={holes}
          chosen={holes}
          label={t("page.workshop.holes")}
          onToggle={(square) =>
            reshape(
              { holes: toggledSquare(holes, square) },
              t("page.workshop.hole-or-square", { square, hole: !holes.includes(square) }),
            )
          }
        />
      </details>
      <details class={switches.more} open={draft.links.length > 0}>
        <summary>{t("page.workshop.links")}</summary>
        <label class={switches.stack}>
          <span>{t("page.workshop.links-about")}</span>
          <textarea
            class={classes(controls.field, controls.figures)}
            rows={3}
            spellcheck={false}
            placeholder="d8 n - e1 n"
            value={draft.links.join("\n")}
            {...marks(defined, "links")}
            onInput={(event) => {
              const lines = event.currentTarget.value.split("\n");
              onChange({ links: lines.some((line) => line.trim()) ? lines : [] }, "", "links");
            }}
          />
        </label>
        <Notes defined={defined} field="links" />
      </details>
    </section>
  );
}
