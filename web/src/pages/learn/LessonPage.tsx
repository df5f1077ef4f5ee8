// One rule set: its rules in words, and boards to try them on.
import * as overview from "../../components/overview.module.css";
import { classes } from "../../style/classes";
import * as styles from "./learn.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState, useMemo, useRef } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { loadRules, type Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { VariantInfo, Mount, State } from "../../wire.gen";
import { errorText } from "../../rules/text";
import { Board } from "../../board/Board";
import { inTurn, useTurn } from "../../board/useTurn";
import {
  solvedTasks,
  saveSolvedTasks,
  type Lesson,
  loadLesson,
  loadLessonBoards,
  taskCount,
  type Section,
  type Task,
} from "./lesson";
import { Picture } from "./Picture";
import { RideBoard } from "./RideBoard";
import { ideas } from "../../game/variants";
import { IdeaBoard } from "../home/IdeaBoard";
import { firstGamePath } from "../first/firstGame";
import { hasPuzzles } from "../puzzles/data";
import { ExerciseBoard, ExerciseFrame } from "../study/ExerciseBoard";
import { chapterOfTask } from "../study/lessons";
import { useNearViewport } from "./useNearViewport";
import { tagName } from "../puzzles/text";

export function LessonPage({ info }: { info: VariantInfo }) {
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const [rules, setRules] = useState<Rules | null>(null);
  const [boards, setBoards] = useState<Readonly<Record<string, State>>>({});
  const [problem, setProblem] = useState("");
  const [done, setDone] = useState(() => solvedTasks(info.name));
  useEffect(() => {
    const failed = (reason: unknown) => setProblem(errorText(reason));
    loadLesson(info.name).then(setLesson, failed);
    // Without them, the boards appear once the rules are loaded.
    loadLessonBoards(info.name).then(setBoards, () => undefined);
    // The text is readable before the boards are ready.
    loadRules().then(setRules, failed);
  }, [info.name]);

  // The linked section does not exist yet when the page opens, and moves when boards and pictures load.
  useEffect(() => {
    if (!lesson || !location.hash) return;
    const scroll = () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    scroll();
    inTurn(scroll);
  }, [lesson, rules]);

  const animated = useMemo(() => !matchMedia("(prefers-reduced-motion: reduce)").matches, []);

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
      <header class={classes(layouts.stack, styles.intro)}>
        <div>
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
            {firstGamePath(info.name) && (
              <a class={controls.button} href={firstGamePath(info.name)}>
                {t("page.first.try")}
              </a>
            )}
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
        </div>
        {ideas[info.name] && <IdeaBoard class={styles.idea} info={info} moving={animated} captioned />}
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
            <SectionView
              key={section.id}
              info={info}
              section={section}
              rules={rules}
              boards={boards}
              done={done}
              onDone={finish}
            />
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
  boards: Readonly<Record<string, State>>;
  done: Set<string>;
  onDone: (task: string) => void;
}

function SectionView({ info, section, rules, boards, done, onDone }: SectionProps) {
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
          ) : task ? (
            <Exercise
              key={at}
              rules={rules}
              info={info}
              task={task}
              first={boards[`${section.id}/${at}`]}
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

interface Props {
  rules: Rules | null;
  info: VariantInfo;
  task: Task;
  /** The initial position, if it is loaded. */
  first: State | undefined;
  done: boolean;
  onDone: () => void;
}

/**
 * A task of a lesson: a study chapter to solve on the page. Until the rules are loaded, its board has no moves. The
 * board is drawn once the task is near the viewport.
 */
function Exercise({ rules, info, task, first, done, onDone }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const near = useNearViewport(box);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (near) setOpened(true);
  }, [near]);
  // Several boards are usually near, so each waits for its turn: to be drawn, and to get its moves.
  const drawn = useTurn(near && first !== undefined);
  const playable = useTurn(rules !== null && opened);
  const chapter = useMemo(
    () => (rules && playable ? chapterOfTask(rules, info, task, 1, "") : null),
    [rules, playable, info, task],
  );
  const label = t("page.learn.try-board", { title: info.title });
  return (
    <div ref={box}>
      {rules && chapter ? (
        <ExerciseBoard
          rules={rules}
          info={info}
          chapter={chapter}
          done={done}
          onDone={onDone}
          label={label}
          near={near}
        />
      ) : (
        <ExerciseFrame
          info={info}
          task={task.task}
          board={
            near &&
            drawn &&
            first && <Board info={info} state={first} flip={task.flip} movable="none" fixed label={label} />
          }
          desk={<p class={layouts.dim}>{t("page.learn.loading-the-board")}</p>}
        />
      )}
    </div>
  );
}

/** The puzzle theme to which a section of a lesson links, by rule set and section. */
const leads: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  chess: { special: "promotion", mate: "mate-in-2" },
  cylinder: { lines: "over-the-seam", draws: "mate-in-2" },
  triboard: {
    rook: "over-the-seam",
    bishop: "over-the-seam",
    queen: "over-the-seam",
    knight: "over-the-seam",
    check: "mate-in-2",
    pawns: "promotion",
  },
  mirrorsquare: {
    reflection: "made-piece",
    landing: "held-reflection",
    "at-once": "reflection-mate",
    kings: "several-kings",
  },
  nachfolger: {
    successors: "successor-chain",
    teleport: "goes-on",
    safety: "reflection-mate",
    captures: "made-piece",
    promotion: "promotion",
  },
  portal: { lines: "over-the-seam", edges: "over-the-seam" },
  trid: {
    columns: "level-change",
    promotion: "promotion",
    boards: "board-move",
    carried: "board-ride",
    rides: "board-ride",
  },
  meder: { board: "level-change", boards: "board-move", pins: "board-ride" },
};

/** Links a section of a lesson to puzzles about it. */
function PuzzleLink({ variant, section }: { variant: string; section: string }) {
  const tag = leads[variant]?.[section];
  if (!tag || !hasPuzzles(variant)) return null;
  return (
    <p>
      <a class={controls.target} href={`/puzzles/${variant}?theme=${tag}`}>
        {t("page.learn.puzzles-about", { theme: tagName(tag) })}
      </a>
    </p>
  );
}

const across = 180;
const apart = 64;

function place(pin: string): { x: number; y: number } {
  return { x: pin.startsWith("Q") ? 60 : 60 + across, y: 30 + (6 - Number(pin.slice(2))) * apart };
}

/** Draws the pins, with a line between each pair of neighbours. */
function Pins({ pins }: { pins: Mount[] }) {
  const pairs = pins.flatMap((pin) =>
    pin.next.filter((other) => pin.name < other).map((other) => [pin.name, other] as const),
  );
  return (
    <figure class={styles.pins}>
      <svg viewBox={`0 0 ${across + 120} ${5 * apart + 60}`} role="img" aria-label={words(pins)}>
        {pairs.map(([a, b]) => (
          <path class={styles.between} d={line(a, b)} />
        ))}
        {pins.map((pin) => {
          const { x, y } = place(pin.name);
          return (
            <g>
              <circle cx={x} cy={y} r={21} />
              <text x={x} y={y + 5} text-anchor="middle">
                {pin.name}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>{t("page.learn.lines-join-neighbouring-pins-whites")}</figcaption>
    </figure>
  );
}

/** Returns the line between two pins. Lines that would pass over a third pin curve outwards. */
function line(a: string, b: string): string {
  const from = place(a);
  const to = place(b);
  const far = from.x === to.x && Math.abs(from.y - to.y) > apart;
  if (!far) return `M${from.x} ${from.y}L${to.x} ${to.y}`;
  const out = a.startsWith("Q") ? -46 : 46;
  return `M${from.x} ${from.y}Q${from.x + out} ${(from.y + to.y) / 2} ${to.x} ${to.y}`;
}

function words(pins: Mount[]): string {
  return pins.map((pin) => t("page.learn.pin-next", { pin: pin.name, pins: pin.next.join(", ") })).join(". ");
}
