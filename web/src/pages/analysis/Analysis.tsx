// A free board: play both sides, ask the engine, save variations, explain.
import * as styles from "./analysis.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { variants } from "../../game/variants";
import { useTitle } from "../../title";
import { loadRules, type Rules } from "../../rules/rules";
import { type Opened, open } from "./open";
import { Workbench } from "./Workbench";

interface Ready {
  rules: Rules;
  opened: Opened;
}

export default function Analysis() {
  useTitle("Analysis");
  const [ready, setReady] = useState<Ready | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let left = false;
    const query = location.search;
    loadRules()
      .then(async (rules) => ({ rules, opened: await open(rules, variants, query) }))
      .then((found) => {
        if (!left) setReady(found);
      })
      .catch((failed: unknown) => {
        if (!left) setProblem(failed instanceof Error ? failed.message : String(failed));
      });
    return () => {
      left = true;
    };
  }, []);
  if (problem) {
    return (
      <>
        <h1>Analysis</h1>
        <p class={controls.notice} role="alert">
          {problem}
        </p>
      </>
    );
  }
  if (!ready) {
    return (
      <>
        <h1 class={controls.visuallyHidden}>Analysis</h1>
        <p class={styles.loading} role="status">
          Loading the rules
        </p>
      </>
    );
  }
  return <Workbench rules={ready.rules} opened={ready.opened} />;
}
