// Studies: the list of saved ones, or a single one that is saved here, contained in a link, from a lesson, or
// on the server.
import * as layouts from "../../style/layout.module.css";
import * as styles from "./study.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { variants } from "../../game/variants";
import { navigate } from "../../router";
import { useRules } from "../../rules/useRules";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import { loadLesson } from "../learn/lesson";
import { LocalStudy } from "./LocalStudy";
import { saveStudy, toSaved, savedStudies } from "./savedStudies";
import { studyOfLesson } from "./lessons";
import { unpack } from "./packed";
import { Problem } from "./Problem";
import { readStudy, writeStudy } from "./records";
import { readRemote } from "./remote";
import { Shelf } from "./Shelf";
import { type Study, fileName } from "./study";
import { classes } from "../../style/classes";
import { Alert } from "../../components/Alert";
import { useAttempt } from "../../components/useAttempt";
import { Button } from "../../components/Button";
import { download } from "../../components/download";
import { useTitle } from "../../title";
import { Desk } from "./Desk";
import { newRecordId } from "../../storage/database";

export default function StudyPage({ part, id }: { part: string; id: string }) {
  const { rules, problem } = useRules();
  if (!part) return <Shelf rules={rules} />;
  if (problem) return <Problem text={problem} />;
  if (!rules) return <Waiting />;
  if (part === "here") return <LocalStudy key={id} rules={rules} id={id} />;
  return <FoundStudy key={`${part}/${id}`} rules={rules} part={part} id={id} />;
}

/** A study from a link, from a lesson or on the server. A secret link makes it editable here. */
function FoundStudy({ rules, part, id }: { rules: Rules; part: string; id: string }) {
  const [found, setFound] = useState<Study | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let active = true;
    const secret = /^#edit=([\w-]+)$/.exec(location.hash)?.[1];
    if (secret && part !== "link") {
      adopt(rules, part, secret).then(
        (here) => active && navigate(`/study/here/${here}`, "replace"),
        (failed: unknown) => active && setProblem(errorText(failed)),
      );
      return () => {
        active = false;
      };
    }
    find(rules, part, id).then(
      (study) => active && setFound(study),
      (failed: unknown) => active && setProblem(errorText(failed)),
    );
    return () => {
      active = false;
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
    throw new Error(t("page.study.there-is-no-lesson-of"));
  }
  const there = await readRemote(part);
  return readStudy(rules, there.pgn ?? "");
}

/** Saves an editable copy of a server study in this browser, given the study's secret, and returns the copy's id. */
async function adopt(rules: Rules, id: string, secret: string): Promise<string> {
  const known = (await savedStudies()).find((one) => one.published?.id === id);
  if (known) return known.id;
  const there = await readRemote(id);
  const here = `server-${id}`;
  await saveStudy(
    toSaved(here, readStudy(rules, there.pgn ?? ""), { id, secret, version: there.version, changed: false }),
  );
  return here;
}

function Waiting() {
  return (
    <p class={layouts.dim} role="status">
      {t("page.study.loading-the-study")}
    </p>
  );
}

/** Someone else's study, for reading, solving and trying moves. Nothing is saved. */
function ReadStudy({ rules, study: found }: { rules: Rules; study: Study }) {
  const [study, setStudy] = useState(found);
  const { problem, attempt } = useAttempt();
  useTitle(study.title);
  const copy = () =>
    attempt(async () => {
      const id = newRecordId();
      await saveStudy(toSaved(id, found));
      navigate(`/study/here/${id}`);
    });
  const save = () =>
    attempt(() =>
      download(new Blob([writeStudy(rules, found)], { type: "application/vnd.chess-pgn" }), fileName(found)),
    );
  return (
    <Desk rules={rules} study={study} editable={false} onChange={setStudy}>
      <section aria-labelledby="keep-title">
        <h2 id="keep-title">{t("page.study.keep-it")}</h2>
        <div class={classes(layouts.cluster, formStyles.row)}>
          <Button class={controls.primary} onClick={copy}>
            {t("page.study.keep-a-copy")}
          </Button>
          <Button onClick={save}>{t("page.study.save-pgn")}</Button>
        </div>
        <p class={classes(layouts.muted, styles.hint)}>{t("page.study.a-copy-is-yours-to")}</p>
        <Alert>{problem}</Alert>
      </section>
    </Desk>
  );
}
