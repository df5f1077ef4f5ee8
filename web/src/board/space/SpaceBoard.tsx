// The board of a rule set with levels: its plan, and its boards in space.
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../types";
import { useChoosing } from "./choosing";
import { Picker } from "./Picker";
import { PlanView } from "./Plan";
import { arrange, layPlan, type Arrangement } from "./places";
import "./space.css";

export default function SpaceBoard(props: BoardProps) {
  const choosing = useChoosing(props);
  const root = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const measure = () => setRoom({ width: element.clientWidth, height: Math.max(420, window.innerHeight - 150) });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, []);
  const arrangement: Arrangement = props.small ? "row" : arrange(room.width, room.height);
  const { question } = choosing;
  return (
    <div ref={root} class="space-board">
      <div class={`space-plan-box ${arrangement}`}>
        <PlanView board={props} choosing={choosing} arrangement={arrangement} />
        {question && (
          <Picker moves={question.moves} onPick={choosing.play} onCancel={choosing.cancel} style={beside(props, arrangement, question.at)} />
        )}
      </div>
    </div>
  );
}

/** Where to ask about a place of the plan, in parts of the plan. */
function beside(props: BoardProps, arrangement: Arrangement, name: string) {
  const plan = layPlan(props.info, arrangement, props.flip ?? false);
  const at = plan.squares.get(name) ?? plan.pins.find((p) => p.level === name);
  if (!at) return {};
  return { left: `${(at.x / plan.width) * 100}%`, top: `${(at.y / plan.height) * 100}%` };
}
