// Shown instead of a study that cannot be opened.
import { Alert } from "../../components/Alert";
import { t } from "../../text/text";
import { useTitle } from "../../title";

export function Problem({ text }: { text: string }) {
  useTitle(t("page.study.study"));
  return (
    <>
      <h1>{t("page.study.study")}</h1>
      <Alert>{text}</Alert>
      <p>
        <a href="/study">{t("page.study.studies-kept-in-this-browser")}</a>
      </p>
    </>
  );
}
