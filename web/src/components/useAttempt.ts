// Runs actions that may fail, and holds the result or error of the last one.
import { useState } from "preact/hooks";
import { errorText } from "../rules/text";

export function useAttempt() {
  const [result, setResult] = useState("");
  const [problem, setProblem] = useState("");
  /** Runs an action. If it returns text, the text becomes the result. */
  const attempt = async (act: () => unknown) => {
    try {
      setProblem("");
      const report = await act();
      setResult(typeof report === "string" ? report : "");
    } catch (failed) {
      setResult("");
      setProblem(errorText(failed));
    }
  };
  return { result, problem, attempt };
}
