// A player's rating, with a question mark while it is uncertain, and what a game has changed.
import * as controls from "../style/controls.module.css";
import { changeText } from "../game/text";
import { t } from "../text/text";
import type { PlayerRating } from "../wire.gen";

export function Rating({ rating }: { rating: PlayerRating }) {
  const { change } = rating;
  return (
    <span class={controls.figures} data-rating>
      <span title={t(rating.provisional ? "page.game.provisional" : "page.ratings.rating")}>
        {rating.rating}
        {rating.provisional && "?"}
      </span>
      {change !== undefined && <strong> {changeText(change)}</strong>}
    </span>
  );
}
