// The analyses saved in this browser: search, open, rename, export, delete.
import { classes } from "../../style/classes";
import * as styles from "./savedlist.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { download } from "../../components/download";
import { titleOf } from "../../game/variants";
import { onStoreChange } from "../../storage/database";
import { errorText } from "../../rules/text";
import { date, t } from "../../text/text";
import { writePgnInWorker } from "./inWorker";
import {
  allAnalyses,
  deleteAnalysis,
  type SavedAnalysis,
  openAnalysis,
  searchAnalyses,
  defaultName,
} from "./savedAnalyses";
import { toGame, type Tree } from "./tree";

interface Props {
  tree: Tree;
  onOpen: (tree: Tree) => void;
  onName: (name: string) => void;
  /** Called when an analysis is deleted, because it may be the open one. */
  onForget: (id: string) => void;
}

/** The number of analyses shown at first. */
const page = 50;

const dates = { dateStyle: "medium", timeStyle: "short" } as const;

export function SavedList({ tree, onOpen, onName, onForget }: Props) {
  const [all, setAll] = useState<SavedAnalysis[] | null>(null);
  const [query, setQuery] = useState("");
  const [confirming, setConfirming] = useState("");
  const [message, say] = useState("");
  const look = () => void allAnalyses().then(setAll);
  useEffect(() => {
    // Recent changes are saved with a short delay.
    const later = setTimeout(look, 600);
    look();
    const end = onStoreChange("analyses", look);
    return () => {
      clearTimeout(later);
      end();
    };
  }, [tree.id, tree.name, tree.nodes]);

  const attempt = async (what: () => Promise<string>) => {
    try {
      say(await what());
    } catch (failed) {
      say(errorText(failed));
    }
  };
  const open = (one: SavedAnalysis) =>
    attempt(async () => {
      const found = await openAnalysis(one.id);
      if (!found) throw new Error(t("page.analysis.this-analysis-can-no-longer"));
      onOpen(found);
      return t("page.analysis.opened", { name: one.name });
    });
  const forget = (one: SavedAnalysis) =>
    attempt(async () => {
      await deleteAnalysis(one.id);
      onForget(one.id);
      setConfirming("");
      look();
      return t("page.analysis.deleted", { name: one.name });
    });
  const found = all ? searchAnalyses(all, query) : [];
  const save = () =>
    attempt(async () => {
      const texts: string[] = [];
      for (const one of found) {
        const opened = await openAnalysis(one.id);
        if (!opened) continue;
        const tags = opened.tags.some((tag) => tag.name === "Event")
          ? opened.tags
          : [{ name: "Event", value: one.name }, ...opened.tags];
        texts.push(await writePgnInWorker(toGame({ ...opened, tags })));
      }
      download(new Blob([texts.join("\n")], { type: "application/vnd.chess-pgn" }), "tain-analyses.pgn");
      return t("page.analysis.analyses-saved", { n: texts.length });
    });

  return (
    <section class={layouts.stack} aria-labelledby="saved-title">
      <h2 id="saved-title">{t("page.analysis.kept-analyses")}</h2>
      <p class={classes(layouts.muted, layouts.flush)}>{t("page.analysis.every-analysis-is-kept-in")}</p>
      <label class={formStyles.stack}>
        <span>{t("page.analysis.name-of-this-one")}</span>
        <input
          class={controls.field}
          value={tree.name ?? ""}
          maxLength={120}
          placeholder={defaultName(tree)}
          onInput={(event) => onName(event.currentTarget.value)}
        />
      </label>
      {all && all.length > 0 && (
        <label class={formStyles.stack}>
          <span>{t("page.analysis.search-by-name-player-rules")}</span>
          <input
            class={controls.field}
            type="search"
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </label>
      )}
      {all?.length === 0 && (
        <p class={classes(layouts.muted, layouts.flush)}>{t("page.analysis.nothing-is-kept-yet-play")}</p>
      )}
      {all && all.length > 0 && found.length === 0 && (
        <p class={classes(layouts.muted, layouts.flush)}>{t("page.analysis.no-analysis-has-these-words")}</p>
      )}
      <ul class={classes(layouts.list, styles.list)}>
        {found.slice(0, page).map((one) => (
          <li key={one.id} class={classes(layouts.row, styles.one, one.id === tree.id && styles.here)}>
            <button
              type="button"
              class={classes(layouts.stack, layouts.gap1, controls.bare, styles.open)}
              aria-current={one.id === tree.id ? "true" : undefined}
              onClick={() => void open(one)}
            >
              <strong>{one.name}</strong>
              <span class={controls.figures}>
                {titleOf(one.variant)} · {t("page.analysis.half-moves", { n: one.plies })} · {date(one.updated, dates)}
              </span>
            </button>
            {confirming === one.id ? (
              <span class={styles.sure} role="group" aria-label={t("page.analysis.delete-asked", { name: one.name })}>
                <Button onClick={() => void forget(one)}>{t("page.analysis.delete")}</Button>
                <Button onClick={() => setConfirming("")}>{t("page.analysis.keep")}</Button>
              </span>
            ) : (
              <Button
                class={styles.remove}
                aria-label={t("page.analysis.delete-name", { name: one.name })}
                onClick={() => setConfirming(one.id)}
              >
                {t("page.analysis.delete")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {found.length > page && (
        <p class={classes(layouts.muted, layouts.flush)}>{t("page.analysis.more-found", { n: found.length - page })}</p>
      )}
      {found.length > 0 && (
        <Button onClick={() => void save()}>{t("page.analysis.save-as-pgn", { n: found.length })}</Button>
      )}
      <p class={classes(layouts.muted, layouts.flush)} role="status">
        {message}
      </p>
    </section>
  );
}
