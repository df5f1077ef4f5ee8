// A rulebook to read from start to end, or a chapter that stands beside the rulebooks.
import { classes } from "../../style/classes";
import * as styles from "./rulebook.module.css";
import * as learn from "./learn.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { loadRules, type Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import type { Rule, Rulebook, Section, VariantInfo } from "../../wire.gen";
import { Blocks } from "./Blocks";
import { chapters, loadBook } from "./books";
import { inline } from "./inline";

/** The name by which a part of the page can be linked to: "rule-4.1", or the words of a heading. */
function anchor(number: string | undefined, title: string): string {
  return number ? `rule-${number}` : title.toLowerCase().replace(/[^\w -]/g, "").replaceAll(" ", "-");
}

export function RulebookPage({ info }: { info: VariantInfo }) {
  const [rules, setRules] = useState<Rules | null>(null);
  const [book, setBook] = useState<Rulebook | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const failed = (reason: unknown) => setProblem(errorText(reason));
    loadBook(info.name).then(setBook, failed);
    // The words can be read before the boards are there.
    loadRules().then(setRules, failed);
  }, [info.name]);
  return (
    <BookView book={book} rules={rules} title={info.title} problem={problem} up={{ href: `/learn/${info.name}`, name: `Lesson: ${info.title}` }}>
      <p class={learn.lead}>{info.summary}</p>
      <dl class={styles.facts}>
        <dt>Start</dt>
        <dd>
          <code>{info.start}</code>
        </dd>
        {info.pgn && (
          <>
            <dt>PGN</dt>
            <dd>
              <code>[Variant "{info.pgn}"]</code>
            </dd>
          </>
        )}
      </dl>
      <p class={learn.links}>
        <a class={classes(controls.button, controls.primary)} href={`/play?variant=${info.name}`}>
          Play
        </a>
        <a class={controls.button} href={`/learn/${info.name}`}>
          Lesson with boards to try
        </a>
        <button type="button" class={controls.button} onClick={() => print()} disabled={!book}>
          Print
        </button>
      </p>
    </BookView>
  );
}

export function ChapterPage({ name }: { name: string }) {
  const [book, setBook] = useState<Rulebook | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    loadBook(name).then(setBook, (reason: unknown) => setProblem(errorText(reason)));
  }, [name]);
  const title = chapters.find((one) => one.name === name)?.title ?? name;
  return <BookView book={book} rules={null} title={title} problem={problem} up={{ href: "/learn", name: "Learn" }} />;
}

interface Props {
  book: Rulebook | null;
  rules: Rules | null;
  title: string;
  problem: string;
  up: { href: string; name: string };
  children?: preact.ComponentChildren;
}

function BookView({ book, rules, title, problem, up, children }: Props) {
  const [tests, setTests] = useState(false);
  // The rule an address names is not there yet when the page opens, and moves once when the boards come.
  useEffect(() => {
    if (book && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [book, rules]);
  return (
    <article class={classes(learn.lesson, styles.book)}>
      <header>
        <p class={learn.up}>
          <a href={up.href}>{up.name}</a>
        </p>
        <h1>{book?.title ?? title}</h1>
        {children}
        {problem && (
          <p class={controls.notice} role="alert">
            {problem}
          </p>
        )}
      </header>
      {!book && !problem && <p role="status">Loading the rulebook</p>}
      {book && (
        <>
          <nav class={learn.contents} aria-label="On this page">
            <ul>
              {book.sections.map((section) => (
                <li>
                  <a href={`#${anchor(section.number, section.title)}`}>
                    {section.number} {section.title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <BookBody book={book} rules={rules} tests={tests} />
        </>
      )}
      {book?.variant && (
        <p class={styles.more}>
          <label>
            <input type="checkbox" checked={tests} onChange={(event) => setTests(event.currentTarget.checked)} /> Name the tests of the program that hold each
            rule
          </label>
        </p>
      )}
      <p class={styles.more}>
        See also:{" "}
        {chapters.map((one) => (
          <a href={`/learn/${one.name}`}>{one.title}</a>
        ))}
        <a href="/learn">the other rule sets</a>
      </p>
    </article>
  );
}

interface PartProps {
  book: Rulebook;
  rules: Rules | null;
  /** Whether the tests that hold each rule are named. */
  tests: boolean;
}

/** A rulebook without what stands around it. */
export function BookBody({ book, rules, tests }: PartProps) {
  return (
    <>
      <div class={classes(styles.prose, styles.intro)}>
        <Blocks blocks={book.intro} variant={book.variant} rules={rules} />
      </div>
      {book.sections.map((section) => (
        <SectionView section={section} book={book} rules={rules} tests={tests} />
      ))}
    </>
  );
}

function SectionView({ section, book, rules, tests }: PartProps & { section: Section }) {
  const id = anchor(section.number, section.title);
  return (
    <section class={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {section.number} {inline(section.title, [])}
      </h2>
      <div class={styles.prose}>
        <Blocks blocks={section.intro ?? []} variant={book.variant} rules={rules} />
      </div>
      {section.rules.map((rule) => (
        <RuleView rule={rule} book={book} rules={rules} tests={tests} />
      ))}
    </section>
  );
}

function RuleView({ rule, book, rules, tests }: PartProps & { rule: Rule }) {
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
        <Blocks blocks={rule.body} variant={book.variant} rules={rules} />
        {tests && rule.number && <Tests rule={rule} />}
      </div>
    </section>
  );
}

function Tests({ rule }: { rule: Rule }) {
  if (!rule.tests) return <p class={styles.tests}>No test holds this rule.</p>;
  return (
    <div class={styles.tests} data-tests>
      <p>Held by</p>
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
