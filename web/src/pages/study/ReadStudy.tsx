// A study of somebody else: it is read, solved and played in, and nothing of that is kept.
import { classes } from "../../style/classes";
import * as styles from "./study.module.css";
import * as formStyles from "../analysis/form.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { download } from "../../components/download";
import { navigate } from "../../router";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import { Desk } from "./Desk";
import { newRecordId } from "../../storage/database";
import { saveStudy, toSaved } from "./savedStudies";
import { writeStudy } from "./records";
import { fileName, type Study } from "./study";

export function ReadStudy({ rules, study: found }: { rules: Rules; study: Study }) {
  const [study, setStudy] = useState(found);
  const [problem, setProblem] = useState("");
  useTitle(study.title);
  const attempt = async (act: () => Promise<void> | void) => {
    try {
      setProblem("");
      await act();
    } catch (failed) {
      setProblem(errorText(failed));
    }
  };
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
