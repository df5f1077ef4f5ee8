// What keys do, for those who ask with "?".
import * as styles from "./settings.module.css";

interface Group {
  name: string;
  keys: readonly (readonly [keys: readonly string[], does: string])[];
}

const groups: readonly Group[] = [
  {
    name: "Anywhere",
    keys: [
      [["?"], "This list"],
      [["Z"], "Zen mode on and off, in a game"],
      [["Esc"], "Close a panel, drop a choice"],
    ],
  },
  {
    name: "On a board",
    keys: [
      [["Tab"], "To the board, and on to the next thing"],
      [["←", "→", "↑", "↓"], "From square to square, over the seam where there is one"],
      [["Home", "End"], "To the ends of a rank"],
      [["Enter", "Space"], "Choose a piece, play it to this square"],
    ],
  },
  {
    name: "Drawing",
    keys: [
      [["Right mouse button"], "Drag for an arrow, click for a circle; again takes it away"],
      [["C"], "A circle on this square"],
      [["A"], "An arrow from here; again where it ends"],
      [["X"], "Take all drawings of this position away"],
      [["Shift", "Alt", "Shift Alt"], "With any of these: red, blue, yellow instead of green"],
    ],
  },
  {
    name: "Going through a game",
    keys: [
      [["←", "→"], "One half-move back or on"],
      [["Home", "End"], "To the start, to the end"],
      [["↑", "↓"], "Another variation, in the analysis"],
      [["F"], "Turn the board round"],
    ],
  },
];

export default function Shortcuts() {
  return (
    <>
      <h2>Keyboard shortcuts</h2>
      <div class={styles.shortcuts}>
        {groups.map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(([each, does]) => (
                <div key={does}>
                  <dt>
                    {each.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}
