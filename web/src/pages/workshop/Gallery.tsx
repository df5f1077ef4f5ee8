// Games to start from, as cards: those of the gallery, and those saved in this browser.
import { classes } from "../../style/classes";
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Board } from "../../board/Board";
import { define, refOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { type GalleryAbout, extrasOf } from "../../text/language";
import { t } from "../../text/text";
import { entries } from "./gallery";
import type { GalleryEntry, State, Step, VariantInfo } from "../../wire.gen";
import type { SavedRules } from "./saved";

/**
 * Returns a ref, and whether its element has been near the viewport: cards far down the page are drawn on
 * demand.
 */
function useSeen() {
  const box = useRef<HTMLLIElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!box.current || seen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((each) => each.isIntersecting) && setSeen(true),
      { rootMargin: "200px" },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [seen]);
  return [box, seen] as const;
}

/**
 * Returns the content of a card: the game's diagram, if it has one, else a first move with a reflection, if there is
 * one, else the start position.
 */
function sceneOf(rules: Rules, info: VariantInfo, entry?: GalleryEntry): { state: State; step?: Step } {
  const from = { variant: refOf(info), position: info.start, study: true };
  if (entry) {
    const position = entry.diagram.position || info.start;
    const { state, steps } = rules.line({ ...from, position, moves: [entry.diagram.move] });
    return { state, step: steps[0] };
  }
  const start = rules.line(from);
  const reflecting = start.state.moves.filter(({ changes }) =>
    changes.some(({ effect }) => effect === "appears" || effect === "goes on"),
  );
  const move = reflecting.find((each) => each.move === "e2e4") ?? reflecting[0];
  if (!move) return { state: start.state };
  const { state, steps } = rules.line({ ...from, moves: [move.move] });
  return { state, step: steps[0] };
}

/** Returns the results of the engine's games in a sentence. */
function figuresOf({ figures }: GalleryEntry): string {
  return t("page.workshop.gallery-figures", {
    games: figures.games,
    white: Math.round(100 * figures.white),
    draws: Math.round(100 * figures.draws),
    moves: Math.round(figures.plies / 2),
  });
}

interface CardProps {
  rules: Rules;
  definition: string;
  /** The displayed title, if different from the game's own. */
  title?: string;
  /** The gallery game. */
  entry?: GalleryEntry;
  /** Its description in the page's language. */
  description?: GalleryAbout;
  children: (title: string, definition: string) => ComponentChildren;
}

function Card({ rules, definition, title, entry, description, children }: CardProps) {
  const [box, seen] = useSeen();
  const found = useMemo(() => (seen ? define(rules, { text: definition }) : null), [rules, definition, seen]);
  const info = found?.info;
  const scene = useMemo(() => info && sceneOf(rules, info, entry), [rules, info, entry]);
  const name = title ?? description?.title ?? info?.title ?? "";
  return (
    <li class={classes(layouts.stack, layouts.gap3, styles.card)} ref={box} data-card={entry?.name ?? info?.name}>
      <div class={styles.cardBoard}>
        {info && scene && (
          <Board
            info={{ ...info, boards: 1 }}
            {...scene}
            movable="none"
            small
            label={`${name}: ${scene.step?.text ?? t("page.workshop.the-start")}`}
          />
        )}
      </div>
      {name && <h3>{name}</h3>}
      <div class={classes(layouts.stack, layouts.gap2, styles.lesson)}>
        {entry && scene?.step && <p class={styles.caption}>{scene.step.text}</p>}
        {entry && <p>{`${description?.why ?? entry.why} ${description?.lesson ?? entry.lesson}`}</p>}
        {found && <p>{info?.summary ?? t("page.workshop.these-rules-cannot-be-read")}</p>}
        {entry && <p>{figuresOf(entry)}</p>}
      </div>
      <div class={layouts.cluster}>{info && children(name, found.definition)}</div>
    </li>
  );
}

interface GalleryProps {
  rules: Rules;
  onOpen: (definition: string) => void;
}

function Gallery({ rules, onOpen }: GalleryProps) {
  return (
    <section aria-labelledby="gallery">
      <h2 id="gallery">{t("page.workshop.gallery")}</h2>
      <ul class={classes(layouts.list, styles.cards)}>
        {entries.map((entry) => (
          <Card
            key={entry.name}
            rules={rules}
            definition={entry.definition}
            entry={entry}
            description={extrasOf().gallery?.[entry.name]}
          >
            {(title, form) => (
              <Button aria-label={t("page.workshop.open-title", { title })} onClick={() => onOpen(form)}>
                {t("page.workshop.open")}
              </Button>
            )}
          </Card>
        ))}
      </ul>
    </section>
  );
}

interface ShelfProps extends GalleryProps {
  saved: SavedRules[];
  onBuild: () => void;
  onRename: (id: string, title: string) => void;
  onDelete: (id: string) => void;
}

/** The games saved in this browser. */
function Shelf({ rules, saved, onBuild, onOpen, onRename, onDelete }: ShelfProps) {
  return (
    <section aria-labelledby="saved">
      <h2 id="saved">{t("page.workshop.saved-in-this-browser")}</h2>
      {saved.length === 0 ? (
        <>
          <p class={classes(layouts.dim, layouts.flush)}>{t("page.workshop.nothing-yet-save-in-this")}</p>
          <Button class={styles.build} onClick={onBuild}>
            {t("page.workshop.build-a-game")}
          </Button>
        </>
      ) : (
        <ul class={classes(layouts.list, styles.cards)}>
          {saved.map((each) => (
            <Card key={each.id} rules={rules} definition={each.definition} title={each.title}>
              {(title, form) => (
                <SavedActions
                  title={title}
                  onOpen={() => onOpen(form)}
                  onRename={(to) => onRename(each.id, to)}
                  onDelete={() => onDelete(each.id)}
                />
              )}
            </Card>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The saved games and the gallery. */
export default function Games(props: ShelfProps) {
  return (
    <div class={classes(layouts.stack, styles.below)}>
      <Shelf {...props} />
      <Gallery rules={props.rules} onOpen={props.onOpen} />
    </div>
  );
}

interface SavedActionsProps {
  title: string;
  onOpen: () => void;
  onRename: (title: string) => void;
  onDelete: () => void;
}

function SavedActions({ title, onOpen, onRename, onDelete }: SavedActionsProps) {
  const [asking, setAsking] = useState<"" | "rename" | "delete">("");
  const [typed, setTyped] = useState(title);
  if (asking === "rename") {
    const done = (event: Event) => {
      event.preventDefault();
      if (typed.trim()) onRename(typed.trim());
      setAsking("");
    };
    return (
      <form class={layouts.cluster} onSubmit={done}>
        <input
          class={controls.field}
          aria-label={t("page.workshop.another-name", { title })}
          value={typed}
          maxLength={80}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{t("page.workshop.rename")}</Button>
      </form>
    );
  }
  if (asking === "delete") {
    return (
      <div class={layouts.cluster} role="group" aria-label={t("page.workshop.delete-asked", { title })}>
        <Button class={classes(controls.danger, controls.sure)} onClick={onDelete}>
          {t("page.workshop.delete-for-good")}
        </Button>
        <Button onClick={() => setAsking("")}>{t("page.workshop.keep")}</Button>
      </div>
    );
  }
  return (
    <>
      <Button aria-label={t("page.workshop.open-title", { title })} onClick={onOpen}>
        {t("page.workshop.open")}
      </Button>
      <Button
        aria-label={t("page.workshop.rename-title", { title })}
        onClick={() => {
          setTyped(title);
          setAsking("rename");
        }}
      >
        {t("page.workshop.rename")}
      </Button>
      <Button
        class={controls.danger}
        aria-label={t("page.workshop.delete-title", { title })}
        onClick={() => setAsking("delete")}
      >
        {t("page.workshop.delete")}
      </Button>
    </>
  );
}
