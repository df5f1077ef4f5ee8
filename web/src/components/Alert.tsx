// An error message, which screen readers announce immediately.
import * as controls from "../style/controls.module.css";
import type { ComponentChildren } from "preact";

/** Shows its children as an error; renders nothing without children. */
export function Alert({ children }: { children: ComponentChildren }) {
  return children ? (
    <p class={controls.notice} role="alert">
      {children}
    </p>
  ) : null;
}
