// The privacy page: the data that this server stores about its users.
import * as styles from "./about.module.css";
import { Alert } from "../../components/Alert";
import { useAnswer } from "../../components/useAnswer";
import { readPrivacy } from "../../game/rest";
import { t } from "../../text/text";
import { useTitle } from "../../title";

export default function Privacy() {
  useTitle(t("page.about.privacy"));
  const { value: policy, problem } = useAnswer(readPrivacy);
  return (
    <article class={styles.text}>
      <h1>{t("page.about.privacy")}</h1>
      <Alert>{problem}</Alert>
      {policy && (
        <>
          <p>
            {policy.operator
              ? t("page.about.run-by", { name: policy.operator })
              : t("page.about.whoever-runs-this-server-has")}
          </p>
          {policy.contact && <p>{t("page.about.reach", { contact: policy.contact })}</p>}
          {policy.sections.map((section, at) => (
            <section key={at}>
              <h2>{section.title}</h2>
              {section.text.map((text, at) => (
                <p key={at}>{text}</p>
              ))}
            </section>
          ))}
        </>
      )}
    </article>
  );
}
