// Conditional moves in a correspondence game. Lines are entered on a separate board and saved by the server,
// which plays the replies immediately.
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as styles from "./conditionalmoves.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { Board } from "../../board/Board";
import { MoveField } from "../../components/MoveField";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { MoveInfo, Snapshot, VariantInfo } from "../../wire.gen";
import { readConditionalMoves, saveConditionalMoves, addLine } from "./conditionalMoves";
import { yourTurn } from "./text";

interface Props {
  rules: Rules;
  info: VariantInfo;
  game: Snapshot;
}

export function ConditionalMoves({ rules, info, game }: Props) {
  const plays = game.seat === "white" || game.seat === "black";
  if (!game.control?.days || !plays || game.result || yourTurn(game)) return null;
  return <Desk key={`${game.id} ${game.ply} ${game.takebacks}`} rules={rules} info={info} game={game} />;
}

function Desk({ rules, info, game }: Props) {
  const [open, setOpen] = useState(false);
  const [lines, setLines] = useState<string[][]>([]);
  const [draft, setDraft] = useState<string[]>([]);
  const [problem, setProblem] = useState("");
  const [message, setMessage] = useState("");
  const request = { variant: game.variant, position: game.position };
  const line = useMemo(() => rules.line({ ...request, moves: draft }), [rules, game, draft]);
  const own = draft.length % 2 === 1;
  const desk = useRef<HTMLDetailsElement>(null);

  // The panel's board is at the end and may be out of view.
  useEffect(() => {
    if (open && desk.current) scrollToTop(desk.current);
  }, [open]);
  useEffect(() => {
    let active = true;
    readConditionalMoves(game).then(
      (found) => active && setLines(found),
      () => undefined, // saving reports the same error
    );
    return () => {
      active = false;
    };
  }, []);

  const save = async (next: string[][], words: string) => {
    try {
      setProblem("");
      setLines(await saveConditionalMoves(game, next));
      setMessage(words);
      setDraft([]);
    } catch (failed) {
      setMessage("");
      setProblem(errorText(failed));
    }
  };
  const play = (move: MoveInfo) => {
    setProblem("");
    setMessage("");
    setDraft([...draft, move.move]);
  };
  const words = (moves: string[]) => lineText(rules.line({ ...request, moves }).steps.map((step) => step.san));

  return (
    <details
      ref={desk}
      class={classes(controls.disclosure, styles.ahead)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {lines.length > 0
          ? t("page.game.conditional-moves-count", { n: lines.length })
          : t("page.game.conditional-moves")}
      </summary>
      {open && (
        <>
          <p class={classes(layouts.muted, styles.hint)}>{t("page.game.if-they-play-what-you")}</p>
          {lines.length > 0 && (
            <ul class={styles.lines}>
              {lines.map((one) => (
                <li key={one.join(" ")}>
                  <span>{words(one)}</span>
                  <Button
                    aria-label={t("page.game.delete-one", { name: words(one) })}
                    onClick={() =>
                      void save(
                        lines.filter((other) => other !== one),
                        t("page.game.deleted"),
                      )
                    }
                  >
                    {t("page.game.delete")}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <p class={styles.task}>
            {own
              ? t("page.game.now-your-answer")
              : draft.length === 0
                ? t("page.game.play-the-move-you-expect")
                : t("page.game.add-the-line-or-play")}
          </p>
          <div class={styles.board}>
            <Board
              info={info}
              state={line.state}
              flip={game.seat === "black"}
              movable="both"
              fixed
              step={line.steps.at(-1)}
              onMove={play}
              label={t("page.game.conditional-board", { title: info.title })}
            />
          </div>
          <MoveField rules={rules} state={line.state} onMove={play} />
          {draft.length > 0 && <p class={styles.draft}>{lineText(line.steps.map((step) => step.san))}</p>}
          <div class={classes(layouts.cluster, styles.buttons)}>
            <Button
              class={controls.primary}
              disabled={draft.length === 0 || own}
              onClick={() => void save(addLine(lines, draft), t("page.game.the-line-is-kept"))}
            >
              {t("page.game.add-the-line")}
            </Button>
            <Button disabled={draft.length === 0} onClick={() => setDraft(draft.slice(0, -1))}>
              {t("page.game.back")}
            </Button>
          </div>
          <p class={styles.message} role="status">
            {message}
          </p>
          <Alert>{problem}</Alert>
        </>
      )}
    </details>
  );
}

/**
 * Scrolls an element's container until the element is at the top. The page scrolls only if no container does,
 * so that the game's board stays in place.
 */
function scrollToTop(element: HTMLElement) {
  let box = element.parentElement;
  while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
  if (box) box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  else element.scrollIntoView({ block: "start" });
}

/** Describes a line: "if e5, then Nf3, if Nc6, then Bb5". */
function lineText(moves: string[]): string {
  const parts: string[] = [];
  for (let at = 0; at < moves.length; at += 2) {
    const answer = moves[at + 1];
    parts.push(
      answer
        ? t("page.game.if-then", { move: shownSan(moves[at] ?? ""), answer: shownSan(answer) })
        : t("page.game.if-open", { move: shownSan(moves[at] ?? "") }),
    );
  }
  return parts.join(", ");
}
