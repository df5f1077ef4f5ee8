// Actions that may fail: the last one's result or error.
import { useState } from "preact/hooks";
import { errorText } from "../rules/text";

export function useAttempt() {
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  /** Runs an action. A text that it returns is shown as its result. */
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
