// The opening tree of a profile: the first moves, with the score of each.
import { classes } from "../../style/classes";
import * as styles from "./people.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { useAnswer } from "../../components/useAnswer";
import { readOpenings } from "../../game/people";
import { titleOf } from "../../game/variants";
import { shownSan } from "../../rules/san";
import { capitalise, sideName } from "../../rules/text";
import { t } from "../../text/text";
import type { GameTotal, OpeningMove } from "../../wire.gen";
import { Choice } from "./Choice";

const colours = ["white", "black"] as const;

const count = ({ wins, draws, losses }: OpeningMove) => wins + draws + losses;

/** Returns the number and the move at a ply, as in "1. e4" and "1… e5". */
const numbered = (move: OpeningMove) =>
  `${Math.floor(move.ply / 2) + 1}${move.ply % 2 ? "…" : "."} ${shownSan(move.move)}`;

/** Returns the replies to a move, or the first moves. */
function replies(all: OpeningMove[], move?: OpeningMove): OpeningMove[] {
  const from = move ? all.indexOf(move) + 1 : 0;
  const ply = move ? move.ply + 1 : 0;
  const next = all.findIndex((each, n) => n >= from && each.ply < ply);
  return all.slice(from, next < 0 ? all.length : next).filter((each) => each.ply === ply);
}

export function Openings({ name, totals }: { name: string; totals: GameTotal[] }) {
  const [variant, setVariant] = useState(totals[0]?.variant ?? "");
  const [colour, setColour] = useState("white");
  const { value: found, problem } = useAnswer(
    () => readOpenings(name, variant, colour),
    `${name} ${variant} ${colour}`,
  );
  return (
    <section aria-labelledby="openings">
      <h2 id="openings">{t("page.people.openings")}</h2>
      <div class={styles.filters}>
        <Choice
          label={t("page.home.game")}
          value={variant}
          of={totals.map((each) => [each.variant, each.title ?? titleOf(each.variant)] as const)}
          onChoose={setVariant}
        />
        <Choice
          label={t("page.people.colour")}
          value={colour}
          of={colours.map((each) => [each, capitalise(sideName(each))] as const)}
          onChoose={setColour}
        />
      </div>
      <Alert>{problem}</Alert>
      {found && <Tree key={`${found.variant} ${found.colour}`} all={found.moves} />}
    </section>
  );
}

function Tree({ all }: { all: OpeningMove[] }) {
  const [line, setLine] = useState<OpeningMove[]>([]);
  const moves = replies(all, line.at(-1));
  const path = useRef<HTMLParagraphElement>(null);
  const chosen = useRef(line);
  // The button that was pressed is gone, so the focus moves to the position.
  useEffect(() => {
    if (chosen.current !== line) path.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    chosen.current = line;
  }, [line]);
  return (
    <>
      {all.length > 0 && (
        <p ref={path} class={classes(layouts.cluster, layouts.middle)} role="group" aria-label={t("page.game.moves")}>
          {[undefined, ...line].map((move, n) => (
            <Button
              key={n}
              class={controls.quiet}
              aria-current={n === line.length ? "true" : undefined}
              onClick={() => setLine(line.slice(0, n))}
            >
              {move ? numbered(move) : t("page.play.start")}
            </Button>
          ))}
        </p>
      )}
      {moves.length === 0 ? (
        <p>{t(line.length > 0 ? "page.people.end-of-line" : "page.people.no-openings")}</p>
      ) : (
        <table class={styles.table} aria-labelledby="openings">
          <thead>
            <tr>
              <th scope="col">{t("page.people.move")}</th>
              <th scope="col">{t("page.ratings.games")}</th>
              <th scope="col">{t("page.people.score")}</th>
            </tr>
          </thead>
          <tbody>
            {moves.map((move) => (
              <tr key={move.move}>
                <td>
                  <Button onClick={() => setLine([...line, move])}>{numbered(move)}</Button>
                </td>
                <td class={controls.figures}>{count(move)}</td>
                <td class={controls.figures}>
                  <Score move={move} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** The score as a percentage, with the numbers of wins, draws and losses. */
function Score({ move }: { move: OpeningMove }) {
  const percent = Math.round((100 * (move.wins + move.draws / 2)) / count(move));
  return (
    <span title={t("page.people.wdl", { wins: move.wins, draws: move.draws, losses: move.losses })}>
      <progress max={100} value={percent} aria-hidden="true" /> {percent} %
    </span>
  );
}
