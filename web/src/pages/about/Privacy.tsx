// What this server keeps about those who use it, told by the server itself.
import * as styles from "./about.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { readPrivacy } from "../../game/rest";
import { errorText } from "../../rules/text";
import { useTitle } from "../../title";
import type { Privacy as Told } from "../../wire.gen";

export default function Privacy() {
  useTitle("Privacy");
  const [told, setTold] = useState<Told | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    readPrivacy().then(setTold, (reason: unknown) => setFailure(errorText(reason)));
  }, []);
  return (
    <article class={styles.text}>
      <h1>Privacy</h1>
      {failure && (
        <p class={controls.notice} role="alert">
          {failure}
        </p>
      )}
      {told && (
        <>
          <p>{told.operator ? `This server is run by ${told.operator}.` : "Whoever runs this server has not said who they are."}</p>
          {told.contact && <p>You reach them at {told.contact}.</p>}
          {told.sections.map((section) => (
            <section key={section.title}>
              <h2>{section.title}</h2>
              {section.text.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </section>
          ))}
        </>
      )}
    </article>
  );
}
