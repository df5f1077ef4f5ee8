// The workbench: the board, the switches next to it, and the rulebook.
import { classes } from "../../style/classes";
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { lazy, Suspense } from "preact/compat";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { define, refOf, variants } from "../../game/variants";
import { newId } from "../../game/savedGames";
import type { Rules } from "../../rules/rules";
import { errorText, sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { Defined, VariantInfo } from "../../wire.gen";
import { useSticky } from "../../components/useSticky";
import { Editor } from "../analysis/editor/Editor";
import { SaveActions, PlayActions } from "./Actions";
import { type Draft, kingless, textOf } from "./draft";
import { textOfFile } from "./files";
import { Gallery, Shelf } from "./Gallery";
import { begin, change, redo, undo } from "./history";
import { LiveBoard, type Look, startLook, stateOf } from "./LiveBoard";
import { shownTitle } from "./gallery";
import { PictureSwitches } from "./PictureSwitches";
import { PieceSwitches } from "./PieceSwitches";
import { ShapeSwitches } from "./ShapeSwitches";
import { GamePieces } from "../../board/GamePieces";
import { firstDraft, openDraft, rememberDraft } from "./open";
import { BoardSwitches } from "./SpaceSwitches";
import { deleteRules, renameRules, savedRules, saveRules } from "./saved";
import { type Change, MoveSwitches, Names, ReflectionSwitches, SeamSwitches, StartSwitches } from "./Switches";

const RulebookText = lazy(() => import("./RulebookText"));

interface Game {
  defined: Defined;
  info: VariantInfo;
}

/** Returns the current definition, and the last valid one, which the board shows. */
function useGame(rules: Rules, draft: Draft): { defined: Defined; game: Game } {
  const good = useRef<Game | null>(null);
  const defined = useMemo(() => define(rules, { text: textOf(draft) }), [rules, draft]);
  if (defined.info) good.current = { defined, info: defined.info };
  if (!good.current) {
    const chess = define(rules, { variant: "chess" });
    good.current = { defined: chess, info: chess.info as VariantInfo };
  }
  return { defined, game: good.current };
}

/** Handles the usual undo and redo keys, outside text fields. */
function useHistoryKeys(back: () => void, forth: () => void): void {
  const latest = useRef({ back, forth });
  latest.current = { back, forth };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.matches("input:not([type=checkbox], [type=radio]), textarea")) return;
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) latest.current.back();
      else if (key === "y" || key === "z") latest.current.forth();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

export function Bench({ rules, query }: { rules: Rules; query: string }) {
  const first = useMemo(() => firstDraft(rules, query), [rules]);
  const [history, setHistory] = useState(() => begin(first.draft));
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState(first.problem);
  const [look, setLook] = useState<Look>(startLook);
  const [editing, setEditing] = useState(false);
  const [reading, setReading] = useState(() => location.hash === "#rulebook");
  const [saved, setSaved] = useState(savedRules);
  const [boardBox, sticky] = useSticky();
  // Status messages disappear after a while.
  useEffect(() => {
    const timer = setTimeout(() => setMessage(""), 6000);
    return () => clearTimeout(timer);
  }, [message]);
  const draft = history.now;
  const { defined, game } = useGame(rules, draft);
  const faulty = !defined.info;
  const state = useMemo(() => stateOf(rules, game.info, look.position), [rules, game, look.position]);

  // The address always contains the game, for reloading and sharing.
  const address = useRef(query);
  useEffect(() => {
    const { packed, definition } = game.defined;
    address.current = `?rules=${packed}`;
    window.history.replaceState(null, "", `/workshop${address.current}`);
    rememberDraft(definition);
  }, [game, query]);

  const onChange: Change = (part, words, field) => {
    setHistory((old) => change(old, { ...old.now, ...part }, field));
    setProblem("");
    if (words) setMessage(words);
  };
  const show = (next: Draft, words: string) => {
    setHistory((old) => change(old, next));
    setLook(({ id }) => ({ ...startLook, id: id + 1 }));
    setProblem("");
    setMessage(words);
  };
  const open = (make: () => Draft) => {
    try {
      const next = make();
      show(next, t("page.workshop.is-open", { title: next.title }));
      window.scrollTo({ top: 0 });
    } catch (why) {
      setProblem(errorText(why));
    }
  };
  // Handles links to the workshop that do not reload the page.
  const opened = useRef(query);
  useEffect(() => {
    if (query === opened.current) return;
    opened.current = query;
    const packed = new URLSearchParams(query).get("rules");
    if (packed && query !== address.current) open(() => openDraft(rules, { packed }));
  }, [query]);

  const back = () => {
    if (history.past.length === 0) return;
    setHistory(undo(history));
    setMessage(t("page.workshop.undone"));
  };
  const forth = () => {
    if (history.future.length === 0) return;
    setHistory(redo(history));
    setMessage(t("page.workshop.done-again"));
  };
  useHistoryKeys(back, forth);

  const save = () => {
    const { definition } = game.defined;
    const same = saved.find((each) => each.definition === definition);
    const succeeded = saveRules({
      id: same?.id ?? newId(),
      title: same?.title ?? game.info.title,
      definition,
      updated: Date.now(),
    });
    setSaved(savedRules());
    if (succeeded) setMessage(t("page.workshop.is-saved", { title: game.info.title }));
    else setProblem(t("page.workshop.this-browser-cannot-save-its"));
  };
  const file = async (chosen: File) => {
    try {
      const text = await textOfFile(chosen);
      open(() => openDraft(rules, { text }));
    } catch (why) {
      setProblem(`${chosen.name}: ${errorText(why)}`);
    }
  };

  if (editing) {
    return (
      <Editor
        rules={rules}
        info={game.info}
        position={stateOf(rules, game.info, draft.start).position}
        onUse={(start) => {
          onChange({ start, study: kingless(start) }, t("page.workshop.start-from-setup"));
          setLook(startLook);
          setEditing(false);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }

  const all = { draft, defined, onChange };
  return (
    <div class={classes(layouts.stack, styles.workshop, game.info.boards > 1 && styles.wide)}>
      <header class={classes(layouts.cluster, layouts.middle, styles.head)}>
        <h1>{t("page.workshop.workshop")}</h1>
        <div class={layouts.cluster} role="group" aria-label={t("page.workshop.changes")}>
          <Button disabled={history.past.length === 0} onClick={back}>
            {t("page.workshop.undo")}
          </Button>
          <Button disabled={history.future.length === 0} onClick={forth}>
            {t("page.workshop.redo")}
          </Button>
        </div>
        <StartFrom onChoose={(variant) => open(() => openDraft(rules, { variant }))} />
      </header>
      <Alert>{problem}</Alert>
      <div class={classes(layouts.stack, styles.desk)}>
        <div class={styles.column}>
          <div class={styles.left}>
            <div class={classes(layouts.stack, styles.board, sticky && styles.sticky)} ref={boardBox}>
              <LiveBoard rules={rules} info={game.info} state={state} look={look} onLook={setLook} />
            </div>
            <section class={styles.words} aria-labelledby="words">
              <h2 id="words">{shownTitle(game.info)}</h2>
              {game.defined.differences.length > 0 ? (
                <ul>
                  {game.defined.differences.map((line) => (
                    <li>{line}</li>
                  ))}
                </ul>
              ) : (
                <p>{t("page.workshop.as-orthodox-chess")}</p>
              )}
              <GeneralFaults defined={defined} />
            </section>
          </div>
        </div>
        <div class={classes(layouts.stack, styles.side)}>
          <PlayActions info={game.info} faulty={faulty} onSay={setMessage} />
          <div class={styles.tabs} role="group" aria-label={t("page.workshop.beside-the-board")}>
            <Button class={controls.toggle} aria-pressed={!reading} onClick={() => setReading(false)}>
              {t("page.workshop.switches")}
            </Button>
            <Button class={controls.toggle} aria-pressed={reading} onClick={() => setReading(true)}>
              {t("page.workshop.rulebook")}
            </Button>
          </div>
          {reading ? (
            <Suspense fallback={<p role="status">{t("page.workshop.writing-the-rulebook")}</p>}>
              <RulebookText rules={rules} info={game.info} />
            </Suspense>
          ) : (
            <GamePieces info={game.info}>
              {draft.base ? (
                <BoardSwitches {...all} />
              ) : (
                <>
                  <ShapeSwitches {...all} />
                  <SeamSwitches {...all} />
                  <PieceSwitches {...all} rules={rules} known={game.info.kinds} />
                  <ReflectionSwitches {...all} />
                  <MoveSwitches {...all} />
                </>
              )}
              <StartSwitches {...all} position={state.position} onSetUp={() => setEditing(true)} />
              <Names {...all} />
              {!draft.base && <PictureSwitches info={game.info} onSay={setMessage} onProblem={setProblem} />}
              <SaveActions
                info={game.info}
                defined={game.defined}
                faulty={faulty}
                onSave={save}
                onFile={file}
                onSay={setMessage}
              />
            </GamePieces>
          )}
        </div>
      </div>
      <div class={classes(layouts.stack, styles.below)}>
        <Shelf
          rules={rules}
          saved={saved}
          onOpen={(definition) => open(() => openDraft(rules, { text: definition }))}
          onRename={(id, title) => {
            renameRules(id, title);
            setSaved(savedRules());
          }}
          onDelete={(id) => {
            deleteRules(id);
            setSaved(savedRules());
          }}
        />
        <Gallery rules={rules} onOpen={(definition) => open(() => openDraft(rules, { text: definition }))} />
      </div>
      <p class={classes(layouts.card, layouts.flush, styles.toast)} role="status" aria-live="polite" data-message>
        {message}
      </p>
    </div>
  );
}

/** Selects a built-in game to change. */
function StartFrom({ onChoose }: { onChoose: (variant: string) => void }) {
  return (
    <label class={classes(layouts.row, layouts.gap5, styles.from)}>
      <span>{t("page.workshop.start-from")}</span>
      <select
        class={controls.field}
        value=""
        onChange={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.value = "";
          if (value) onChoose(value);
        }}
      >
        <option value="">{t("page.workshop.choose-a-game")}</option>
        {variants.map((each) => (
          <option value={refOf(each)}>{each.title}</option>
        ))}
      </select>
    </label>
  );
}

/** Errors of the whole definition, which no field shows. */
function GeneralFaults({ defined }: { defined: Defined }) {
  const whole = defined.faults.filter((each) => each.field === "");
  return (
    <div role="status">
      {whole.map((each) => (
        <p class={controls.notice}>{sentence(each.message)}</p>
      ))}
    </div>
  );
}
