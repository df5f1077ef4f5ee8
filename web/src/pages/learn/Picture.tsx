// A diagram in a lesson, drawn by the same code as those of the documentation.
import * as styles from "./learn.module.css";
import { useMemo } from "preact/hooks";
import { useTheme } from "../../style/theme";
import type { Rules } from "../../rules/rules";
import type { LessonPicture } from "./lesson";

export function Picture({ rules, variant, picture }: { rules: Rules; variant: string; picture: LessonPicture }) {
  const theme = useTheme();
  const { about, ...scene } = picture;
  const { source, width, height } = useMemo(() => {
    const svg = rules.draw({ variant, position: "", ...scene, theme, coords: true });
    // Known before it is drawn, so that nothing below it jumps.
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    return { source: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height };
  }, [rules, variant, picture, theme]);
  return (
    <figure class={styles.picture}>
      <img src={source} width={width} height={height} alt="" />
      <figcaption>{about}</figcaption>
    </figure>
  );
}
