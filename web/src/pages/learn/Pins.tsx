// The pins of a board in space, and which are neighbours.
import * as styles from "./learn.module.css";
import { t } from "../../text/text";
import type { Mount } from "../../wire.gen";

const across = 180;
const apart = 64;

function place(pin: string): { x: number; y: number } {
  return { x: pin.startsWith("Q") ? 60 : 60 + across, y: 30 + (6 - Number(pin.slice(2))) * apart };
}

export function Pins({ pins }: { pins: Mount[] }) {
  const pairs = pins.flatMap((pin) =>
    pin.next.filter((other) => pin.name < other).map((other) => [pin.name, other] as const),
  );
  return (
    <figure class={styles.pins}>
      <svg viewBox={`0 0 ${across + 120} ${5 * apart + 60}`} role="img" aria-label={words(pins)}>
        {pairs.map(([a, b]) => (
          <path class={styles.between} d={line(a, b)} />
        ))}
        {pins.map((pin) => {
          const { x, y } = place(pin.name);
          return (
            <g>
              <circle cx={x} cy={y} r={21} />
              <text x={x} y={y + 5} text-anchor="middle">
                {pin.name}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>{t("page.learn.lines-join-neighbouring-pins-whites")}</figcaption>
    </figure>
  );
}

/** Lines that would run over a third pin bow outward. */
function line(a: string, b: string): string {
  const from = place(a);
  const to = place(b);
  const far = from.x === to.x && Math.abs(from.y - to.y) > apart;
  if (!far) return `M${from.x} ${from.y}L${to.x} ${to.y}`;
  const out = a.startsWith("Q") ? -46 : 46;
  return `M${from.x} ${from.y}Q${from.x + out} ${(from.y + to.y) / 2} ${to.x} ${to.y}`;
}

function words(pins: Mount[]): string {
  return pins.map((pin) => t("page.learn.pin-next", { pin: pin.name, pins: pin.next.join(", ") })).join(". ");
}
