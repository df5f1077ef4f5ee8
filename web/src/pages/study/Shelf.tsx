// The studies saved in this browser, and ways to create one.
import { classes } from "../../style/classes";
import * as styles from "./study.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { useAttempt } from "../../components/useAttempt";
import { PasteField, VariantField, FileButton } from "../../components/fields";
import { Button } from "../../components/Button";
import { agoText } from "../../game/text";
import { refOf, titleOf, variants } from "../../game/variants";
import { onStoreChange } from "../../storage/database";
import { navigate } from "../../router";
import type { Rules } from "../../rules/rules";
import { rich } from "../../text/rich";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import { fileText } from "../analysis/ImportExport";
import { newRecordId } from "../../storage/database";
import { deleteStudy, saveStudy, toSaved, savedStudies, type SavedStudy } from "./savedStudies";
import { readStudy } from "./records";
import { newStudy, type Study } from "./study";

export function Shelf({ rules }: { rules: Rules | null }) {
  useTitle(t("page.study.studies"));
  const [studies, setStudies] = useState<SavedStudy[] | null>(null);
  const [variant, setVariant] = useState(variants[0] ? refOf(variants[0]) : "");
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  const { problem, attempt } = useAttempt();
  const [gone, setGone] = useState<SavedStudy | null>(null);

  const look = () => void savedStudies().then(setStudies);
  useEffect(() => {
    look();
    return onStoreChange("studies", look);
  }, []);

  const begin = (study: Study) =>
    attempt(async () => {
      const id = newRecordId();
      await saveStudy(toSaved(id, study));
      navigate(`/study/here/${id}`);
    });
  const open = (content: string, name = "") =>
    attempt(async () => {
      if (!rules) throw new Error(t("page.study.the-rules-are-still-loading"));
      await begin(readStudy(rules, content, name));
    });
  const remove = (study: SavedStudy) =>
    attempt(async () => {
      await deleteStudy(study.id);
      setGone(study);
      look();
    });
  const found = studies?.filter((one) => one.title.toLowerCase().includes(query.trim().toLowerCase())) ?? [];

  return (
    <div class={styles.shelf}>
      <h1>{t("page.study.studies")}</h1>
      <p class={styles.lead}>{t("page.study.chapters-of-positions-and-games")}</p>
      <Alert>{problem}</Alert>
      {gone && (
        <p class={classes(controls.notice, layouts.row, layouts.spread, layouts.gap6)} role="status">
          {t("page.study.was-deleted", { title: gone.title })}
          <Button
            onClick={() =>
              attempt(async () => {
                await saveStudy(gone);
                setGone(null);
                look();
              })
            }
          >
            {t("page.study.undo")}
          </Button>
        </p>
      )}
      <div class={classes(layouts.stack, styles.shelfGrid)}>
        <section class={styles.studies} aria-labelledby="saved-title">
          <h2 id="saved-title">{t("page.study.kept-here")}</h2>
          {studies && studies.length > 5 && (
            <label class={formStyles.stack}>
              <span>{t("page.study.search")}</span>
              <input
                class={controls.field}
                type="search"
                value={query}
                onInput={(event) => setQuery(event.currentTarget.value)}
              />
            </label>
          )}
          {studies?.length === 0 && (
            <p class={styles.empty}>
              {rich("page.study.none-yet", { lesson: (text) => <a href="/study/lesson/triboard">{text}</a> })}
            </p>
          )}
          {found.length > 0 && (
            <ul class={styles.list}>
              {found.map((one) => (
                <li key={one.id}>
                  <a href={`/study/here/${one.id}`}>
                    <strong>{one.title}</strong>
                    <span class={styles.about}>{aboutText(one)}</span>
                  </a>
                  <Button aria-label={t("page.study.delete-name", { name: one.title })} onClick={() => remove(one)}>
                    {t("page.study.delete")}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {studies && studies.length > 0 && found.length === 0 && (
            <p class={styles.empty}>{t("page.study.no-study-has-this-in")}</p>
          )}
        </section>
        <div class={classes(layouts.stack, layouts.gap8, styles.beginnings)}>
          <form
            class={classes(layouts.stack, layouts.gap6, styles.card)}
            aria-labelledby="new-title"
            onSubmit={(event) => {
              event.preventDefault();
              const info = variants.find((one) => refOf(one) === variant);
              if (info)
                void begin(
                  newStudy(title.trim() || t("page.study.study-of", { title: info.title }), {
                    variant,
                    start: info.start,
                  }),
                );
            }}
          >
            <h2 id="new-title">{t("page.study.new-study")}</h2>
            <label class={formStyles.stack}>
              <span>{t("page.study.title")}</span>
              <input
                class={controls.field}
                value={title}
                maxLength={100}
                placeholder={t("page.study.my-study")}
                onInput={(event) => setTitle(event.currentTarget.value)}
              />
            </label>
            <VariantField label={t("page.study.rules")} of={variants} value={variant} onChoose={setVariant} />
            <Button type="submit" class={controls.primary}>
              {t("page.study.begin")}
            </Button>
          </form>
          <form
            class={classes(layouts.stack, layouts.gap6, styles.card)}
            aria-labelledby="open-title"
            onSubmit={(event) => {
              event.preventDefault();
              void open(text);
            }}
          >
            <h2 id="open-title">{t("page.study.open-pgn")}</h2>
            <PasteField label={t("page.study.games-or-a-study-of")} value={text} onText={setText} />
            <div class={classes(layouts.cluster, formStyles.row)}>
              <Button type="submit" disabled={!text.trim() || !rules}>
                {t("page.study.open")}
              </Button>
              <FileButton
                accept=".pgn,.txt,application/vnd.chess-pgn,text/plain"
                onFile={(file) => attempt(async () => open(await fileText(file), file.name.replace(/\.\w+$/, "")))}
              >
                {t("page.study.choose-a-file")}
              </FileButton>
            </div>
          </form>
        </div>
      </div>
    </div>
  );
}

/** Returns the summary of a study, in one line. */
function aboutText(one: SavedStudy): string {
  const count = one.chapters.length;
  const games = [...new Set(one.chapters.map((chapter) => titleOf(chapter.game.variant)))];
  return [
    t("page.study.chapter-count", { n: count }),
    games.length > 2 ? t("page.study.game-count", { n: games.length }) : games.join(", "),
    one.published ? t("page.study.on-the-server") : "",
    agoText(one.updated, Date.now()),
  ]
    .filter(Boolean)
    .join(" · ");
}
