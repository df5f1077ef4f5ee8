// The rule sets to learn, one page each.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as overview from "../../components/overview.module.css";
import * as styles from "./learn.module.css";
import { variantOf, variants } from "../../game/variants";
import { language, t } from "../../text/text";
import { unknownText } from "../../game/galleryLink";
import { useTitle } from "../../title";
import { GalleryLink } from "../GalleryLink";
import { IdeaBoard } from "../home/IdeaBoard";
import { firstGamePath } from "../first/firstGame";
import { hasPuzzles } from "../puzzles/data";
import { chapters } from "./books";
import { LessonPage } from "./LessonPage";
import { ChapterPage, RulebookPage } from "./RulebookPage";
import { WrittenPage } from "./WrittenBook";

interface LearnProps {
  /** The rule set or chapter in the path. */
  name: string;
  part: string;
  query: string;
}

export default function Learn({ name, part, query }: LearnProps) {
  const params = new URLSearchParams(query);
  const definition = params.get("rules");
  const variant = name || (!definition && params.get("variant")) || "";
  const info = variantOf(variant.toLowerCase());
  const chapter = chapters.find((one) => one.name === variant);
  useTitle(
    definition && !variant
      ? t("page.learn.rulebook")
      : info
        ? part === "rules"
          ? t("page.learn.rulebook-page", { title: info.title })
          : t("page.learn.learn-title", { title: info.title })
        : chapter
          ? t(chapter.title)
          : t("page.learn.learn"),
  );
  if (definition && !variant) return <WrittenPage definition={definition} />;
  if (info) return part === "rules" ? <RulebookPage info={info} /> : <LessonPage info={info} />;
  if (chapter) return <ChapterPage name={chapter.name} />;
  if (!variant) return <Overview />;
  return (
    <GalleryLink name={variant} path="/learn">
      <Overview unknown={variant} />
    </GalleryLink>
  );
}

/** The list of all rule sets, with a message if the requested one was not found. */
function Overview({ unknown = "" }: { unknown?: string }) {
  return (
    <>
      <h1>{t("page.learn.learn")}</h1>
      {unknown && <p class={controls.notice}>{unknownText(unknown)}</p>}
      <p class={overview.lead}>{t("page.learn.each-lesson-tells-the-rules")}</p>
      <ul class={classes(layouts.stack, layouts.gap8, layouts.list, overview.cards)}>
        {variants.map((one) => (
          <li key={one.name} class={classes(layouts.card, overview.card, styles.card)}>
            <IdeaBoard class={overview.idea} info={one} moving={false} distant />
            <h2>
              <a href={`/learn/${one.name}`}>{one.title}</a>
            </h2>
            <p>{one.summary}</p>
            <p class={classes(overview.links, styles.links)}>
              {firstGamePath(one.name) && (
                <a
                  class={classes(controls.target, styles.first)}
                  href={firstGamePath(one.name)}
                  aria-label={t("page.first.try-name", { title: one.title })}
                >
                  {t("page.first.try")}
                </a>
              )}
              <a
                class={controls.target}
                href={`/learn/${one.name}/rules`}
                aria-label={t("page.learn.rulebook-title", { title: one.title })}
              >
                {t("page.learn.rulebook")}
              </a>
              <a
                class={controls.target}
                href={`/docs/sheets/${one.name}.pdf?lang=${language()}`}
                target="_blank"
                rel="noopener"
                aria-label={t("page.learn.sheet-of", { title: one.title })}
              >
                {t("page.learn.sheet")}
              </a>
              {hasPuzzles(one.name) && (
                <a
                  class={controls.target}
                  href={`/puzzles/${one.name}`}
                  aria-label={t("page.learn.puzzles-of", { title: one.title })}
                >
                  {t("page.learn.puzzles")}
                </a>
              )}
              <a
                class={controls.target}
                href={`/play?variant=${one.name}`}
                aria-label={t("page.home.play-name", { name: one.title })}
              >
                {t("page.learn.play")}
              </a>
              <a
                class={controls.target}
                href={`/analysis?variant=${one.name}`}
                aria-label={t("page.learn.analyse-title", { title: one.title })}
              >
                {t("page.learn.analyse")}
              </a>
            </p>
          </li>
        ))}
      </ul>
      {chapters.length > 0 && (
        <dl class={styles.chapters}>
          {chapters.map((one) => (
            <>
              <dt>
                <a class={controls.target} href={`/learn/${one.name}`}>
                  {t(one.title)}
                </a>
              </dt>
              <dd>{t(one.about)}</dd>
            </>
          ))}
        </dl>
      )}
    </>
  );
}
