// The switches for the board: its size, its holes, links between squares, and how many copies of it are shown.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as switches from "./switches.module.css";
import { t } from "../../text/text";
import { RadioGroup } from "../play/RadioGroup";
import { differs, reshaped, toggledSquare } from "./draft";
import { Fold, marks, Notes, NumberField, Section, Switch, type SwitchProps } from "./fields";
import { SquareGrid } from "./SquareGrid";

/** The number of files and ranks of the largest board. */
const most = 16;

export function ShapeSwitches({ draft, defined, onChange }: SwitchProps) {
  const { files, ranks, planes, holes } = draft;
  const size = (part: { files?: number; ranks?: number }) =>
    onChange(
      reshaped(draft, part),
      t("page.workshop.board-has", { files, ranks, ...part }),
      part.files === undefined ? "ranks" : "files",
    );
  return (
    <Section
      id="shape"
      title={t("page.workshop.board")}
      changed={differs(draft, "files", "ranks", "planes", "passing", "holes", "links", "boards")}
      fields={["board", "links", "boards", "passing"]}
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
      <RadioGroup
        legend={t("page.workshop.planes")}
        name="planes"
        value={String(planes) as "1" | "2"}
        onChoose={(value) => {
          const next = value === "2" ? 2 : 1;
          onChange(
            { ...reshaped(draft, { planes: next }), ...(next === 1 ? { passing: false } : { boards: 1 }) },
            t("page.workshop.planes-are", { n: next }),
          );
        }}
        options={[
          { value: "1", name: t("page.workshop.one-plane") },
          { value: "2", name: t("page.workshop.two-planes"), about: t("page.workshop.planes-about") },
        ]}
      />
      {planes > 1 && (
        <>
          <Switch
            name={t("page.workshop.passing")}
            about={t("page.workshop.passing-about")}
            on={draft.passing}
            onChange={(passing) => onChange({ passing }, t("page.workshop.passing-is", { on: passing }))}
          />
          <Notes defined={defined} field="passing" />
        </>
      )}
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
          planes={planes}
          holes={holes}
          chosen={holes}
          label={t("page.workshop.holes")}
          onToggle={(square) =>
            onChange(
              reshaped(draft, { holes: toggledSquare(holes, square) }),
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
      {planes === 1 && (
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
      )}
    </Section>
  );
}
