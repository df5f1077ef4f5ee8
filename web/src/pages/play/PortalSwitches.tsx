// Which kinds may cross the edge in portal chess: six switches, 64 games less one.
import * as styles from "./play.module.css";
import { everyone, pluralOf, switched } from "./portal";

interface Props {
  crossers: string;
  onChange: (crossers: string) => void;
}

export function PortalSwitches({ crossers, onChange }: Props) {
  return (
    <fieldset class={styles.fieldset}>
      <legend>Who may cross the edge</legend>
      <div class={styles.switches}>
        {[...everyone].map((kind) => (
          <label key={kind} class={styles.checkbox}>
            <input
              type="checkbox"
              name="crossers"
              value={kind}
              checked={crossers.includes(kind)}
              disabled={crossers === kind}
              onChange={() => onChange(switched(crossers, kind))}
            />
            <span>{pluralOf(kind).replace(/^./, (first) => first.toUpperCase())}</span>
          </label>
        ))}
      </div>
      <p class={styles.note}>
        {crossers === everyone
          ? "All of them: this is portal chess. With fewer it is another game, and the edge is an edge for the others."
          : "For the others the edge is an edge, and they give no check over it."}
      </p>
    </fieldset>
  );
}
