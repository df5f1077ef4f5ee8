import { rich } from "../text/rich";
import { t } from "../text/text";

/** The page for unknown addresses. */
export default function NotFound() {
  return (
    <section>
      <h1>{t("page.frame.there-is-nothing-here")}</h1>
      <p>{rich("page.frame.mistyped", { link: (text) => <a href="/">{text}</a> })}</p>
    </section>
  );
}
