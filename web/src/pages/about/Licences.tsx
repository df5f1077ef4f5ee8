// What others have written and Tain contains.
import * as styles from "./about.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { readLicences } from "../../game/rest";
import { errorText } from "../../rules/text";
import { useTitle } from "../../title";
import type { Licence } from "../../wire.gen";

export default function Licences() {
  useTitle("Licences");
  const [licences, setLicences] = useState<Licence[]>([]);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    readLicences().then(setLicences, (reason: unknown) => setFailure(errorText(reason)));
  }, []);
  const list = (part: Licence["part"]) =>
    licences
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
      {licences.length > 0 && (
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
