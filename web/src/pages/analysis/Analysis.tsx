// The analysis board: play both sides, run the engine, save variations, explain moves.
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { DeferredInput } from "../../components/DeferredInput";
import { variants } from "../../game/variants";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import { linkText } from "../../game/linkText";
import { EarlyRules } from "../../rules/early";
import { pageQuery, firstOfPage } from "../../rules/first";
import { loadedRules, loadRules, type Rules } from "../../rules/rules";
import { NodeReader } from "./nodeState";
import { type Opened, open } from "./open";
import { nothingSaved, openedEntry } from "./savedTrees";
import { Workbench } from "./Workbench";

interface Ready {
  rules: Rules;
  opened: Opened;
}

/** Opens the position sent with the page; null if it needs the rules or there is something else to open. */
async function openEarly(query: string): Promise<Ready | null> {
  const first = firstOfPage();
  if (!first || query !== pageQuery || !nothingSaved()) return null;
  const rules = new EarlyRules(first, [query, linkText(query, first.state.variant)]);
  try {
    const opened = await open(rules, variants, query, false);
    new NodeReader(rules).read(opened.tree);
    return rules.lacking || opened.problem || opened.plan !== null ? null : { rules, opened };
  } catch {
    return null; // the rules report the error
  }
}

export default function Analysis() {
  useTitle(t("page.analysis.analysis"));
  const [ready, setReady] = useState<Ready | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let left = false;
    const query = location.search;
    const resumed = history.state === openedEntry;
    const begun = loadedRules() ? Promise.resolve(null) : openEarly(query);
    begun
      .then((found) => {
        if (!left && found) setReady(found);
        return loadRules();
      })
      // The position shown before the rules were loaded stays and gets its legal moves.
      .then(async (rules) => ({
        rules,
        opened: (await begun)?.opened ?? (await open(rules, variants, query, resumed)),
      }))
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
        <h1>{t("page.analysis.analysis")}</h1>
        <Alert>{problem}</Alert>
      </>
    );
  }
  if (!ready) {
    return (
      <>
        <h1 class={controls.visuallyHidden}>{t("page.analysis.analysis")}</h1>
        <p class={layouts.dim} role="status">
          {t("page.analysis.loading-the-rules")}
        </p>
      </>
    );
  }
  return (
    <DeferredInput until={!(ready.rules instanceof EarlyRules)}>
      <Workbench rules={ready.rules} opened={ready.opened} />
    </DeferredInput>
  );
}
