// The lessons. Each rule set has its lesson in its own folder. A test (lessons_test.go) plays the lessons' moves and
// compares the results with their text.
import { fetchLanguageFile } from "../../text/language";
import type { State } from "../../wire.gen";

export interface RefusedMove {
  /** An illegal move, in UCI notation. */
  move: string;
  code: string;
}

/** A board to try a rule on. */
export interface Task {
  task: string;
  /** Defaults to the rule set's start position. */
  start?: string;
  study?: boolean;
  /** Moves played before it is the reader's turn. */
  lead?: string[];
  flip?: boolean;
  /** Moves that complete the task. If there are none, trying an illegal move completes it. */
  goal?: string[];
  done: string;
  refused?: RefusedMove[];
}

/** A diagram and its caption. */
export interface LessonPicture {
  about: string;
  position?: string;
  chosen?: string;
  move?: string;
  last?: string;
  view?: string;
  study?: boolean;
}

/** A plan to step through: as it was printed, and as it can be played. */
export interface Ride {
  name: string;
  title: string;
  position: string;
  printed: string;
  plan: string;
  about: string;
}

export interface Section {
  id: string;
  title: string;
  text: string[];
  pictures?: LessonPicture[];
  picture?: string;
  tries?: Task[];
  /** The name of the rule set's plan file. */
  plans?: string;
  /** The plans of the section. */
  rides?: Ride[];
}

export interface Lesson {
  variant: string;
  lede: string;
  sections: Section[];
  /** In languages other than English: the texts of the plans, keyed by name. */
  rides?: Record<string, Pick<Ride, "title" | "about">>;
}

const folder = "../../../../variant";
const files = import.meta.glob<string>("../../../../variant/*/lesson.json", {
  query: "?url",
  import: "default",
  eager: true,
});

const planFiles = import.meta.glob<Ride[]>("../../../../variant/*/rides.json", { import: "default" });

/** Loads the lesson of a rule set; null if it has none. */
export async function loadLesson(variant: string): Promise<Lesson | null> {
  const lesson = await fetchLanguageFile<Lesson>(`lesson-${variant}`, files[`${folder}/${variant}/lesson.json`]);
  if (!lesson) return null;
  const sections = lesson.sections.map(async (section) => {
    const rides = section.plans && (await planFiles[`${folder}/${variant}/${section.plans}`]?.());
    return rides ? { ...section, rides: rides.map((ride) => ({ ...ride, ...lesson.rides?.[ride.name] })) } : section;
  });
  return { ...lesson, sections: await Promise.all(sections) };
}

const boardFiles = import.meta.glob<Record<string, State>>("../../data/boards-*.json", { import: "default" });

/** Loads the initial positions of a lesson's tasks, by section and number. They are shown until the rules load. */
export async function loadLessonBoards(variant: string): Promise<Readonly<Record<string, State>>> {
  return (await boardFiles[`../../data/boards-${variant}.json`]?.()) ?? {};
}

/** Returns the number of tasks in a section. */
export function taskCount({ tries = [], rides = [] }: Section): number {
  return tries.length + rides.length;
}

const prefix = "tain.learn.";

/** Returns the tasks completed in this browser, by section and number. */
export function solvedTasks(variant: string): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + variant) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : []);
  } catch {
    return new Set();
  }
}

export function saveSolvedTasks(variant: string, done: Set<string>): void {
  try {
    localStorage.setItem(prefix + variant, JSON.stringify([...done]));
  } catch {
    // The lesson works without storage.
  }
}
