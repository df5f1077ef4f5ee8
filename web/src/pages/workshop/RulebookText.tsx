// The rulebook of the draft, generated from its rules.
import * as styles from "../learn/rulebook.module.css";
import { useEffect, useState } from "preact/hooks";
import { refOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import { WrittenBook } from "../learn/WrittenBook";

/** The delay before the rulebook is generated again, in milliseconds, since it has many pictures. */
const pause = 150;

export default function RulebookText({ rules, info }: { rules: Rules; info: VariantInfo }) {
  const [shown, setShown] = useState(info);
  useEffect(() => {
    const timer = setTimeout(() => setShown(info), pause);
    return () => clearTimeout(timer);
  }, [info]);
  return (
    <article class={styles.book} aria-label={t("page.learn.rulebook-title", { title: shown.title })}>
      <WrittenBook rules={rules} definition={refOf(shown)} titled={false} />
    </article>
  );
}
