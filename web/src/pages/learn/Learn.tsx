// The rule sets to learn, and a page for each.
import * as styles from "./learn.module.css";
import * as controls from "../../style/controls.module.css";
import { variantOf, variants } from "../../game/variants";
import { useTitle } from "../../title";
import { IdeaBoard } from "../home/IdeaBoard";
import { LessonPage } from "./LessonPage";

export default function Learn({ variant }: { variant: string }) {
  const info = variantOf(variant);
  useTitle(info ? `Learn ${info.title}` : "Learn");
  if (info) return <LessonPage info={info} />;
  return (
    <div class={styles.list}>
      <h1>Learn</h1>
      {variant && <p class={controls.notice}>There is no rule set called {variant}. These there are:</p>}
      <p class={styles.lead}>Each page tells the rules in plain words and has boards to try them on.</p>
      <ul>
        {variants.map((one) => (
          <li key={one.name}>
            <IdeaBoard class={styles.idea} info={one} moving={false} />
            <h2>
              <a href={`/learn/${one.name}`}>{one.title}</a>
            </h2>
            <p>{one.summary}</p>
            <p class={styles.links}>
              <a href={`/play?variant=${one.name}`} aria-label={`Play ${one.title}`}>
                Play
              </a>
              <a href={`/analysis?variant=${one.name}`} aria-label={`Analyse ${one.title}`}>
                Analyse
              </a>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
