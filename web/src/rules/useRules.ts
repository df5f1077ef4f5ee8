// The rules for a component, as soon as they are loaded.
import { useEffect, useState } from "preact/hooks";
import { loadRules, type Rules } from "./rules";

/** The rules, or why they could not be loaded. */
export function useRules(): { rules: Rules | null; problem: string } {
  const [rules, setRules] = useState<Rules | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let wanted = true;
    loadRules().then(
      (loaded) => wanted && setRules(loaded),
      () => wanted && setProblem("The rules could not be loaded. Look at your connection and reload the page."),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return { rules, problem };
}
