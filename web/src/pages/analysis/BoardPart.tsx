// The part of the drawer about the position on the board: other things to do with it, and why a move is none.
import type { ComponentChildren } from "preact";
import { WingSwitch } from "../../components/WingSwitch";
import { positionQuery } from "../../game/linkText";
import { refOf, rulesAddress } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { t } from "../../text/text";
import type { MoveInfo } from "../../wire.gen";
import { Explain } from "./Explain";
import * as formStyles from "./form.module.css";
import { Button } from "../../components/Button";
import type { BenchControl } from "./useBench";
import type { Position } from "./usePosition";

interface Props {
  rules: Rules;
  bench: BenchControl;
  position: Position;
  onPlay: (move: MoveInfo) => void;
  /** What each piece contributes, while that is shown. */
  children: ComponentChildren;
}

export function BoardPart({ rules, bench, position, onPlay, children }: Props) {
  const { dispatch, showsWorth } = bench;
  const { info, state, over, last } = position;
  return (
    <>
      <div class={classes(layouts.cluster, formStyles.row)} role="group" aria-label={t("page.analysis.board")}>
        <Button onClick={() => dispatch({ type: "edit", on: true })}>{t("page.analysis.edit")}</Button>
        <Button onClick={() => dispatch({ type: "plan", plan: "" })}>{t("page.analysis.try-a-plan")}</Button>
        <Button
          class={showsWorth && controls.primary}
          aria-pressed={showsWorth}
          onClick={() => dispatch({ type: "worth", on: !showsWorth })}
        >
          {t("page.analysis.worth-of-pieces")}
        </Button>
        {!over && !state.study && (
          <a class={controls.button} href={`/play${positionQuery(refOf(info), state.position, last)}`}>
            {t("page.analysis.play-from-here")}
          </a>
        )}
        <a class={controls.button} href={rulesAddress(info)}>
          {t("page.analysis.the-rules-in-words")}
        </a>
        {!info.definition && (
          <a class={controls.button} href={`/learn/${info.name}/rules`}>
            {t("page.analysis.rulebook")}
          </a>
        )}
      </div>
      {info.boards > 1 && <WingSwitch />}
      {children}
      <Explain rules={rules} state={state} onPlay={onPlay} />
    </>
  );
}
