// The finished games of a profile, with filters, in pages.
import { classes } from "../../style/classes";
import * as styles from "./people.module.css";
import * as controls from "../../style/controls.module.css";
import * as formStyles from "../../components/form.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { useAnswer, useLast } from "../../components/useAnswer";
import { readProfileGames } from "../../game/people";
import { speedName, speeds } from "../../game/ratings";
import { titleOf } from "../../game/variants";
import { capitalise, sideName } from "../../rules/text";
import { t } from "../../text/text";
import type { GameTotal } from "../../wire.gen";
import { Choice } from "./Choice";
import { GameTable, scoreName } from "./GameTable";

export function GameList({ name, totals }: { name: string; totals: GameTotal[] }) {
  const [filter, setFilter] = useState<Record<string, string>>({});
  const [page, setPage] = useState(1);
  const key = JSON.stringify({ ...filter, page });
  const { value, problem } = useAnswer(
    () => readProfileGames(name, { ...filter, page: String(page) }),
    `${name} ${key}`,
  );
  const found = useLast(value);
  const choose = (field: string) => (value: string) => {
    const { [field]: _, ...rest } = filter;
    if ((filter[field] ?? "") === value) return;
    setFilter(value ? { ...rest, [field]: value } : rest);
    setPage(1);
  };
  const choice = (field: string, label: string, of: [string, string][]) => (
    <Choice
      label={label}
      value={filter[field] ?? ""}
      of={[["", t("page.people.all")], ...of]}
      onChoose={choose(field)}
    />
  );
  return (
    <section aria-labelledby="games">
      <h2 id="games">{t("page.ratings.games")}</h2>
      <div class={styles.filters}>
        {choice(
          "variant",
          t("page.home.game"),
          totals.map((each) => [each.variant, each.title ?? titleOf(each.variant)]),
        )}
        {choice(
          "speed",
          t("page.ratings.speed"),
          speeds.map((each) => [each, speedName(each)]),
        )}
        {choice(
          "score",
          t("page.game.result"),
          (["win", "draw", "loss"] as const).map((each) => [each, scoreName(each)]),
        )}
        {choice(
          "colour",
          t("page.people.colour"),
          (["white", "black"] as const).map((each) => [each, capitalise(sideName(each))]),
        )}
        {choice("rated", t("page.game.mode"), [
          ["true", t("page.game.rated")],
          ["false", t("page.game.unrated")],
        ])}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            choose("opponent")(event.currentTarget.querySelector("input")?.value.trim() ?? "");
          }}
        >
          <label class={formStyles.stack}>
            <span>{t("page.play.opponent")}</span>
            <input
              class={controls.field}
              autocomplete="off"
              onBlur={(event) => choose("opponent")(event.currentTarget.value.trim())}
            />
          </label>
        </form>
      </div>
      <Alert>{problem}</Alert>
      <div aria-live="polite">{found && <p class={layouts.muted}>{t("page.people.count", { n: found.count })}</p>}</div>
      {found && found.count > 0 && <GameTable games={found.games} labelledby="games" />}
      {found && found.pages > 1 && (
        <nav class={classes(layouts.cluster, layouts.middle)} aria-label={t("page.people.pages")}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t("page.people.newer")}
          </Button>
          <span class={controls.figures}>
            {found.page} / {found.pages}
          </span>
          <Button disabled={page === found.pages} onClick={() => setPage(page + 1)}>
            {t("page.people.older")}
          </Button>
        </nav>
      )}
    </section>
  );
}
