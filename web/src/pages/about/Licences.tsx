// Third-party software in Tain.
import * as styles from "./about.module.css";
import { Alert } from "../../components/Alert";
import { useAnswer } from "../../components/useAnswer";
import { readLicences } from "../../game/rest";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import type { Licence } from "../../wire.gen";

export default function Licences() {
  useTitle(t("page.about.licences"));
  const { value: licences, problem } = useAnswer(readLicences);
  const list = (part: Licence["part"]) =>
    licences
      ?.filter((each) => each.part === part)
      .map((each) => (
        <details key={each.name}>
          <summary>
            {each.name} {each.version}
          </summary>
          <pre>{each.text ?? t("page.about.the-text-is-not-in")}</pre>
        </details>
      ));
  return (
    <article class={styles.text}>
      <h1>{t("page.about.licences")}</h1>
      <p>{t("page.about.tain-is-under-the-apache")}</p>
      <Alert>{problem}</Alert>
      {licences && licences.length > 0 && (
        <>
          <h2>{t("page.about.in-the-page")}</h2>
          {list("page")}
          <h2>{t("page.about.in-the-program")}</h2>
          {list("program")}
        </>
      )}
    </article>
  );
}
