// The rulebook of the game as it is now, written by the rules themselves.
import * as styles from "../learn/rulebook.module.css";
import { useEffect, useState } from "preact/hooks";
import { refOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import type { Rulebook, VariantInfo } from "../../wire.gen";
import { BookBody } from "../learn/RulebookPage";

/** A pause in which more may change: a rulebook has many pictures. */
const pause = 150;

export default function Words({ rules, info }: { rules: Rules; info: VariantInfo }) {
  const [book, setBook] = useState<Rulebook | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => {
      try {
        const variant = refOf(info);
        setBook({ ...rules.rulebook({ variant }), variant });
        setProblem("");
      } catch (why) {
        setProblem(errorText(why));
      }
    }, book ? pause : 0);
    return () => clearTimeout(timer);
  }, [rules, info]);
  if (problem) return <p role="alert">{problem}</p>;
  if (!book) return <p role="status">Writing the rulebook</p>;
  return (
    <article class={styles.book} aria-label={`Rulebook of ${info.title}`}>
      <BookBody book={book} rules={rules} tests={false} />
    </article>
  );
}
