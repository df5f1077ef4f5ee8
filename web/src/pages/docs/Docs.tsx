// The documentation: the index, a chapter, or search results.
import { classes } from "../../style/classes";
import * as styles from "./docs.module.css";
import * as about from "../about/about.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { navigate } from "../../router";
import { errorText } from "../../rules/text";
import { language, t } from "../../text/text";
import { useTitle } from "../../title";
import { readDocs } from "./docs";
import { search } from "./search";
import type { Chapter, Found } from "./search";

export default function Docs({ name, query }: { name: string; query: string }) {
  const [chapters, setChapters] = useState<Chapter[]>([]);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    readDocs().then(setChapters, (reason: unknown) => setFailure(errorText(reason)));
  }, []);
  const term = new URLSearchParams(query).get("q") ?? "";
  const found = useMemo(() => search(chapters, term), [chapters, term]);
  const chapter = chapters.find((one) => one.name === name);
  useTitle(chapter?.title ?? t("page.docs.title"));
  // Scrolls to a linked heading once the chapter is loaded.
  useEffect(() => {
    if (chapter && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [chapter]);
  return (
    <article class={classes(about.text, styles.page)}>
      <form
        class={classes(layouts.cluster, layouts.middle, layouts.gap6, styles.search)}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <label>
          <span class={controls.visuallyHidden}>{t("page.docs.search")}</span>
          <input
            class={controls.field}
            type="search"
            name="q"
            value={term}
            placeholder={t("page.docs.search")}
            onInput={(event) =>
              navigate(
                event.currentTarget.value ? `/docs?q=${encodeURIComponent(event.currentTarget.value)}` : "/docs",
                "replace",
              )
            }
          />
        </label>
        {(name || term) && <a href="/docs">{t("page.docs.all")}</a>}
      </form>
      <Alert>{failure}</Alert>
      {language() !== "en" && <p class={styles.lede}>{t("page.docs.english")}</p>}
      {chapters.length > 0 &&
        (term ? (
          <Results found={found} />
        ) : chapter ? (
          <Reader chapter={chapter} />
        ) : name ? (
          <p role="alert">{t("page.docs.no-such", { name })}</p>
        ) : (
          <Shelf chapters={chapters} />
        ))}
    </article>
  );
}

const groups = {
  play: () => t("page.docs.group.play"),
  invent: () => t("page.docs.group.invent"),
  engine: () => t("page.docs.group.engine"),
  programs: () => t("page.docs.group.programs"),
  serve: () => t("page.docs.group.serve"),
  house: () => t("page.docs.group.house"),
};

function Shelf({ chapters }: { chapters: Chapter[] }) {
  return (
    <>
      <h1>{t("page.docs.title")}</h1>
      <div class={styles.groups}>
        {Object.entries(groups).map(([group, title]) => (
          <section key={group}>
            <h2>{title()}</h2>
            <ul class={styles.shelf}>
              {group === "play" && (
                <li>
                  <a href="/learn">{t("page.docs.rulebooks")}</a>
                </li>
              )}
              {chapters
                .filter((one) => one.group === group)
                .map((one) => (
                  <li key={one.name}>
                    <a href={`/docs/${one.name}`} lang="en" dir="ltr">
                      {one.title}
                    </a>
                    <span class={styles.lede} lang="en" dir="ltr">
                      {one.lede}
                    </span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function Reader({ chapter }: { chapter: Chapter }) {
  const headed = chapter.sections.filter((one) => one.title);
  return (
    <div lang="en" dir="ltr" class={styles.chapter}>
      <h1>{chapter.title}</h1>
      {headed.length > 3 && (
        <nav aria-label={t("page.docs.contents")}>
          <ul class={styles.contents}>
            {headed.map((one) => (
              <li key={one.id}>
                <a href={`#${one.id}`}>{one.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {chapter.sections.map((one) => (
        <section key={one.id}>
          {one.title && <h2 id={one.id}>{one.title}</h2>}
          {/* The project's own texts, converted to HTML by the build. */}
          <div dangerouslySetInnerHTML={{ __html: one.html }} />
        </section>
      ))}
    </div>
  );
}

function Results({ found }: { found: Found[] }) {
  return (
    <>
      <p role="status">{found.length > 0 ? t("page.docs.found", { n: found.length }) : t("page.docs.nothing")}</p>
      <ul class={styles.shelf} lang="en" dir="ltr">
        {found.map(({ chapter, section, around, at, length }) => (
          <li key={`${chapter.name}#${section.id}`}>
            <a href={`/docs/${chapter.name}${section.id ? `#${section.id}` : ""}`}>
              {chapter.title}
              {section.title ? `: ${section.title}` : ""}
            </a>
            <span class={styles.lede}>
              {at < 0 ? (
                around
              ) : (
                <>
                  {around.slice(0, at)}
                  <mark>{around.slice(at, at + length)}</mark>
                  {around.slice(at + length)}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
