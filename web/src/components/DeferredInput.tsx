// Replays a press on a control outside the board once the rules are loaded. The board itself works without
// them.
import * as styles from "./deferredinput.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Returns a function that replays a click, submit or change, or null if the event needs no replay. */
function replayOf(event: Event): (() => void) | null {
  const { target, type } = event;
  if (!(target instanceof Element) || target.closest("[data-own-keys]")) return null;
  if (type === "submit") return () => (target as HTMLFormElement).requestSubmit();
  if (type === "change") {
    const field = target as HTMLSelectElement;
    const { value } = field;
    return () => {
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    };
  }
  const button = target.closest("button");
  return button && button.type !== "submit" ? () => button.click() : null;
}

export function DeferredInput({ until, children }: { until: boolean; children: ComponentChildren }) {
  const held = useRef<(() => void) | null>(null);
  const hold = (event: Event) => {
    const what = until ? null : replayOf(event);
    if (!what) return;
    event.preventDefault();
    event.stopPropagation();
    held.current = what;
  };
  useEffect(() => {
    if (!until) return;
    held.current?.();
    held.current = null;
  }, [until]);
  return (
    <div class={styles.held} onClickCapture={hold} onSubmitCapture={hold} onChangeCapture={hold}>
      {children}
    </div>
  );
}
