// A request to the server, made once or for each key.
import { useEffect, useRef, useState } from "preact/hooks";
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

/** Returns the last value that was not null, so that a list remains while the next one is loading. */
export function useLast<Value>(value: Value | null): Value | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}
