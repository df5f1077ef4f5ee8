// A study that cannot be shown, and why.
import * as controls from "../../style/controls.module.css";
import { t } from "../../text/text";
import { useTitle } from "../../title";

export function Problem({ text }: { text: string }) {
  useTitle(t("page.study.study"));
  return (
    <>
      <h1>{t("page.study.study")}</h1>
      <p class={controls.notice} role="alert">
        {text}
      </p>
      <p>
        <a href="/study">{t("page.study.studies-kept-in-this-browser")}</a>
      </p>
    </>
  );
}
