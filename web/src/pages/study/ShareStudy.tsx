// Ways to share a study: as PGN, in a link that contains it, or on the server.
import { classes } from "../../style/classes";
import * as styles from "./study.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { Alert } from "../../components/Alert";
import { useAttempt } from "../../components/useAttempt";
import { Button } from "../../components/Button";
import { copyText, download } from "../../components/download";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { Published } from "./savedStudies";
import { pack } from "./packed";
import { Publish } from "./Publish";
import { writeStudy } from "./records";
import { fileName, type Study } from "./study";

interface Props {
  rules: Rules;
  study: Study;
  published: Published | undefined;
  onPublished: (published: Published | undefined) => Promise<void>;
  onTake: (pgn: string, published: Published) => Promise<void>;
}

export function ShareStudy({ rules, study, published, onPublished, onTake }: Props) {
  const { result, problem, attempt } = useAttempt();
  const copy = async (done: Plain, text: string) => {
    if (!(await copyText(text))) throw new Error(t("page.game.not-copied"));
    return t(done);
  };
  return (
    <section aria-labelledby="share-title">
      <h2 id="share-title">{t("page.study.share")}</h2>
      <div class={classes(layouts.cluster, formStyles.row)}>
        <Button
          class={controls.primary}
          onClick={() =>
            attempt(async () =>
              copy("page.study.link-copied", `${location.origin}/study/link#${await pack(writeStudy(rules, study))}`),
            )
          }
        >
          {t("page.study.copy-a-link-that-holds")}
        </Button>
        <Button onClick={() => attempt(() => copy("page.study.pgn-copied", writeStudy(rules, study)))}>
          {t("page.study.copy-pgn")}
        </Button>
        <Button
          onClick={() =>
            attempt(() => {
              download(new Blob([writeStudy(rules, study)], { type: "application/vnd.chess-pgn" }), fileName(study));
              return t("page.study.pgn-saved");
            })
          }
        >
          {t("page.study.save-pgn")}
        </Button>
      </div>
      <p class={classes(layouts.muted, styles.hint)}>{t("page.study.the-whole-study-is-in")}</p>
      <Publish
        rules={rules}
        study={study}
        published={published}
        onPublished={onPublished}
        onTake={onTake}
        onCopy={(name, text) => void attempt(() => copy(name, text))}
      />
      <p class={styles.result} role="status">
        {result}
      </p>
      <Alert>{problem}</Alert>
    </section>
  );
}
