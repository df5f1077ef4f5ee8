// An error message, which screen readers read out at once.
import * as controls from "../style/controls.module.css";
import type { ComponentChildren } from "preact";

/** Shows its children as an error; nothing if there is none. */
export function Alert({ children }: { children: ComponentChildren }) {
  return children ? (
    <p class={controls.notice} role="alert">
      {children}
    </p>
  ) : null;
}
