// A rulebook to read from start to end, or a separate chapter.
import * as overview from "../../components/overview.module.css";
import { classes } from "../../style/classes";
import * as styles from "./rulebook.module.css";
import * as learn from "./learn.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { loadRules, type Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { Rulebook, VariantInfo } from "../../wire.gen";
import { BookText } from "./BookText";
import { chapters, loadBook } from "./books";

export function RulebookPage({ info }: { info: VariantInfo }) {
  const [rules, setRules] = useState<Rules | null>(null);
  const [book, setBook] = useState<Rulebook | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const failed = (reason: unknown) => setProblem(errorText(reason));
    loadBook(info.name).then(setBook, failed);
    // The text is readable before the boards are ready.
    loadRules().then(setRules, failed);
  }, [info.name]);
  return (
    <BookView
      book={book}
      rules={rules}
      title={info.title}
      problem={problem}
      up={{ href: `/learn/${info.name}`, name: t("page.learn.lesson-of", { title: info.title }) }}
    >
      <p class={overview.lead}>{info.summary}</p>
      <dl class={styles.facts}>
        <dt>{t("page.learn.start")}</dt>
        <dd>
          <code>{info.start}</code>
        </dd>
        {info.pgn && (
          <>
            <dt>{t("page.learn.pgn")}</dt>
            <dd>
              <code>[Variant "{info.pgn}"]</code>
            </dd>
          </>
        )}
      </dl>
      <p class={learn.links}>
        <a class={classes(controls.button, controls.primary)} href={`/play?variant=${info.name}`}>
          {t("page.learn.play")}
        </a>
        <a class={controls.button} href={`/learn/${info.name}`}>
          {t("page.learn.lesson-with-boards-to-try")}
        </a>
        <Button onClick={() => print()} disabled={!book}>
          {t("page.learn.print")}
        </Button>
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
  const chapter = chapters.find((one) => one.name === name);
  return (
    <BookView
      book={book}
      rules={null}
      title={chapter ? t(chapter.title) : name}
      problem={problem}
      up={{ href: "/learn", name: t("page.learn.learn") }}
    />
  );
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
  // The linked rule does not exist yet when the page opens, and moves when the boards load.
  useEffect(() => {
    if (book && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [book, rules]);
  return (
    <article class={classes(learn.lesson, styles.book)}>
      <header>
        <p class={learn.up}>
          <a class={controls.target} href={up.href}>
            {up.name}
          </a>
        </p>
        <h1>{book?.title ?? title}</h1>
        {children}
        <Alert>{problem}</Alert>
      </header>
      {!book && !problem && <p role="status">{t("page.learn.loading-the-rulebook")}</p>}
      {book && <BookText book={book} rules={rules} tests={tests} />}
      {book?.variant && (
        <p class={styles.more}>
          <label>
            <input type="checkbox" checked={tests} onChange={(event) => setTests(event.currentTarget.checked)} />{" "}
            {t("page.learn.name-tests")}
          </label>
        </p>
      )}
      <p class={styles.more}>
        {t("page.learn.see-also")}{" "}
        {chapters.map((one) => (
          <a href={`/learn/${one.name}`}>{t(one.title)}</a>
        ))}
        <a href="/learn">{t("page.learn.the-other-rule-sets")}</a>
      </p>
    </article>
  );
}
