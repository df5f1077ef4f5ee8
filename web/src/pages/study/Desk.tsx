// An open study: its chapters, the board, and the actions for editors.
import { classes } from "../../style/classes";
import * as styles from "./study.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { low, narrow, useMedia } from "../../style/useMedia";
import { readVariant, refOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import { Editor } from "../analysis/editor/Editor";
import { treeOfPosition } from "../analysis/open";
import { moves } from "../analysis/tree";
import { ChapterBoard } from "./ChapterBoard";
import { ChapterForm, ChapterList } from "./Chapters";
import { ExerciseBoard } from "./ExerciseBoard";
import { hasSolution } from "./exercise";
import { NewChapter } from "./NewChapter";
import {
  addChapters,
  changeChapter,
  chapterOf,
  maxNameLength,
  moveChapter,
  removeChapter,
  treeFrom,
  type Chapter,
  type Study,
} from "./study";

interface Props {
  rules: Rules;
  study: Study;
  /** Whether changes are saved. Readers can play in a study without saving. */
  editable: boolean;
  onChange: (study: Study) => void;
  /** The controls for sharing, saving and deleting. */
  children: ComponentChildren;
}

export function Desk({ rules, study, editable, onChange, children }: Props) {
  const [key, setKey] = useState(study.chapters[0]?.key ?? 0);
  const [solved, setSolved] = useState<ReadonlySet<number>>(new Set());
  const [trying, setTrying] = useState(false);
  const [setup, setSetup] = useState<VariantInfo | null>(null);
  const [problem, setProblem] = useState("");
  const chapter = (study.chapters.find((one) => one.key === key) ?? study.chapters[0]) as Chapter;
  const place = study.chapters.indexOf(chapter);
  const info = useMemo(() => readVariant(rules, chapter.tree.variant), [rules, chapter.tree.variant]);
  const [isLow, isNarrow] = [useMedia(low), useMedia(narrow)];
  const column = isLow || !isNarrow;
  const roomy = column && !isLow;
  const solving = chapter.exercise && (!editable || trying);

  useEffect(() => setProblem(""), [study, key]);

  const attempt = (act: () => void) => {
    try {
      act();
    } catch (failed) {
      setProblem(errorText(failed));
    }
  };
  const go = (next: number) => {
    setKey(next);
    setTrying(false);
  };
  const add = (chapters: Chapter[]) =>
    attempt(() => {
      const next = addChapters(study, chapters);
      onChange(next);
      go(next.next - chapters.length);
    });
  const change = (changes: Partial<Chapter>) => onChange(changeChapter(study, chapter.key, changes));

  if (!info) return <p class={controls.notice}>{t("page.study.the-rules-of-this-chapter")}</p>;
  if (setup) {
    return (
      <>
        <h1>{t("page.study.new-chapter")}</h1>
        <Editor
          rules={rules}
          info={setup}
          position={refOf(setup) === chapter.tree.variant ? chapter.tree.start : setup.start}
          onUse={(position) =>
            attempt(() => {
              add([chapterOf(0, "", treeOfPosition(rules, refOf(setup), position))]);
              setSetup(null);
            })
          }
          onCancel={() => setSetup(null)}
        />
        <Alert>{problem}</Alert>
      </>
    );
  }

  const head = (
    <header class={styles.head}>
      <p class={styles.up}>
        <a href="/study">{t("page.study.studies")}</a>
      </p>
      {editable ? (
        <h1>
          <label>
            <span class={controls.visuallyHidden}>{t("page.study.title-of-the-study")}</span>
            <input
              class={styles.title}
              value={study.title}
              maxLength={maxNameLength}
              onInput={(event) => onChange({ ...study, title: event.currentTarget.value })}
            />
          </label>
        </h1>
      ) : (
        <h1>{study.title}</h1>
      )}
      <ChapterList study={study} here={chapter.key} solved={solved} onGo={go} />
    </header>
  );
  const turnPage = study.chapters.length > 1 && (
    <div
      class={classes(layouts.cluster, styles.pages)}
      role="group"
      aria-label={t("page.study.go-through-the-chapters")}
    >
      <Button
        aria-label={t("page.study.previous-chapter")}
        disabled={place === 0}
        onClick={() => go(study.chapters[place - 1]?.key ?? key)}
      >
        {t("page.study.previous")}
      </Button>
      <Button
        aria-label={t("page.study.next-chapter")}
        disabled={place === study.chapters.length - 1}
        onClick={() => go(study.chapters[place + 1]?.key ?? key)}
      >
        {t("page.study.next")}
      </Button>
    </div>
  );
  const tryIt = editable && chapter.exercise && (
    <Button
      aria-pressed={trying}
      disabled={!hasSolution(chapter.tree) && !chapter.refused}
      onClick={() => setTrying(!trying)}
    >
      {trying ? t("page.study.go-on-editing") : t("page.study.try-the-exercise")}
    </Button>
  );
  const rest = (
    <div class={classes(layouts.stack, layouts.gap8, styles.rest)}>
      <Alert>{problem}</Alert>
      {editable && (
        <>
          <ChapterForm
            study={study}
            chapter={chapter}
            onChange={change}
            onMove={(by) => onChange(moveChapter(study, chapter.key, by))}
            onRemove={() => {
              go(study.chapters[place === 0 ? 1 : place - 1]?.key ?? 0);
              onChange(removeChapter(study, chapter.key));
            }}
          />
          <NewChapter
            rules={rules}
            info={info}
            onAdd={add}
            onSetUp={setSetup}
            onFromHere={() =>
              attempt(() => {
                const { tree } = chapter;
                const { state } = rules.line({
                  variant: tree.variant,
                  position: tree.start,
                  study: tree.study,
                  moves: moves(tree, tree.here),
                });
                add([
                  {
                    ...chapterOf(
                      0,
                      "",
                      treeFrom(tree, tree.here, { variant: tree.variant, start: state.position, study: state.study }),
                    ),
                    flip: chapter.flip,
                  },
                ]);
              })
            }
          />
        </>
      )}
      {children}
    </div>
  );

  return (
    <div class={classes(layouts.stack, layouts.gap8, styles.study, editable && styles.editor)} data-full-width>
      {solving ? (
        <ExerciseBoard
          key={chapter.key}
          rules={rules}
          info={info}
          chapter={chapter}
          done={solved.has(chapter.key)}
          onDone={() => setSolved(new Set(solved).add(chapter.key))}
          hints
          label={`${info.title}, ${chapter.name}`}
          layout={({ task, board, desk }) => (
            <>
              {/* Without a column, the task comes before the board. */}
              {!column && task}
              <div class={styles.board}>{board}</div>
              <div class={classes(layouts.stack, layouts.gap8, styles.side)}>
                {roomy && head}
                <div>
                  {column && task}
                  {desk}
                </div>
                {!roomy && head}
                {tryIt}
                {turnPage}
              </div>
              {rest}
            </>
          )}
        />
      ) : (
        <ChapterBoard
          key={chapter.key}
          rules={rules}
          info={info}
          chapter={chapter}
          editable={editable}
          onTree={(tree) => change({ tree })}
          head={head}
          foot={
            <>
              {tryIt}
              {turnPage}
            </>
          }
          rest={rest}
        />
      )}
    </div>
  );
}
