// How the engine thinks in this browser, as rows of the panel.
import * as styles from "./settings.module.css";
import { engineDepth, engineLines, engineMemory, engineThreads, engineTime, engineUntil, mostThreads, reviewEffort } from "../../settings/engine";
import { Amount, Choice } from "./Rows";
import { useSetting } from "../../settings/settings";

export function EngineRows() {
  const [until] = useSetting(engineUntil);
  return (
    <details class={styles.more}>
      <summary>Engine</summary>
      <Choice name="It thinks" of={engineUntil} values={[["time", "For a time"], ["depth", "To a depth"], ["endless", "Until stopped"]]} />
      {until === "time" && <Amount name="Time" of={engineTime} least={1} most={600} step={1} unit="s" />}
      {until === "depth" && <Amount name="Depth" of={engineDepth} least={1} most={60} step={1} unit="half-moves" />}
      <Amount name="Lines" of={engineLines} least={1} most={5} step={1} unit="" />
      {mostThreads() > 1 && <Amount name="Threads" of={engineThreads} least={1} most={mostThreads()} step={1} unit="" />}
      <Amount name="Memory" of={engineMemory} least={4} most={512} step={4} unit="MB" />
      <Choice name="A review looks" of={reviewEffort} values={[["quick", "Quickly"], ["usual", "As usual"], ["thorough", "Thoroughly"]]} />
    </details>
  );
}
