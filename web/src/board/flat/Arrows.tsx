// Arrows that others want to be seen: an engine's, and those drawn by hand.
import type { BoardArrow } from "../types";
import { Arrow } from "./Arrow";
import type { Layout } from "./layout";
import { middleOf } from "./layout";
import { trimmed } from "./lines";

export function Arrows({ layout, arrows = [], drawn }: { layout: Layout; arrows?: BoardArrow[]; drawn: BoardArrow[] }) {
  // The best lies on top of the others, one's own on top of all.
  const all = [...arrows].sort((a, b) => Number(a.tone === "best") - Number(b.tone === "best"));
  return (
    <g aria-hidden="true">
      {[...all, ...drawn].map((arrow) => {
        const [from, to] = [middleOf(layout, arrow.from), middleOf(layout, arrow.to)];
        return (
          from &&
          to && (
            <g key={`${arrow.tone}${arrow.from}${arrow.to}`} data-arrow={arrow.tone} data-from={arrow.from} data-to={arrow.to}>
              <Arrow line={trimmed([from, to], 24, 12)} tone={arrow.tone} width={arrow.tone === "best" ? 13 : 10} />
            </g>
          )
        );
      })}
    </g>
  );
}
