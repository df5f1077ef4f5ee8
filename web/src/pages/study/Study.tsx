// Studies: those kept here, and one that is kept here, held by a link, made of a
// lesson, or read from the server.
import * as controls from "../../style/controls.module.css";
import * as styles from "./study.module.css";
import { useEffect, useState } from "preact/hooks";
import { variants } from "../../game/variants";
import { useRules } from "../../rules/useRules";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { useTitle } from "../../title";
import { loadLesson } from "../learn/lesson";
import { HereStudy } from "./HereStudy";
import { studyOfLesson } from "./lessons";
import { unpack } from "./packed";
import { ReadStudy } from "./ReadStudy";
import { readStudy } from "./records";
import { Shelf } from "./Shelf";
import type { Study } from "./study";

export default function StudyPage({ part, id }: { part: string; id: string }) {
  const { rules, problem } = useRules();
  if (!part) return <Shelf rules={rules} />;
  if (problem) return <Problem text={problem} />;
  if (!rules) return <Waiting />;
  if (part === "here") return <HereStudy key={id} rules={rules} id={id} />;
  return <FoundStudy key={`${part}/${id}`} rules={rules} part={part} id={id} />;
}

/** A study that is only read here. */
function FoundStudy({ rules, part, id }: { rules: Rules; part: string; id: string }) {
  const [found, setFound] = useState<Study | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let wanted = true;
    find(rules, part, id).then(
      (study) => wanted && setFound(study),
      (failed: unknown) => wanted && setProblem(errorText(failed)),
    );
    return () => {
      wanted = false;
    };
  }, []);
  if (problem) return <Problem text={problem} />;
  return found ? <ReadStudy rules={rules} study={found} /> : <Waiting />;
}

async function find(rules: Rules, part: string, id: string): Promise<Study> {
  if (part === "link") return readStudy(rules, await unpack(location.hash.slice(1)));
  if (part === "lesson") {
    const info = variants.find((one) => one.name === id);
    const lesson = info && (await loadLesson(info.name));
    if (info && lesson) return studyOfLesson(rules, info, lesson);
    throw new Error("There is no lesson of this name.");
  }
  throw new Error("There is no study of this name.");
}

function Waiting() {
  return (
    <p class={styles.loading} role="status">
      Loading the study
    </p>
  );
}

export function Problem({ text }: { text: string }) {
  useTitle("Study");
  return (
    <>
      <h1>Study</h1>
      <p class={controls.notice} role="alert">
        {text}
      </p>
      <p>
        <a href="/study">Studies kept in this browser</a>
      </p>
    </>
  );
}
