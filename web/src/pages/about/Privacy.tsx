// The privacy page: the data that this server stores about its users.
import * as styles from "./about.module.css";
import { useEffect, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { readPrivacy } from "../../game/rest";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import type { Privacy as Policy } from "../../wire.gen";

export default function Privacy() {
  useTitle(t("page.about.privacy"));
  const [policy, setPolicy] = useState<Policy | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    readPrivacy().then(setPolicy, (reason: unknown) => setFailure(errorText(reason)));
  }, []);
  return (
    <article class={styles.text}>
      <h1>{t("page.about.privacy")}</h1>
      <Alert>{failure}</Alert>
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
