// A line with a head, and with a second colour around both that sets them off.
import type { Point } from "./layout";
import { headOf, path, shortened } from "./lines";

interface Props {
  line: Point[];
  /** Which colours it has: a class of its own. */
  tone: "silver" | "accent" | "best" | "other" | "user";
  width: number;
  dotted?: boolean;
  /** A part of a line that goes on elsewhere has no head. */
  open?: boolean;
}

export function Arrow({ line, tone, width, dotted = false, open = false }: Props) {
  if (line.length < 2) return null;
  const size = Math.max(18, 3.6 * width);
  const head = open ? "" : headOf(line, size);
  const shaft = path(open ? line : shortened(line, size * (dotted ? 1.15 : 0.6)));
  const dash = dotted ? `0 ${width * 2.1}` : undefined;
  return (
    <g class={`arrow ${tone}`}>
      {shaft && <path class="casing" d={shaft} stroke-width={width + 5} stroke-dasharray={dash} />}
      {head && <path class="casing tip" d={head} stroke-width={5} />}
      {shaft && <path class="shaft" d={shaft} stroke-width={width} stroke-dasharray={dash} />}
      {head && <path class="head" d={head} />}
    </g>
  );
}
