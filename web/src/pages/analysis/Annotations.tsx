// Annotations of a move, and actions on its line.
import { classes } from "../../style/classes";
import * as styles from "./annotations.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { Button } from "../../components/Button";
import { shownSan } from "../../rules/san";
import { t } from "../../text/text";
import { moveMarks, positionMarks, toggle, type Mark } from "./nags";
import { isMain, node, promote, annotate, root, type Tree } from "./tree";

interface Props {
  tree: Tree;
  onChange: (tree: Tree) => void;
  /** Deletes the current move and all moves after it. */
  onCut: () => void;
}

export function Annotations({ tree, onChange, onCut }: Props) {
  const here = node(tree, tree.here);
  const first = here.id === root;
  const about = first ? t("page.analysis.the-start") : shownSan(here.san);
  const mark = (nag: number) => onChange(annotate(tree, here.id, { nags: toggle(here.nags, nag) }));
  return (
    <section aria-labelledby="annotations-title">
      <h2 id="annotations-title">{t("page.analysis.comment-and-marks")}</h2>
      <label class={formStyles.stack}>
        <span>{t("page.analysis.comment-on", { about })}</span>
        <textarea
          class={controls.field}
          rows={2}
          value={here.comment}
          onInput={(event) => onChange(annotate(tree, here.id, { comment: event.currentTarget.value }))}
        />
      </label>
      {!first && (
        <>
          <Marks title={t("page.analysis.the-move")} marks={moveMarks} set={here.nags} onMark={mark} />
          <Marks title={t("page.analysis.the-position")} marks={positionMarks} set={here.nags} onMark={mark} />
          <div class={classes(layouts.cluster, formStyles.row)}>
            <Button disabled={isMain(tree, here.id)} onClick={() => onChange(promote(tree, here.id, "once"))}>
              {t("page.analysis.move-line-up")}
            </Button>
            <Button disabled={isMain(tree, here.id)} onClick={() => onChange(promote(tree, here.id, "fully"))}>
              {t("page.analysis.make-it-the-main-line")}
            </Button>
            <Button onClick={onCut}>{t("page.analysis.delete-from-here")}</Button>
          </div>
        </>
      )}
    </section>
  );
}

function Marks({
  title,
  marks,
  set,
  onMark,
}: {
  title: string;
  marks: Mark[];
  set: number[];
  onMark: (nag: number) => void;
}) {
  return (
    <div class={classes(layouts.cluster, layouts.gap2, styles.marks)} role="group" aria-label={title}>
      {marks.map((mark) => (
        <button
          type="button"
          class={classes(layouts.card, styles.mark)}
          aria-label={t(mark.name)}
          title={t(mark.name)}
          aria-pressed={set.includes(mark.nag)}
          onClick={() => onMark(mark.nag)}
        >
          {mark.sign}
        </button>
      ))}
    </div>
  );
}
