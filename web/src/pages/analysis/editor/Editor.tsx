// Sets up a position of any rule set, and shows its faults immediately.
import { classes } from "../../../style/classes";
import * as styles from "./editor.module.css";
import * as formStyles from "../../../components/form.module.css";
import * as controls from "../../../style/controls.module.css";
import * as layouts from "../../../style/layout.module.css";
import { useMemo, useState } from "preact/hooks";
import { Button } from "../../../components/Button";
import { GamePieces } from "../../../board/GamePieces";
import { PieceIcon } from "../../../board/Piece";
import { byValue, type Kinds, lettersOf, nameOf } from "../../../board/pieces";
import { positionQuery } from "../../../game/linkText";
import { refOf } from "../../../game/variants";
import { startError } from "../../../rules/startError";
import type { Rules } from "../../../rules/rules";
import { t } from "../../../text/text";
import type { VariantInfo } from "../../../wire.gen";
import { kingless, sentence } from "../../../rules/text";
import { carry, clear, type Draft, fixedLevels, put, read, write } from "./draft";
import { EditLevel } from "./EditBoard";
import { Settings } from "./Settings";
import { Stands } from "./Stands";
import { useCarry } from "./useCarry";

interface Props {
  rules: Rules;
  info: VariantInfo;
  position: string;
  onUse: (position: string) => void;
  onCancel: () => void;
}

/** The effect of a click on a square: place this piece, move pieces, or remove them. */
type Tool = string;
const hand: Tool = "hand";
const eraser: Tool = "";

export function Editor({ rules, info, position, onUse, onCancel }: Props) {
  const [text, setText] = useState(position);
  const [draft, setDraft] = useState<Draft>(() => read(info, position) ?? (read(info, info.start) as Draft));
  const [tool, setTool] = useState<Tool>(hand);
  const [held, setHeld] = useState("");

  const set = (next: Draft) => {
    setDraft(next);
    setText(write(info, next));
  };
  const type = (typed: string) => {
    setText(typed);
    const found = read(info, typed);
    if (found) setDraft(found);
  };
  const checked = useMemo(() => rules.check({ variant: refOf(info), position: text }), [rules, info, text]);
  const sound = checked.faults.length === 0 && checked.position !== undefined;
  const over = useMemo(
    () => (sound && !checked.study ? startError(rules, refOf(info), text) : ""),
    [rules, info, text, sound, checked],
  );
  const playable = sound && !checked.study && !over;

  const { carried, begin, dragged } = useCarry((letter, from, to) => {
    setHeld("");
    if (!to) {
      if (from) set(put(draft, from, ""));
    } else set(from ? carry(draft, from, to) : put(draft, to, letter));
  });
  const press = (square: string) => {
    if (dragged()) return;
    const piece = draft.pieces[square] ?? "";
    if (tool !== hand) set(put(draft, square, piece === tool ? "" : tool));
    else if (held) {
      set(carry(draft, held, square));
      setHeld("");
    } else if (piece) setHeld(square);
  };
  const choose = (next: Tool) => {
    setTool(next);
    setHeld("");
  };

  const level = (name: string) => (
    <EditLevel
      info={info}
      draft={draft}
      level={name}
      held={held}
      onPress={press}
      onPut={(square, letter) => set(put(draft, square, letter))}
      onCarry={begin}
    />
  );
  const space = info.pins !== undefined && info.pins.length > 0;

  return (
    <GamePieces info={info}>
      <div class={classes(layouts.stack, styles.editor, space && styles.space)}>
        <div class={styles.paletteBar}>
          <h2>{t("page.analysis.set-up-a-position")}</h2>
          <Palette kinds={info.kinds} tool={tool} onChoose={choose} onCarry={begin} dragged={dragged} />
        </div>

        <div class={styles.boards}>
          {fixedLevels(info).map((name) => (
            <figure key={name}>
              {name && <figcaption>{t("page.analysis.level", { level: name })}</figcaption>}
              {level(name)}
            </figure>
          ))}
          {space && <Stands info={info} draft={draft} onChange={set} level={level} />}
        </div>

        <div class={classes(layouts.stack, layouts.gap6, styles.side)}>
          <p class={styles.hint}>{t("page.analysis.choose-a-piece-and-click")}</p>
          <div class={classes(layouts.cluster, formStyles.row)}>
            <Button onClick={() => set(clear(draft))}>{t("page.analysis.clear")}</Button>
            <Button onClick={() => type(info.start)}>{t("page.analysis.start-position")}</Button>
          </div>
          <div class={classes(layouts.stack, styles.faults)} role="status">
            {playable && <p class={styles.valid}>{t("page.analysis.the-position-can-be-played")}</p>}
            {over && <p class={controls.notice}>{over}</p>}
            {checked.study && (
              <p class={controls.notice}>{t("page.analysis.opens-kingless", { kingless: kingless(draft.pieces) })}</p>
            )}
            {!sound && (
              <>
                <p class={styles.invalid}>{t("page.analysis.this-must-be-mended-first")}</p>
                <ul>
                  {checked.faults.map((fault) => (
                    <li>{sentence(fault.message)}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
          <div class={classes(layouts.cluster, formStyles.row)}>
            <Button class={controls.primary} disabled={!sound} onClick={() => onUse(checked.position ?? text)}>
              {t("page.analysis.use-this-position")}
            </Button>
            {playable && (
              <a class={controls.button} href={`/play${positionQuery(refOf(info), checked.position ?? text)}`}>
                {t("page.analysis.play-from-here")}
              </a>
            )}
            <Button onClick={onCancel}>{t("page.analysis.cancel")}</Button>
          </div>
          <Settings info={info} draft={draft} onChange={set} />
          <label class={formStyles.stack}>
            <span>{t("page.analysis.fen")}</span>
            <textarea
              class={classes(controls.field, controls.figures)}
              rows={space ? 4 : 2}
              spellcheck={false}
              value={text}
              onInput={(event) => type(event.currentTarget.value.replaceAll("\n", " "))}
            />
          </label>
        </div>
        {carried && (
          <div class={styles.carried} style={{ left: `${carried.x}px`, top: `${carried.y}px` }} aria-hidden="true">
            <PieceIcon letter={carried.letter} label="" />
          </div>
        )}
      </div>
    </GamePieces>
  );
}

interface PaletteProps {
  kinds: Kinds;
  tool: Tool;
  onChoose: (tool: Tool) => void;
  onCarry: (event: PointerEvent, letter: string, from: string) => void;
  dragged: () => boolean;
}

function Palette({ kinds, tool, onChoose, onCarry, dragged }: PaletteProps) {
  const letters = lettersOf(kinds).sort((a, b) => Number(b === "k") - Number(a === "k") || byValue(a, b));
  const button = (letter: string) => (
    <button
      type="button"
      class={styles.pieceButton}
      aria-label={t("page.analysis.put", { piece: nameOf(letter, kinds) })}
      aria-pressed={tool === letter}
      onClick={() => !dragged() && onChoose(letter)}
      onPointerDown={(event) => onCarry(event, letter, "")}
    >
      <PieceIcon letter={letter} label="" />
    </button>
  );
  return (
    <div class={styles.palette} role="group" aria-label={t("page.analysis.pieces")}>
      <div>{letters.map((letter) => button(letter.toUpperCase()))}</div>
      <div>{letters.map(button)}</div>
      <div>
        <Button aria-pressed={tool === hand} onClick={() => onChoose(hand)}>
          {t("page.analysis.move")}
        </Button>
        <Button aria-pressed={tool === eraser} onClick={() => onChoose(eraser)}>
          {t("page.analysis.remove")}
        </Button>
      </div>
    </div>
  );
}
