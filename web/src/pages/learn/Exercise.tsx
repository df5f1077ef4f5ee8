// A task of a lesson: a chapter of a study that is solved on the page.
import { useMemo, useRef } from "preact/hooks";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import { ExerciseBoard } from "../study/ExerciseBoard";
import { chapterOfTask } from "../study/lessons";
import type { Task } from "./lesson";
import { useNearViewport } from "./useNearViewport";

interface Props {
  rules: Rules;
  info: VariantInfo;
  task: Task;
  done: boolean;
  onDone: () => void;
}

export function Exercise({ rules, info, task, done, onDone }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const near = useNearViewport(box);
  const chapter = useMemo(() => chapterOfTask(rules, info, task, 1, ""), [rules, info, task]);
  return (
    <div ref={box}>
      <ExerciseBoard
        rules={rules}
        info={info}
        chapter={chapter}
        done={done}
        onDone={onDone}
        label={t("page.learn.try-board", { title: info.title })}
        near={near}
      />
    </div>
  );
}
