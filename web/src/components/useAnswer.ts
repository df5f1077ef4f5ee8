// A request to the server, made once or for each key.
import { useEffect, useState } from "preact/hooks";
import { errorText } from "../rules/text";

interface Answer<Value> {
  /** The response; null until it has arrived. */
  value: Value | null;
  /** Why the request failed; empty if it did not. */
  problem: string;
}

const none = { value: null, problem: "" };

/** Sends a request when the component appears, and again when the key changes. */
export function useAnswer<Value>(ask: () => Promise<Value>, key = ""): Answer<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>(none);
  useEffect(() => {
    let gone = false;
    setAnswer(none);
    ask().then(
      (value) => !gone && setAnswer({ value, problem: "" }),
      (failure: unknown) => !gone && setAnswer({ value: null, problem: errorText(failure) }),
    );
    return () => {
      gone = true;
    };
  }, [key]);
  return answer;
}
