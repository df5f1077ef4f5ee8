// The puzzles: today's, the rule sets with puzzles, and the user's statistics.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as overview from "../../components/overview.module.css";
import * as styles from "./puzzles.module.css";
import { variants } from "../../game/variants";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import type { VariantInfo } from "../../wire.gen";
import { IdeaBoard } from "../home/IdeaBoard";
import { hasPuzzles } from "./data";
import { dateOf, dayStreak, isDue, newScore } from "./progress";
import { Trainer } from "./Trainer";
import { useProgress, type Progress } from "./useProgress";

export default function Puzzles({ variant, query }: { variant: string; query: string }) {
  const info = variants.find((one) => one.name === variant);
  if (info && hasPuzzles(info.name)) return <Trainer key={query} info={info} query={new URLSearchParams(query)} />;
  return <Overview missing={variant} />;
}

function Overview({ missing }: { missing: string }) {
  const { progress } = useProgress();
  useTitle(t("page.puzzles.puzzles"));
  const days = dayStreak(progress?.days, Date.now());
  const some = variants.filter((one) => hasPuzzles(one.name));
  return (
    <>
      <h1>{t("page.puzzles.puzzles")}</h1>
      {missing && <p class={controls.notice}>{t("page.puzzles.none-of", { name: missing })}</p>}
      <p class={overview.lead}>
        {t("page.puzzles.lead")}
        {days > 0 && ` ${t("page.puzzles.days-solved", { n: days })}`}
      </p>
      <ul class={classes(layouts.stack, layouts.gap8, layouts.list, overview.cards)}>
        {some.map((one) => (
          <Entry key={one.name} info={one} progress={progress} />
        ))}
      </ul>
    </>
  );
}

function Entry({ info, progress }: { info: VariantInfo; progress: Progress | null }) {
  const now = Date.now();
  const score = progress?.scores.get(info.name) ?? newScore(info.name);
  const cards = [...(progress?.cards.values() ?? [])].filter((card) => card.variant === info.name);
  const due = cards.filter((card) => isDue(card, now)).length;
  const done = progress?.days?.done[info.name] === dateOf(now);
  return (
    <li class={classes(layouts.card, overview.card, styles.card)} data-variant={info.name}>
      <IdeaBoard class={overview.idea} info={info} moving={false} />
      <h2>{info.title}</h2>
      <p class={controls.figures}>
        {[
          score.played > 0
            ? t("page.puzzles.rating-solved", { rating: String(score.rating), solved: score.solved })
            : t("page.puzzles.none-tried-yet"),
          due > 0 && t("page.puzzles.due", { n: due }),
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
      <p class={classes(layouts.cluster, layouts.middle, overview.links, styles.links)}>
        <a
          class={classes(controls.button, controls.primary)}
          href={`/puzzles/${info.name}`}
          aria-label={t("page.puzzles.solve-of", { title: info.title })}
        >
          {t("page.puzzles.solve")}
        </a>
        <a
          class={controls.button}
          href={`/puzzles/${info.name}?daily`}
          aria-label={t("page.puzzles.today-of", { title: info.title, done })}
        >
          {t("page.puzzles.todays-puzzle")}
          {done && " ✓"}
        </a>
        <a
          class={classes(controls.target, styles.learn)}
          href={`/learn/${info.name}`}
          aria-label={t("page.home.learn-name", { name: info.title })}
        >
          {t("page.puzzles.learn")}
        </a>
      </p>
    </li>
  );
}
