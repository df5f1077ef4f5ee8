// A diagram in a lesson, drawn by the same code as the documentation's.
import * as styles from "./learn.module.css";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useTurn } from "../../board/useTurn";
import { useTheme } from "../../style/theme";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { LessonPicture } from "./lesson";

interface Props {
  rules: Rules;
  variant: string;
  picture: LessonPicture;
}

export function Picture(props: Props) {
  return useTurn(true) ? <Drawn {...props} /> : null;
}

function Drawn({ rules, variant, picture }: Props) {
  const theme = useTheme();
  const { about, position, chosen, move, last: lastMove, view, study } = picture;
  const { source, width, height } = useMemo(() => {
    const svg = rules.draw({ variant, position, chosen, move, lastMove, view, study, theme, coords: true });
    // The size is known before the image is drawn, so that the content below does not shift.
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    return { source: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height };
  }, [rules, variant, picture, theme]);
  // Three boards are wider than a phone: the middle one is visible, and the others are reached by swiping.
  const wide = Number(width) > 2 * Number(height);
  const pane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = pane;
    if (current) current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
  }, [source]);
  return (
    <figure class={styles.picture}>
      <div
        ref={pane}
        class={styles.pane}
        {...(wide
          ? { "data-wide": "", tabIndex: 0, role: "group", "aria-label": t("page.learn.picture", { about }) }
          : {})}
      >
        <img src={source} width={width} height={height} alt="" />
      </div>
      <figcaption>{about}</figcaption>
    </figure>
  );
}
