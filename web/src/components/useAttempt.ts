// Actions that may fail: what the last one reported, or why it failed.
import { useState } from "preact/hooks";
import { errorText } from "../rules/text";

export function useAttempt() {
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  /** Runs an action. A text that it returns is what it reports. */
  const attempt = async (act: () => unknown) => {
    try {
      setProblem("");
      const report = await act();
      setSaid(typeof report === "string" ? report : "");
    } catch (failed) {
      setSaid("");
      setProblem(errorText(failed));
    }
  };
  return { said, problem, attempt };
}
