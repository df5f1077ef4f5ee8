// The text of a rulebook: contents, prose and rules with their diagrams.
import * as controls from "../../style/controls.module.css";
import { classes } from "../../style/classes";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./rulebook.module.css";
import * as learn from "./learn.module.css";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { Rule, Rulebook, Section } from "../../wire.gen";
import { Blocks } from "./Blocks";
import { inline } from "./inline";

/** Returns the anchor of a section: "rule-4.1", or the words of its heading. */
function anchor(number: string | undefined, title: string): string {
  return number
    ? `rule-${number}`
    : title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-");
}

interface Props {
  book: Rulebook;
  /** The rules; null while they load, when the text is already readable. */
  rules: Rules | null;
  /** The definition whose rules the diagrams use, if not the book's rule set. */
  variant?: string;
  /** Whether the tests of each rule are listed. */
  tests?: boolean;
}

export function BookText({ book, rules, variant = book.variant, tests = false }: Props) {
  return (
    <>
      <nav class={learn.contents} aria-label={t("page.learn.on-this-page")}>
        <ul class={classes(layouts.cluster, layouts.list, learn.sections)}>
          {book.sections.map((section) => (
            <li>
              <a class={controls.target} href={`#${anchor(section.number, section.title)}`}>
                {section.number} {section.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class={classes(styles.prose, styles.intro)}>
        <Blocks blocks={book.intro} variant={variant} rules={rules} />
      </div>
      {book.sections.map((section) => (
        <SectionView section={section} book={book} variant={variant} rules={rules} tests={tests} />
      ))}
    </>
  );
}

interface PartProps {
  book: Rulebook;
  /** The rule set of the diagrams: a name or a definition. */
  variant: string | undefined;
  rules: Rules | null;
  /** Whether the tests of each rule are listed. */
  tests: boolean;
}

function SectionView({ section, book, variant, rules, tests }: PartProps & { section: Section }) {
  const id = anchor(section.number, section.title);
  return (
    <section class={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {section.number} {inline(section.title, [])}
      </h2>
      <div class={styles.prose}>
        <Blocks blocks={section.intro ?? []} variant={variant} rules={rules} />
      </div>
      {section.rules.map((rule) => (
        <RuleView rule={rule} book={book} variant={variant} rules={rules} tests={tests} />
      ))}
    </section>
  );
}

function RuleView({ rule, variant, rules, tests }: PartProps & { rule: Rule }) {
  const id = anchor(rule.number, rule.title);
  return (
    <section class={styles.rule} id={id} aria-labelledby={`${id}-title`} data-rule={rule.number}>
      <h3 id={`${id}-title`}>
        {rule.number && (
          <a class={styles.number} href={`#${id}`}>
            {rule.number}
          </a>
        )}{" "}
        {inline(rule.title, [])}
      </h3>
      <div class={styles.prose}>
        <Blocks blocks={rule.body} variant={variant} rules={rules} />
        {tests && rule.number && <Tests rule={rule} />}
      </div>
    </section>
  );
}

function Tests({ rule }: { rule: Rule }) {
  if (!rule.tests) return <p class={classes(layouts.muted, styles.tests)}>{t("page.learn.no-test-holds-this-rule")}</p>;
  return (
    <div class={classes(layouts.muted, styles.tests)} data-tests>
      <p>{t("page.learn.held-by")}</p>
      <ul>
        {rule.tests.map((test) => (
          <li>
            {test.name} <span>({test.file})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
