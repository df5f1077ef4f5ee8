// What others have written and Tain contains.
import * as styles from "./about.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { readNotices } from "../../game/rest";
import { errorText } from "../../rules/text";
import { useTitle } from "../../title";
import type { Notice } from "../../wire.gen";

export default function Licences() {
  useTitle("Licences");
  const [notices, setNotices] = useState<Notice[]>([]);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    readNotices().then(setNotices, (reason: unknown) => setFailure(errorText(reason)));
  }, []);
  const list = (part: Notice["part"]) =>
    notices
      .filter((each) => each.part === part)
      .map((each) => (
        <details key={each.name}>
          <summary>
            {each.name} {each.version}
          </summary>
          <pre>{each.text ?? "The text is not in this build."}</pre>
        </details>
      ));
  return (
    <article class={styles.text}>
      <h1>Licences</h1>
      <p>Tain is under the Apache License 2.0. It contains work of others, with thanks to them.</p>
      {failure && (
        <p class={controls.notice} role="alert">
          {failure}
        </p>
      )}
      {notices.length > 0 && (
        <>
          <h2>In the page</h2>
          {list("page")}
          <h2>In the program</h2>
          {list("program")}
        </>
      )}
    </article>
  );
}
