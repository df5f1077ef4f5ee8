// One rule set: its rules in words, and boards to try them on.
import * as overview from "../../components/overview.module.css";
import { classes } from "../../style/classes";
import * as styles from "./learn.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { loadRules, type Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import { errorText } from "../../rules/text";
import { solvedTasks, saveSolvedTasks, type Lesson, loadLesson, taskCount, type Section } from "./lesson";
import { Picture } from "./Picture";
import { Pins } from "./Pins";
import { Exercise } from "./Exercise";
import { RideBoard } from "./RideBoard";
import { PuzzleLink } from "./PuzzleLink";
import { hasPuzzles } from "../puzzles/data";

export function LessonPage({ info }: { info: VariantInfo }) {
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const [rules, setRules] = useState<Rules | null>(null);
  const [problem, setProblem] = useState("");
  const [done, setDone] = useState(() => solvedTasks(info.name));
  useEffect(() => {
    const failed = (reason: unknown) => setProblem(errorText(reason));
    loadLesson(info.name).then(setLesson, failed);
    // The words can be read before the boards are there.
    loadRules().then(setRules, failed);
  }, [info.name]);

  // The part an address names is not there yet when the page opens, and moves
  // once when boards and pictures come.
  useEffect(() => {
    if (lesson && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [lesson, rules]);

  const finish = (task: string) => {
    if (done.has(task)) return;
    const more = new Set(done).add(task);
    setDone(more);
    saveSolvedTasks(info.name, more);
  };
  const tasks =
    lesson?.sections.flatMap((section) =>
      Array.from({ length: taskCount(section) }, (_, at) => `${section.id}/${at}`),
    ) ?? [];
  const finished = tasks.filter((task) => done.has(task)).length;

  return (
    <article class={styles.lesson}>
      <header>
        <p class={styles.up}>
          <a class={controls.target} href="/learn">
            {t("page.learn.learn")}
          </a>
        </p>
        <h1>{info.title}</h1>
        <p class={overview.lead}>{lesson?.lede ?? info.summary}</p>
        <p class={styles.links}>
          <a class={classes(controls.button, controls.primary)} href={`/play?variant=${info.name}`}>
            {t("page.learn.play")}
          </a>
          <a class={controls.button} href={`/analysis?variant=${info.name}`}>
            {t("page.learn.analyse")}
          </a>
          <a class={controls.button} href={`/learn/${info.name}/rules`}>
            {t("page.learn.rulebook")}
          </a>
          {hasPuzzles(info.name) && (
            <a class={controls.button} href={`/puzzles/${info.name}`}>
              {t("page.learn.puzzles")}
            </a>
          )}
          <a class={controls.button} href={`/study/lesson/${info.name}`}>
            {t("page.learn.as-a-study")}
          </a>
          {tasks.length > 0 && (
            <span class={classes(layouts.dim, controls.figures)}>
              {t("page.learn.tasks-done", { done: finished, all: tasks.length })}
            </span>
          )}
        </p>
        <Alert>{problem}</Alert>
      </header>
      {lesson && (
        <>
          <nav class={styles.contents} aria-label={t("page.learn.on-this-page")}>
            <ul class={classes(layouts.cluster, layouts.list, styles.sections)}>
              {lesson.sections.map((section) => (
                <li>
                  <a class={controls.target} href={`#${section.id}`}>
                    {section.title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          {lesson.sections.map((section) => (
            <SectionView key={section.id} info={info} section={section} rules={rules} done={done} onDone={finish} />
          ))}
        </>
      )}
    </article>
  );
}

interface SectionProps {
  info: VariantInfo;
  section: Section;
  rules: Rules | null;
  done: Set<string>;
  onDone: (task: string) => void;
}

function SectionView({ info, section, rules, done, onDone }: SectionProps) {
  const [at, setAt] = useState(0);
  const tries = section.tries ?? [];
  const task = tries[at];
  const ride = section.rides?.[at - tries.length];
  const count = taskCount(section);
  const wide = info.boards > 1;
  const pictures = rules && section.pictures && (
    <div class={styles.pictures}>
      {section.pictures.map((picture) => (
        <Picture rules={rules} variant={info.name} picture={picture} />
      ))}
    </div>
  );
  return (
    <section
      class={classes(layouts.stack, styles.section, wide && styles.below)}
      id={section.id}
      aria-labelledby={`${section.id}-title`}
    >
      <div class={styles.prose}>
        <h2 id={`${section.id}-title`}>{section.title}</h2>
        {section.text.map((paragraph) => (
          <p>{paragraph}</p>
        ))}
        {section.picture === "pins" && info.pins && <Pins pins={info.pins} />}
        {!wide && pictures}
        <PuzzleLink variant={info.name} section={section.id} />
      </div>
      {wide && pictures}
      {count > 0 && (
        <div>
          {count > 1 && (
            <div
              class={classes(layouts.cluster, layouts.middle, layouts.gap2, styles.tasks)}
              role="group"
              aria-label={t("page.learn.tasks-of", { title: section.title })}
            >
              <span aria-hidden="true">{t("page.learn.tasks")}</span>
              {Array.from({ length: count }, (_, n) => (
                <Button
                  class={classes(controls.toggle, controls.figures)}
                  aria-pressed={n === at}
                  aria-label={t("page.learn.task", { n: n + 1, done: done.has(`${section.id}/${n}`) })}
                  onClick={() => setAt(n)}
                >
                  {done.has(`${section.id}/${n}`) ? `${n + 1} ✓` : n + 1}
                </Button>
              ))}
            </div>
          )}
          {rules && ride ? (
            <RideBoard
              key={ride.name}
              rules={rules}
              info={info}
              ride={ride}
              done={done.has(`${section.id}/${at}`)}
              onDone={() => onDone(`${section.id}/${at}`)}
            />
          ) : rules && task ? (
            <Exercise
              key={at}
              rules={rules}
              info={info}
              task={task}
              done={done.has(`${section.id}/${at}`)}
              onDone={() => onDone(`${section.id}/${at}`)}
            />
          ) : (
            <p>{t("page.learn.loading-the-board")}</p>
          )}
        </div>
      )}
    </section>
  );
}
