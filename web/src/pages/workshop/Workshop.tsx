// The workshop: change the rules of a game and see the effect on the board.
import * as controls from "../../style/controls.module.css";
import { useRules } from "../../rules/useRules";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import { Bench } from "./Bench";

export default function Workshop({ query }: { query: string }) {
  useTitle(t("page.workshop.workshop"));
  const { rules, problem } = useRules();
  if (rules) return <Bench rules={rules} query={query} />;
  return (
    <>
      <h1>{t("page.workshop.workshop")}</h1>
      <p class={problem ? controls.notice : undefined} role="status">
        {problem || t("page.workshop.loading-the-rules")}
      </p>
    </>
  );
}
