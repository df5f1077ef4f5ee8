// The workbench: the board, the switches next to it, and the rulebook.
import { classes } from "../../style/classes";
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { lazy, Suspense } from "preact/compat";
import { useEffect, useMemo, useState } from "preact/hooks";
import { GamePieces } from "../../board/GamePieces";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { useSticky } from "../../components/useSticky";
import { refOf, variants } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { Defined } from "../../wire.gen";
import { Editor } from "../analysis/editor/Editor";
import { PlayActions, SaveActions } from "./Actions";
import { enoughGames } from "./balance";
import { BalanceStudy } from "./Balance";
import { Checklist } from "./Checklist";
import { kingless, rulesOf } from "./draft";
import { EdgeSwitches } from "./EdgeSwitches";
import { shownTitle } from "./gallery";
import { LiveBoard, startLook, stateOf } from "./LiveBoard";
import { GoalSwitches, MoveSwitches } from "./MoveSwitches";
import { Names } from "./Names";
import { PictureSwitches } from "./PictureSwitches";
import { PieceSwitches } from "./PieceSwitches";
import { ReflectionSwitches } from "./ReflectionSwitches";
import { ShapeSwitches } from "./ShapeSwitches";
import { BoardSwitches } from "./SpaceSwitches";
import { StartSwitches } from "./StartSwitches";
import { useBalance } from "./useBalance";
import { useWorkshop } from "./useWorkshop";

// Loaded when shown, so that the workbench is ready sooner.
const Gallery = lazy(() => import("./Gallery"));
const RulebookText = lazy(() => import("./RulebookText"));

export function Bench({ rules, query }: { rules: Rules; query: string }) {
  const workshop = useWorkshop(rules, query);
  const { draft, defined, game, state, look, setLook, setMessage, onChange, open } = workshop;
  const [editing, setEditing] = useState(false);
  const [reading, setReading] = useState(() => location.hash === "#rulebook");
  const [browsing, setBrowsing] = useState(false);
  const [boardBox, sticky] = useSticky();
  const faulty = !defined.info;
  const rulesKey = useMemo(() => rulesOf(draft), [draft]);
  const balance = useBalance(game.info, rulesKey);
  /** The rules whose rulebook has been shown. */
  const [read, setRead] = useState("");
  useEffect(() => {
    if (reading) setRead(rulesKey);
  }, [reading, rulesKey]);
  const openCard = (text: string) => {
    setBrowsing(false);
    open({ text });
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
          <Button disabled={!workshop.undo} onClick={workshop.undo}>
            {t("page.workshop.undo")}
          </Button>
          <Button disabled={!workshop.redo} onClick={workshop.redo}>
            {t("page.workshop.redo")}
          </Button>
        </div>
        <StartFrom
          onChoose={(variant) => {
            setBrowsing(false);
            open({ variant });
          }}
        />
        <div class={styles.tabs} role="group" aria-label={t("page.workshop.workshop")}>
          <Button class={controls.toggle} aria-pressed={!browsing} onClick={() => setBrowsing(false)}>
            {t("page.workshop.bench")}
          </Button>
          <Button class={controls.toggle} aria-pressed={browsing} onClick={() => setBrowsing(true)}>
            {t("page.workshop.gallery-and-saved")}
          </Button>
        </div>
      </header>
      <Alert>{workshop.problem}</Alert>
      {browsing ? (
        <Suspense fallback={<p role="status">{t("page.frame.loading")}</p>}>
          <Gallery
            rules={rules}
            saved={workshop.saved}
            onBuild={() => setBrowsing(false)}
            onOpen={openCard}
            onRename={workshop.rename}
            onDelete={workshop.remove}
          />
        </Suspense>
      ) : (
        <div class={classes(layouts.stack, styles.desk)}>
          <div class={styles.column}>
            <div class={styles.left}>
              <div class={classes(layouts.stack, styles.board, sticky && styles.sticky)} ref={boardBox}>
                <LiveBoard rules={rules} info={game.info} state={state} look={look} onLook={setLook} />
              </div>
              <BalanceStudy balance={balance} faulty={faulty} />
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
                  <div class={classes(layouts.stack, styles.group)}>
                    <EdgeSwitches {...all} />
                    <ReflectionSwitches {...all} />
                    <MoveSwitches {...all} />
                  </div>
                )}
                <div class={classes(layouts.stack, styles.group)}>
                  {!draft.base && (
                    <>
                      <ShapeSwitches {...all} />
                      <PieceSwitches {...all} rules={rules} known={game.info.kinds} />
                      <GoalSwitches {...all} />
                    </>
                  )}
                  <StartSwitches {...all} position={state.position} onSetUp={() => setEditing(true)} />
                  {!draft.base && (
                    <PictureSwitches
                      info={game.info}
                      defined={defined}
                      onSay={setMessage}
                      onProblem={workshop.setProblem}
                    />
                  )}
                  <Names {...all} />
                  <SaveActions
                    info={game.info}
                    defined={game.defined}
                    faulty={faulty}
                    onSave={workshop.save}
                    onFile={workshop.file}
                    onSay={setMessage}
                    checklist={
                      <Checklist
                        rules={rules}
                        info={game.info}
                        draft={draft}
                        faulty={faulty}
                        balanced={balance.done === null && (balance.figures?.games ?? 0) >= enoughGames}
                        read={read === rulesKey}
                      />
                    }
                  />
                </div>
              </GamePieces>
            )}
          </div>
        </div>
      )}
      <p class={classes(layouts.card, layouts.flush, styles.toast)} role="status" aria-live="polite" data-message>
        {workshop.message}
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
