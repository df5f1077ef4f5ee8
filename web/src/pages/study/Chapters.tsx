// The chapters of a study, and the actions on the current one.
import { classes } from "../../style/classes";
import * as styles from "./study.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { t } from "../../text/text";
import { maxNameLength, type Chapter, type Study } from "./study";

interface ListProps {
  study: Study;
  here: number;
  /** The keys of the solved exercises. */
  solved: ReadonlySet<number>;
  onGo: (key: number) => void;
}

export function ChapterList({ study, here, solved, onGo }: ListProps) {
  return (
    <nav class={classes(layouts.card, styles.chapters)} aria-label={t("page.study.chapters")}>
      <ol>
        {study.chapters.map((chapter) => (
          <li key={chapter.key}>
            <button
              type="button"
              aria-current={chapter.key === here ? "true" : undefined}
              onClick={() => onGo(chapter.key)}
            >
              <span class={styles.chapterName}>{chapter.name}</span>
              {chapter.exercise && (
                <span class={classes(layouts.muted, styles.kind)}>
                  {solved.has(chapter.key) ? t("page.study.exercise-solved") : t("page.study.exercise")}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface FormProps {
  study: Study;
  chapter: Chapter;
  onChange: (change: Partial<Chapter>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

export function ChapterForm({ study, chapter, onChange, onMove, onRemove }: FormProps) {
  const [confirming, setConfirming] = useState(0);
  const place = study.chapters.indexOf(chapter);
  const removing = confirming === chapter.key;
  return (
    <section class={styles.chapterForm} aria-labelledby="chapter-title">
      <h2 id="chapter-title">{t("page.study.this-chapter")}</h2>
      <label class={formStyles.stack}>
        <span>{t("page.study.name")}</span>
        <input
          class={controls.field}
          value={chapter.name}
          maxLength={maxNameLength}
          onInput={(event) => onChange({ name: event.currentTarget.value })}
        />
      </label>
      <div class={styles.choices}>
        <label>
          <input
            type="checkbox"
            checked={chapter.exercise}
            onChange={(event) => onChange({ exercise: event.currentTarget.checked })}
          />{" "}
          {t("page.study.is-exercise")}
        </label>
        <label>
          <input
            type="checkbox"
            checked={chapter.flip}
            onChange={(event) => onChange({ flip: event.currentTarget.checked })}
          />{" "}
          {t("page.study.from-black")}
        </label>
      </div>
      {chapter.exercise && <p class={classes(layouts.muted, styles.hint)}>{t("page.study.the-moves-of-the-side")}</p>}
      <div class={classes(layouts.cluster, formStyles.row)}>
        <Button disabled={place === 0} onClick={() => onMove(-1)}>
          {t("page.study.move-up")}
        </Button>
        <Button disabled={place === study.chapters.length - 1} onClick={() => onMove(1)}>
          {t("page.study.move-down")}
        </Button>
        {study.chapters.length > 1 && (
          <Button
            class={classes(controls.danger, removing && controls.sure)}
            onClick={() => {
              if (removing) onRemove();
              setConfirming(removing ? 0 : chapter.key);
            }}
            onBlur={() => setConfirming(0)}
          >
            {removing ? t("page.study.press-again-to-delete") : t("page.study.delete-the-chapter")}
          </Button>
        )}
      </div>
    </section>
  );
}
