// A study that cannot be shown, and why.
import * as controls from "../../style/controls.module.css";
import { useTitle } from "../../title";

export function Problem({ text }: { text: string }) {
  useTitle("Study");
  return (
    <>
      <h1>Study</h1>
      <p class={controls.notice} role="alert">
        {text}
      </p>
      <p>
        <a href="/study">Studies kept in this browser</a>
      </p>
    </>
  );
}
