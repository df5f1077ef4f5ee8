// The ratings of an account, each with a graph of its latest games.
import { classes } from "../../style/classes";
import * as styles from "./account.module.css";
import * as layouts from "../../style/layout.module.css";
import { Rating } from "../../components/Rating";
import { useAnswer } from "../../components/useAnswer";
import { boardAddress, poolName, readHistory, readRatings } from "../../game/ratings";
import { t } from "../../text/text";
import type { PoolRating, RatingPoint } from "../../wire.gen";

/** `none` is the text for an account without ratings. */
export function OwnRatings({ name, none }: { name: string; none: string }) {
  const found = useAnswer(() => readRatings(name)).value;
  if (!found) return null;
  return (
    <section aria-labelledby="ratings">
      <h2 id="ratings">{t("page.ratings.ratings")}</h2>
      {found.ratings.length === 0 && <p>{none}</p>}
      <ul class={classes(layouts.list, styles.rows)} data-ratings>
        {found.ratings.map((each) => (
          <li key={`${each.variant}/${each.speed}`}>
            <a href={boardAddress(each.variant, each.speed)}>{poolName(each)}</a>
            <Graph name={name} pool={each} />
            <Rating rating={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const width = 160;
const height = 40;

/** Returns the points of a line through all ratings, with a margin of one unit. */
function line(points: RatingPoint[]): string {
  const values = points.map((each) => each.rating);
  const least = Math.min(...values);
  const range = Math.max(1, Math.max(...values) - least);
  const step = (width - 2) / Math.max(1, values.length - 1);
  return values
    .map(
      (value, n) =>
        `${(1 + n * step).toFixed(1)},${(height - 1 - ((value - least) / range) * (height - 2)).toFixed(1)}`,
    )
    .join(" ");
}

function Graph({ name, pool }: { name: string; pool: PoolRating }) {
  const points = useAnswer(() => readHistory(name, pool)).value?.points ?? [];
  const [first] = points;
  const last = points[points.length - 1];
  if (!first || !last || points.length < 2) return null;
  const label = t("page.ratings.graph", {
    n: points.length,
    first: String(first.rating),
    last: String(last.rating),
  });
  return (
    <svg class={styles.graph} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <polyline points={line(points)} />
    </svg>
  );
}
