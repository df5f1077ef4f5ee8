// Lessons as studies: a task is a chapter to solve.
import type { Rules } from "../../rules/rules";
import type { VariantInfo } from "../../wire.gen";
import type { Lesson, Task } from "../learn/lesson";
import { annotate, newTree, play, root } from "../analysis/tree";
import { chapterOf, type Chapter, type Study } from "./study";

/** The NAG of a good move (!), given to every solution of a task but the first, which is the main line. */
const good = 1;

/** Returns a task as a chapter. */
export function chapterOfTask(
  rules: Pick<Rules, "line">,
  info: VariantInfo,
  task: Task,
  key: number,
  name: string,
): Chapter {
  const { start, steps, state } = rules.line({
    variant: info.name,
    position: task.start,
    study: task.study,
    moves: task.lead ?? [],
  });
  let tree = newTree({
    variant: info.name,
    start: steps.length > 0 ? state.position : start,
    study: state.study,
    lastMove: steps.at(-1)?.move,
  });
  tree = annotate(tree, root, { comment: task.task });
  const goals = task.goal ?? [];
  for (const [at, goal] of goals.entries()) {
    const move = state.moves.find((one) => one.move === goal);
    if (!move) continue;
    tree = play(tree, root, move.move, move.san);
    tree = annotate(tree, tree.here, { comment: task.done, nags: at > 0 ? [good] : [] });
  }
  const chapter: Chapter = {
    ...chapterOf(key, name, { ...tree, here: root }),
    exercise: true,
    flip: task.flip ?? false,
  };
  if (task.refused) chapter.refused = task.refused.map(({ move }) => ({ move }));
  if (goals.length === 0) chapter.done = task.done;
  return chapter;
}

/** Returns the tasks of a lesson as a study. */
export function studyOfLesson(rules: Pick<Rules, "line">, info: VariantInfo, lesson: Lesson): Study {
  const chapters: Chapter[] = [];
  for (const section of lesson.sections) {
    const tries = section.tries ?? [];
    for (const [at, task] of tries.entries()) {
      const name = tries.length > 1 ? `${section.title}, ${at + 1}` : section.title;
      chapters.push(chapterOfTask(rules, info, task, chapters.length + 1, name));
    }
  }
  return { title: info.title, chapters, next: chapters.length + 1 };
}
