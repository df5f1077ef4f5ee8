// The lessons: a rule set has its lesson in its own folder. Whatever they claim
// is played and compared by a test (lessons_test.go), so a lesson cannot be
// wrong about its rules.
import { languageFileOf } from "../../text/language";

export interface RefusedMove {
  /** UCI notation of a move that is refused. */
  move: string;
  code: string;
}

/** A board to try a rule on. */
export interface Task {
  task: string;
  /** Defaults to the rule set's start. */
  start?: string;
  study?: boolean;
  /** Moves played before the reader's turn. */
  lead?: string[];
  flip?: boolean;
  /** Moves that fulfil the task; without any, asking for a refused move does. */
  goal?: string[];
  done: string;
  refused?: RefusedMove[];
}

/** A diagram, and what is to be seen on it. */
export interface LessonPicture {
  about: string;
  position?: string;
  chosen?: string;
  move?: string;
  last?: string;
  view?: string;
  study?: boolean;
}

/** A plan of moves to step through: as it was printed once, and as it can be played. */
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
  /** The file of the rule set that holds plans to step through. */
  plans?: string;
  /** Those plans. */
  rides?: Ride[];
}

export interface Lesson {
  variant: string;
  lede: string;
  sections: Section[];
  /** In another language than English: the words of the plans, by their names. */
  rides?: Record<string, Pick<Ride, "title" | "about">>;
}

const folder = "../../../../variant";
const files = import.meta.glob<Lesson>("../../../../variant/*/lesson.json", { import: "default" });

const planFiles = import.meta.glob<Ride[]>("../../../../variant/*/rides.json", { import: "default" });

/** The lesson in the language of the page, where that has it. */
async function translated(variant: string): Promise<Lesson | undefined> {
  const file = languageFileOf(`lesson-${variant}`);
  try {
    const response = file ? await fetch(file) : undefined;
    return response?.ok ? ((await response.json()) as Lesson) : undefined;
  } catch {
    return undefined; // the English one may be here
  }
}

/** Loads the lesson of a rule set; null if it has none. */
export async function loadLesson(variant: string): Promise<Lesson | null> {
  const lesson = (await translated(variant)) ?? (await files[`${folder}/${variant}/lesson.json`]?.());
  if (!lesson) return null;
  const sections = lesson.sections.map(async (section) => {
    const rides = section.plans && (await planFiles[`${folder}/${variant}/${section.plans}`]?.());
    return rides ? { ...section, rides: rides.map((ride) => ({ ...ride, ...lesson.rides?.[ride.name] })) } : section;
  });
  return { ...lesson, sections: await Promise.all(sections) };
}

/** How many tasks a section has. */
export function taskCount({ tries = [], rides = [] }: Section): number {
  return tries.length + rides.length;
}

const prefix = "tain.learn.";

/** The tasks that were fulfilled in this browser, by section and number. */
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
    // A browser that keeps nothing still teaches.
  }
}
