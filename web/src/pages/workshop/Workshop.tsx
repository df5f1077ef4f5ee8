// The workshop: change the rules of a game and watch the board.
import * as controls from "../../style/controls.module.css";
import { useRules } from "../../rules/useRules";
import { useTitle } from "../../title";
import { Bench } from "./Bench";

export default function Workshop({ query }: { query: string }) {
  useTitle("Workshop");
  const { rules, problem } = useRules();
  if (rules) return <Bench rules={rules} query={query} />;
  return (
    <>
      <h1>Workshop</h1>
      <p class={problem ? controls.notice : undefined} role="status">
        {problem || "Loading the rules"}
      </p>
    </>
  );
}
