// A diagram in a lesson, drawn by the same code as those of the documentation.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Rules } from "../../rules/rules";
import type { LessonPicture } from "./lesson";

const darkness = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now. */
function useDark(): boolean {
  const [dark, setDark] = useState(darkness.matches);
  useEffect(() => {
    const changed = () => setDark(darkness.matches);
    darkness.addEventListener("change", changed);
    return () => darkness.removeEventListener("change", changed);
  }, []);
  return dark;
}

export function Picture({ rules, variant, picture }: { rules: Rules; variant: string; picture: LessonPicture }) {
  const theme = useDark() ? "dark" : "light";
  const { about, ...scene } = picture;
  const { source, width, height } = useMemo(() => {
    const svg = rules.draw({ variant, position: "", ...scene, theme, coords: true });
    // Known before it is drawn, so that nothing below it jumps.
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    return { source: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height };
  }, [rules, variant, picture, theme]);
  return (
    <figure class="lessonpicture">
      <img src={source} width={width} height={height} alt="" />
      <figcaption>{about}</figcaption>
    </figure>
  );
}
