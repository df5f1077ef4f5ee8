// The rulebook of a definition, generated from its rules.
import { classes } from "../../style/classes";
import * as styles from "./rulebook.module.css";
import * as learn from "./learn.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { loadRules, type Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import { BookText } from "./BookText";

/** The book of a definition, or the definition's errors. */
export function WrittenBook({
  rules,
  definition,
  titled = true,
}: {
  rules: Rules;
  definition: string;
  titled?: boolean;
}) {
  const { book, problem } = useMemo(() => {
    try {
      return { book: rules.rulebook(definition), problem: "" };
    } catch (reason) {
      return { book: null, problem: errorText(reason) };
    }
  }, [rules, definition]);
  if (!book) {
    return <Alert>{problem}</Alert>;
  }
  return (
    <>
      {titled && <h1>{book.title}</h1>}
      <BookText book={book} rules={rules} variant={definition} />
    </>
  );
}

/** The page of a generated book. */
export function WrittenPage({ definition }: { definition: string }) {
  const [rules, setRules] = useState<Rules | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    loadRules().then(setRules, (reason: unknown) => setProblem(errorText(reason)));
  }, []);
  return (
    <article class={classes(learn.lesson, styles.book)}>
      <p class={learn.up}>
        <a class={controls.target} href="/learn">
          {t("page.learn.learn")}
        </a>
      </p>
      {rules && <WrittenBook rules={rules} definition={definition} />}
      {!rules && (
        <p class={problem ? controls.notice : undefined} role={problem ? "alert" : "status"}>
          {problem || t("page.learn.loading-the-rulebook")}
        </p>
      )}
    </article>
  );
}
