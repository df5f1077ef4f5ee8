// The switches for the board: its size, its holes, links between squares, and how many copies of it are shown.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as switches from "./switches.module.css";
import { t } from "../../text/text";
import { RadioGroup } from "../play/RadioGroup";
import { type Draft, differs, fitStart, toggledSquare } from "./draft";
import { Fold, marks, Notes, NumberField, Section, type SwitchProps } from "./fields";
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
    <Section
      id="shape"
      title={t("page.workshop.board")}
      changed={differs(draft, "files", "ranks", "holes", "links", "boards")}
      fields={["board", "links", "boards"]}
      defined={defined}
    >
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
      <Fold
        summary={t("page.workshop.holes")}
        open={holes.length > 0}
        changed={holes.length > 0}
        fields={["board.holes"]}
        defined={defined}
      >
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
      </Fold>
      <Fold
        summary={t("page.workshop.links")}
        open={draft.links.length > 0}
        changed={draft.links.length > 0}
        fields={["links"]}
        defined={defined}
      >
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
      </Fold>
      <RadioGroup
        legend={t("page.workshop.boards-in-a-row")}
        name="boards"
        value={String(draft.boards) as "1" | "3"}
        onChoose={(boards) =>
          onChange(
            { boards: boards === "3" ? 3 : 1 },
            boards === "3" ? t("page.workshop.three-boards-are-shown") : t("page.workshop.one-board-is-shown"),
          )
        }
        options={[
          { value: "1", name: t("page.workshop.one") },
          { value: "3", name: t("page.workshop.three"), about: t("page.workshop.the-same-board-seen-again") },
        ]}
      />
    </Section>
  );
}
