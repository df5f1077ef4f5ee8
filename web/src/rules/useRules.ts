// The rules as a hook.
import { useEffect, useState } from "preact/hooks";
import { t } from "../text/text";
import { loadedRules, loadRules, type Rules } from "./rules";

/** Returns the rules, or the error if they could not be loaded. They are loaded on first use. */
export function useRules(needed = true): { rules: Rules | null; problem: string } {
  const [rules, setRules] = useState(loadedRules);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!needed) return;
    let active = true;
    loadRules().then(
      (loaded) => active && setRules(loaded),
      () => active && setProblem(t("page.rules.the-rules-could-not-be")),
    );
    return () => {
      active = false;
    };
  }, [needed]);
  return { rules, problem };
}
